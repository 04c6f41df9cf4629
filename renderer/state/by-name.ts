/** Characters in the order of lists: by name, as people count. Pure. */
import type { Character, CharacterId } from '../../preload/contract.ts'

/** Guard 2 before Guard 11. */
const names = new Intl.Collator(undefined, { numeric: true })

const compare = (a: Character, b: Character): number => names.compare(a.name, b.name) || a.id - b.id

export const byName = (characters: readonly Character[]): readonly Character[] => characters.toSorted(compare)

/** Puts changed and new ones where they belong. The others are in order already, so that few are compared. */
export function mergeByName(characters: readonly Character[], changed: readonly Character[]): readonly Character[] {
  const news = new Map(changed.map((character) => [character.id, character]))
  const merged: Character[] = []
  for (const character of characters) {
    const now = news.get(character.id)
    if (now && now.name !== character.name) continue
    merged.push(now ?? character)
    news.delete(character.id)
  }
  if (news.size > 100) return byName([...merged, ...news.values()])
  for (const character of news.values()) merged.splice(placeOf(merged, character), 0, character)
  return merged
}

export function withoutThese(characters: readonly Character[], ids: readonly CharacterId[]): readonly Character[] {
  const gone = new Set(ids)
  return characters.filter(({ id }) => !gone.has(id))
}

function placeOf(sorted: readonly Character[], character: Character): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(sorted[middle] as Character, character) < 0) from = middle + 1
    else to = middle
  }
  return from
}
