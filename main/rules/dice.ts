/** Dice: drawing natural faces, reading typed ones, and what a face counts as. */
import type { Die } from '../../plugins/api/index.ts'

const uint32Values = 2 ** 32

/**
 * One natural face, each equally likely: numbers above the last whole multiple of the die's size are
 * thrown away (rejection sampling). `random` gives uniform 32-bit whole numbers. A die may have at
 * most 2^32 faces.
 */
export function drawFace(die: Die, random: () => number): number {
  const size = die.to - die.from + 1
  if (!(size >= 1 && size <= uint32Values)) throw new RangeError(`${die.id} has ${size} faces; a die has 1 to 2^32`)
  const limit = uint32Values - (uint32Values % size)
  for (;;) {
    const drawn = random()
    if (drawn < limit) return die.from + (drawn % size)
  }
}

/** What reading a typed die gives: a natural face, or why the text is none, in words for the GM. */
export type ReadFace = { readonly ok: true; readonly face: number } | { readonly ok: false; readonly message: string }

/**
 * Reads a typed die: as the die's `reads` say, else as the name of a face, else as a plain whole
 * number from `from` to `to`. One leading zero is fine, as on percentile dice. Anything else is
 * refused.
 */
export function readFace(die: Die, text: string): ReadFace {
  const typed = text.trim().toLowerCase()
  for (const [read, face] of Object.entries(die.reads ?? {})) {
    if (read.toLowerCase() === typed) return { ok: true, face }
  }
  const named = die.faces?.findIndex((name) => name.toLowerCase() === typed) ?? -1
  if (named >= 0) return { ok: true, face: die.from + named }
  if (/^-?0?(0|[1-9]\d{0,15})$/.test(typed)) {
    const face = Number(typed) + 0
    if (face >= die.from && face <= die.to) return { ok: true, face }
  }
  return { ok: false, message: `${die.id} shows ${rangeOf(die)}${readings(die)}` }
}

/** What a natural face is called: its name where the die has any, else its number. */
export function faceName(die: Die, face: number): string {
  return die.faces?.[face - die.from] ?? String(face)
}

/** What a natural face counts as: its `value`, else itself. */
export function faceValue(die: Die, face: number): number {
  return die.value?.[face - die.from] ?? face
}

/** The sum of what natural faces count as: the one entry that a `sum` group hands to the system. */
export function sumOfFaces(die: Die, faces: readonly number[]): number {
  return faces.reduce((sum, face) => sum + faceValue(die, face), 0)
}

function rangeOf(die: Die): string {
  if (!die.faces) return die.from === die.to ? `${die.from}` : `${die.from} to ${die.to}`
  if (die.faces.length <= 20) return die.faces.join(', ')
  return `${die.faces[0]} to ${die.faces.at(-1)}, or ${die.from} to ${die.to}`
}

function readings(die: Die): string {
  const readsByFace = new Map<number, string[]>()
  for (const [read, face] of Object.entries(die.reads ?? {})) readsByFace.set(face, [...(readsByFace.get(face) ?? []), read])
  const parts = [...readsByFace].map(([face, reads]) => `${reads.join(' and ')} ${reads.length > 1 ? 'read' : 'reads'} as ${faceName(die, face)}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
