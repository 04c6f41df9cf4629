/** Reads who comes into a fight from words such as `3 wolves, goblin x5, boss level 6`. Pure. */

/** One kind of newcomer. */
export interface Mustered {
  /** As written, without the count. */
  readonly name: string
  /** Whole, 1 to 100. */
  readonly count: number
  /** What was said of it, such as `level` and 6, in lower case. */
  readonly choices: readonly { readonly word: string; readonly value: number }[]
}

/** The most of one kind at once. */
export const mostOfAKind = 100

/** Reads them, or says what can't be read. Kinds are parted by commas, semicolons or lines. */
export function parseMuster(text: string): { readonly ok: true; readonly kinds: readonly Mustered[] } | { readonly ok: false; readonly message: string } {
  const pieces = text.split(/[,;\n]/).map((piece) => piece.trim()).filter((piece) => piece !== '')
  if (pieces.length === 0) return { ok: false, message: 'Write who comes, for example: 3 wolves.' }
  const kinds: Mustered[] = []
  for (const piece of pieces) {
    const { count, rest } = countOf(piece)
    if (count < 1 || count > mostOfAKind) return { ok: false, message: `“${piece}”: from 1 to ${mostOfAKind} of a kind can come at once.` }
    const { name, choices } = choicesOf(rest)
    if (!/\p{L}/u.test(name)) return { ok: false, message: `“${piece}” has a number but no name.` }
    kinds.push({ name, count, choices })
  }
  return { ok: true, kinds }
}

/** What a name in the plural may be in the singular, the likeliest first, itself before all. */
export function singulars(name: string): readonly string[] {
  const forms = [name]
  if (/ies$/i.test(name)) forms.push(name.replace(/ies$/i, 'y'))
  if (/ves$/i.test(name)) forms.push(name.replace(/ves$/i, 'f'), name.replace(/ves$/i, 'fe'))
  if (/men$/i.test(name)) forms.push(name.replace(/men$/i, 'man'))
  if (/(s|x|z|ch|sh)es$/i.test(name)) forms.push(name.replace(/es$/i, ''))
  if (/s$/i.test(name)) forms.push(name.replace(/s$/i, ''))
  return forms
}

/** The name with a number that nobody else who fights bears; the first of its kind alone bears none. */
export function numberNames(base: string, count: number, taken: readonly string[]): readonly string[] {
  // Longer numbers can't be counted on from.
  const pattern = /^(.*\S)\s+(\d{1,9})$/
  const numbers = taken.flatMap((name) => {
    if (name === base) return [1]
    const [, kind, number] = pattern.exec(name) ?? []
    return kind === base ? [Number(number)] : []
  })
  const highest = Math.max(0, ...numbers)
  if (count === 1 && highest === 0) return [base]
  return Array.from({ length: count }, (_, index) => `${base} ${highest + 1 + index}`)
}

function countOf(piece: string): { readonly count: number; readonly rest: string } {
  const [, before, first] = /^(\d+)\s*(?:x\s+|×|\s)(.+)$/i.exec(piece) ?? []
  if (before !== undefined && first !== undefined) return { count: Number(before), rest: first.trim() }
  const [, last, after] = /^(.+?)\s*(?:\s[x×]|[×])\s*(\d+)$/i.exec(piece) ?? []
  if (after !== undefined && last !== undefined) return { count: Number(after), rest: last.trim() }
  return { count: 1, rest: piece }
}

/** Pairs of a word and a number at the end. */
function choicesOf(text: string): { readonly name: string; readonly choices: Mustered['choices'] } {
  const choices: { word: string; value: number }[] = []
  let name = text
  for (;;) {
    const [, rest, word, value] = /^(.*\S)\s+(\p{L}[\p{L}_-]*)\s+(-?\d{1,5})$/u.exec(name) ?? []
    if (rest === undefined || word === undefined) return { name, choices }
    choices.unshift({ word: word.toLowerCase(), value: Number(value) })
    name = rest
  }
}
