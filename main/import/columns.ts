/** The columns of a CSV file that aren't fields, for reading and writing alike. */

export const ownColumns = ['key', 'name', 'kind', 'tags', 'notes'] as const
export type OwnColumn = (typeof ownColumns)[number]

const prefix = 'field.'
const clashes = (field: string): boolean => field.startsWith(prefix) || ownColumnOf(field) !== undefined

/** Which of these a heading means, by the names that other tools use too. */
export function ownColumnOf(heading: string): OwnColumn | undefined {
  const word = heading.trim().toLowerCase()
  if (['name', 'creature', 'character', 'monster', 'npc'].includes(word)) return 'name'
  if (['key', 'id'].includes(word)) return 'key'
  if (['notes', 'description'].includes(word)) return 'notes'
  return word === 'kind' || word === 'tags' ? word : undefined
}

/** The heading of a field's column; one that looks like a column of ours says that it is none. */
export const fieldToHeading = (field: string): string => (clashes(field) ? `${prefix}${field}` : field)
export const headingToField = (heading: string): string => (heading.startsWith(prefix) && clashes(heading.slice(prefix.length)) ? heading.slice(prefix.length) : heading)
