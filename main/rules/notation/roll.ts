/** Rolls dice in words, every face in sight. */
import type { Die } from '../../../plugins/api/index.ts'
import { faceName } from '../dice.ts'
import { notationLimits, termText } from './expression.ts'
import type { DiceTerm, Expression, Keep, Term } from './expression.ts'

/** One face as it fell. */
export interface RolledFace {
  readonly face: number
  /** What the face is called, where it isn't its number. */
  readonly shown?: string
  /** False where it was dropped and doesn't count. */
  readonly kept: boolean
  /** It was the highest face and brought the next face of the list. */
  readonly exploded?: true
}

/** One term of the expression. A plain number has no faces. */
export interface RolledGroup {
  /** The term in words, without its sign: `4d10k3`. */
  readonly label: string
  /** In the order thrown. */
  readonly faces: readonly RolledFace[]
  /** The kept faces together, multiplied where the term says so, before the sign. */
  readonly subtotal: number
  readonly sign: 1 | -1
}

/** `total` is every subtotal by its sign. */
export interface NotationRoll {
  readonly total: number
  readonly groups: readonly RolledGroup[]
}

/** Where the faces come from: drawn, or given again to replay a roll. */
export type Draw = (die: Die) => number

/** Rolls an expression with the faces that `draw` gives, in order. A die explodes 100 times at most. */
export function rollNotation({ terms }: Expression, draw: Draw): NotationRoll {
  const groups = terms.map((term) => rollTerm(term, draw))
  let total = 0
  for (const { sign, subtotal } of groups) total += sign * subtotal
  return { total, groups }
}

function rollTerm(term: Term, draw: Draw): RolledGroup {
  const { sign } = term
  const label = termText(term)
  if (term.kind === 'number') return { label, faces: [], subtotal: term.value, sign }

  const thrown = throwDice(term, draw)
  const faces = term.keep ? sortOut(thrown, term.keep) : thrown
  let sum = 0
  for (const { face, kept } of faces) if (kept) sum += face
  return { label, faces, subtotal: sum * term.times, sign }
}

function throwDice({ count, die, explode }: DiceTerm, draw: Draw): readonly RolledFace[] {
  const thrown: RolledFace[] = []
  for (let dice = 0; dice < count; dice += 1) {
    let face = draw(die)
    for (let rerolls = 0; explode && face === die.to && rerolls < notationLimits.rerolls; rerolls += 1) {
      thrown.push({ ...fallen(die, face), exploded: true })
      face = draw(die)
    }
    thrown.push(fallen(die, face))
  }
  return thrown
}

const fallen = (die: Die, face: number): RolledFace => (die.faces ? { face, shown: faceName(die, face), kept: true } : { face, kept: true })

/** Marks the faces that don't count. Of like faces the first thrown is taken first, be it to keep or to drop. */
function sortOut(thrown: readonly RolledFace[], { take, end, count }: Keep): readonly RolledFace[] {
  const rising = end === 'lowest' ? 1 : -1
  const places = [...thrown.entries()].sort(([a, one], [b, other]) => rising * (one.face - other.face) || a - b).map(([place]) => place)
  const dropped = new Set(take === 'keep' ? places.slice(count) : places.slice(0, count))
  return thrown.map((face, place) => (dropped.has(place) ? { ...face, kept: false } : face))
}
