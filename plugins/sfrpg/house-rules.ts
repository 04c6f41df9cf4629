export const houseRules = {
  'default-potential':
    'Which rolls can be critical is the GM’s call. Unless told otherwise, attacks can be critical both ways and skill checks can’t.',
  opposed: 'How two sides compare is not written down: the actor must be strictly higher, the defender keeps ties.',
  initiative: 'The order of a fight is not written down in full: d% plus the modifier, high first; the higher modifier decides ties.',
} satisfies Record<string, string>

export type HouseRule = keyof typeof houseRules
