export const houseRules = {
  'default-potential':
    'Which rolls can be critical is the GM’s call. Unless told otherwise, attacks can be critical both ways and skill checks can’t.',
  opposed: 'How two sides compare is not written down: the actor must be strictly higher, the defender keeps ties.',
} satisfies Record<string, string>

export type HouseRule = keyof typeof houseRules
