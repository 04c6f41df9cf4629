/** What two systems are told apart by. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** Letters that are taken for one another at a glance, as the one they are taken for. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[^a-z0-9]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/0/g, 'o'],
  [/[1il]/g, 'l'],
  [/5/g, 's'],
]

/** The same for two ids that a reader may take for one. */
export const idLikeness = (id: string): string => alike.reduce((text, [letters, as]) => text.replace(letters, as), id)

/** The same for two names that differ in case, accents, width, spaces and signs alone. */
const nameLikeness = (name: string): string => name.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Alphabets that share shapes: a Cyrillic а among Latin letters is meant to be taken for another. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Whether a word is put together from alphabets whose letters look alike. */
export const mixesAlphabets = (text: string): boolean => text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1)

/** Why a system may not stand beside the others, given those with another id; undefined when it may. */
export function whyAlike(system: Named, others: readonly Named[]): string | undefined {
  for (const other of others) {
    if (other.id === system.id) continue
    if (idLikeness(other.id) === idLikeness(system.id)) return `Its id "${system.id}" could be taken for "${other.id}", which is ${other.name}.`
    if (nameLikeness(other.name) === nameLikeness(system.name)) return `It calls itself "${system.name}", as another system does, whose id is "${other.id}"; its own is "${system.id}".`
  }
  return undefined
}
