/** What the walker answers, checked: numbers where numbers belong, nothing negative, nothing endless. */
import type { Side } from '../../plugins/api/index.ts'
import { gate } from './answers.ts'
import type { Gate } from './answers.ts'
import { Unusable, expected } from './words.ts'

/** A distinct result with its chance as counts out of so many equal chances: `[out of, count, ...]`. */
export interface WalkedCell {
  readonly success: boolean | null
  readonly total: number | null
  readonly degree: number | null
  readonly flags: readonly string[]
  readonly grants: readonly (readonly [counter: string, amount: number])[]
  readonly masses: readonly number[]
}

/**
 * `look`: at these faces is something that only the host can name or prepare; `step` is what was answered
 * there, unchecked, or nothing. `many`: too many to walk.
 */
export type Walked =
  | { readonly kind: 'look'; readonly faces: readonly number[]; readonly step: unknown }
  | { readonly kind: 'many' }
  | {
      readonly kind: 'cells'
      readonly cells: readonly WalkedCell[]
      readonly cut: number
      readonly leaves: number
      readonly cursor: readonly (readonly number[])[] | null
    }

export interface SampledCell {
  readonly success: boolean | null
  readonly degree: number | null
  readonly flags: readonly string[]
  /** By side. */
  readonly grants: readonly (readonly (readonly [counter: string, amount: number])[])[]
  readonly count: number
}

export type Sampled =
  | { readonly kind: 'look'; readonly side: number; readonly faces: readonly number[] }
  /** The comparison of these two is what to look at. */
  | { readonly kind: 'look-at-pair'; readonly actor: Side; readonly opponent: Side }
  | { readonly kind: 'cells'; readonly cells: readonly SampledCell[]; readonly cut: number; readonly rolls: number }

/** `table[actor * opponents + opponent]` is the place of the verdict. */
export type Verdicts =
  | { readonly kind: 'look'; readonly actor: number; readonly opponent: number }
  /** The comparison looks at totals. */
  | { readonly kind: 'totals' }
  | {
      readonly kind: 'verdicts'
      readonly verdicts: readonly { readonly success: boolean | null; readonly degree: number | null }[]
      readonly table: readonly number[]
    }

type Loose = Readonly<Record<string, unknown>>

export const parseWalked = (value: unknown): Gate<Walked> =>
  gate(() => {
    const walked = object(value)
    if (walked['kind'] === 'many') return { kind: 'many' }
    if (walked['kind'] === 'look') return { kind: 'look', faces: numbers(walked['faces']), step: walked['step'] }
    const { cursor } = walked
    return {
      kind: 'cells',
      cells: list(walked['cells']).map(walkedCell),
      cut: chance(walked['cut']),
      leaves: chance(walked['leaves']),
      cursor: cursor === null ? null : list(cursor).map(numbers),
    }
  })

export const parseSampled = (value: unknown): Gate<Sampled> =>
  gate(() => {
    const sampled = object(value)
    if (sampled['kind'] === 'look') {
      if (sampled['pair'] === null) return { kind: 'look', side: chance(sampled['side']), faces: numbers(sampled['faces']) }
      const pair = list(sampled['pair'])
      return { kind: 'look-at-pair', actor: sideOf(pair), opponent: sideOf(pair.slice(5)) }
    }
    return { kind: 'cells', cells: list(sampled['cells']).map(sampledCell), cut: chance(sampled['cut']), rolls: chance(sampled['rolls']) }
  })

export const parseVerdicts = (value: unknown): Gate<Verdicts> =>
  gate(() => {
    const found = object(value)
    if (found['kind'] === 'look') return { kind: 'look', actor: chance(found['actor']), opponent: chance(found['opponent']) }
    if (found['kind'] === 'totals') return { kind: 'totals' }
    const verdicts = list(found['verdicts']).map((verdict) => {
      const [success, degree] = list(verdict)
      return { success: successOf(success), degree: whole(degree) }
    })
    const table = numbers(found['table'])
    if (table.some((place) => verdicts[place] === undefined)) broken()
    return { kind: 'verdicts', verdicts, table }
  })

function walkedCell(value: unknown): WalkedCell {
  const cell = list(value)
  const masses = numbers(cell.slice(5))
  if (masses.some((mass) => mass < 0)) broken()
  return {
    success: successOf(cell[0]),
    total: whole(cell[1]),
    degree: whole(cell[2]),
    flags: list(cell[3]).map(String),
    grants: grantsOf(cell[4]),
    masses,
  }
}

/** One side: its five parts and a count. Two: five parts each, the verdict's two, and a count. */
function sampledCell(value: unknown): SampledCell {
  const cell = list(value)
  const count = chance(cell.at(-1))
  if (cell.length === 6) return { success: successOf(cell[0]), degree: whole(cell[2]), flags: list(cell[3]).map(String), grants: [grantsOf(cell[4])], count }
  return { success: successOf(cell[10]), degree: whole(cell[11]), flags: [], grants: [grantsOf(cell[4]), grantsOf(cell[9])], count }
}

/** What a comparison sees: the first three parts of a result. */
function sideOf(parts: readonly unknown[]): Side {
  const [total, degree] = [whole(parts[1]), whole(parts[2])]
  return { success: successOf(parts[0]), ...(total === null ? {} : { total }), ...(degree === null ? {} : { degree }) }
}

const grantsOf = (value: unknown): readonly (readonly [string, number])[] =>
  list(value).map((grant) => {
    const [counter, amount] = list(grant)
    return typeof counter === 'string' && typeof amount === 'number' ? ([counter, amount] as const) : broken()
  })

const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : broken())
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : broken())
const numbers = (value: unknown): readonly number[] => {
  const all = list(value)
  return all.every((entry) => typeof entry === 'number') ? all : broken()
}
const whole = (value: unknown): number | null => (value === null || Number.isSafeInteger(value) ? (value as number | null) : broken())
const chance = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : expected('the odds', value, 'a number of 0 or more'))
const successOf = (value: unknown): boolean | null => (value === null || typeof value === 'boolean' ? value : broken())

function broken(): never {
  throw new Unusable('the odds came back unreadable')
}
