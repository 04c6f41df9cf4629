/** Every way in which dice can fall, for where only what they come to is known. */
import type { Dice, Die } from '../../plugins/api/index.ts'
import { faceValue } from './dice.ts'

/** One way, as far as a system tells ways apart. */
export interface Way {
  /** Natural faces of each group. */
  readonly faces: readonly (readonly number[])[]
  /** Whether no other faces are the same to the system, as others with the same sum are in a `sum` group. */
  readonly only: boolean
}

/**
 * Every way in which these dice can fall: each sum of a `sum` group once, each multiset of an
 * `unordered` one, every row otherwise. Undefined where there are more than `limit`.
 */
export function waysOf(need: readonly Dice[], limit: number): readonly Way[] | undefined {
  let ways: readonly Way[] = [{ faces: [], only: true }]
  for (const dice of need) {
    const own = waysOfGroup(dice, limit)
    if (!own || ways.length * own.length > limit) return undefined
    ways = ways.flatMap((way) => own.map(({ faces, only }) => ({ faces: [...way.faces, faces], only: way.only && only })))
  }
  return ways
}

interface GroupWay {
  readonly faces: readonly number[]
  readonly only: boolean
}

function waysOfGroup({ die, count, sum = false, unordered = false }: Dice, limit: number): readonly GroupWay[] | undefined {
  const size = die.to - die.from + 1
  if (size > limit) return undefined
  if (sum) return sumsOfGroup(die, count, limit)
  let number = 1
  for (let dice = 1; dice <= count && number <= limit; dice += 1) number = unordered ? (number * (size + dice - 1)) / dice : number * size
  if (number > limit) return undefined
  let falls: readonly (readonly number[])[] = [[]]
  const faces = facesOfDie(die)
  // A multiset is written in rising order.
  const after = (fall: readonly number[]) => (unordered ? faces.filter((face) => face >= (fall.at(-1) ?? face)) : faces)
  for (let dice = 0; dice < count; dice += 1) falls = falls.flatMap((fall) => after(fall).map((face) => [...fall, face]))
  return falls.map((fall) => ({ faces: fall, only: true }))
}

const facesOfDie = ({ from, to }: Die): readonly number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Faces one after another, so that many sums share what they begin with. */
interface Chain {
  readonly face: number
  readonly rest: Chain | undefined
}

/** Each sum with faces that come to it. */
function sumsOfGroup(die: Die, count: number, limit: number): readonly GroupWay[] | undefined {
  const facesByValue = Map.groupBy(facesOfDie(die), (face) => faceValue(die, face))
  let sums = new Map<number, Chain | undefined>([[0, undefined]])
  for (let dice = 0; dice < count; dice += 1) {
    const next = new Map<number, Chain>()
    for (const [sum, rest] of sums) {
      for (const [value, [face = die.from]] of facesByValue) if (!next.has(sum + value)) next.set(sum + value, { face, rest })
      if (next.size > limit) return undefined
    }
    sums = next
  }
  const values = [...facesByValue.keys()]
  const ends = [Math.min(...values) * count, Math.max(...values) * count]
  return [...sums].map(([sum, chain]) => {
    const faces = facesOf(chain)
    return { faces, only: (count === 1 || ends.includes(sum)) && faces.every((face) => facesByValue.get(faceValue(die, face))?.length === 1) }
  })
}

function facesOf(chain: Chain | undefined): readonly number[] {
  const faces: number[] = []
  for (let at = chain; at; at = at.rest) faces.push(at.face)
  return faces
}
