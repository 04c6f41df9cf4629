/** Words that many tools use alike. */
import type { CharacterKind } from '../../plugins/api/index.ts'

/** Whose character a tool's word for its kind means; everybody else is the GM's. */
export const kindOf = (word: string | undefined): CharacterKind => (word !== undefined && /^\s*(pc|player|character|player[ _-]?character|hero)\s*$/i.test(word) ? 'pc' : 'npc')

/** `6 points (8 at night)` begins with the whole number 6; `1d6` and `2.5` with none. */
export function leadingNumber(text: string): number | undefined {
  const found = /^\s*([+-]?\d{1,9})(?![\d.,]*\d|\s*[dD]\s*\d)/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
