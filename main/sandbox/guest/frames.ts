/** Enumerates the combinations of a need inside the engine. */
import type { SumTable } from '../../rules/sums.ts'
import type { Bag, Tools } from './tools.ts'

/** An open need: where its combinations stand. */
export interface Frame {
  readonly groups: Bag<Group>
  /** One digit a die, or one for a whole `sum` group. */
  readonly digits: Bag<number>
  /** The faces before this need, and the chance of getting here. */
  readonly before: Reached
  /** How many combinations there are. */
  readonly ways: number
  /** One die or one sum, and no face before it. */
  readonly isSingle: boolean
}

/** Faces so far and their chance, `n` out of `d` equal chances. */
export interface Reached {
  readonly faces: readonly number[]
  readonly n: number
  readonly d: number
}

export interface Group {
  readonly kind: 'sum' | 'set' | 'row'
  readonly from: number
  /** How many values a digit of this group takes. */
  readonly size: number
  readonly digits: number
  readonly ways: number
  /** Out of how many equal chances, or 1 where that isn't whole; then `each` combination has this chance. */
  readonly of: number
  readonly each: number
  readonly table: SumTable | undefined
}

export type SumTables = Readonly<Record<string, SumTable>>

export interface Frames {
  /** Opens a need. Undefined where the host has to look first: something is odd, or a table of sums is missing. */
  open(list: readonly unknown[], before: Reached, sums: SumTables): Frame | undefined
  /** The present combination. */
  at(frame: Frame): Reached
  /** Steps to the next combination, the last digit quickest; false when all have been. */
  advance(frame: Frame): boolean
}

/** Sent as text: see tools.ts. */
export function guestFrames({ stringify, log, exp, bag, arrayOf, isWhole }: Tools): Frames {
  const wholeLimit = 9007199254740992
  type Loose = Readonly<Record<string, unknown>>

  const logFactorials = bag<number>()
  logFactorials[logFactorials.length++] = 0
  function logFactorial(n: number): number {
    for (let next = logFactorials.length; next <= n; next++) {
      logFactorials[next] = (logFactorials[next - 1] as number) + log(next)
      logFactorials.length = next + 1
    }
    return logFactorials[n] as number
  }

  function groupOf(dice: unknown, sums: SumTables): Group | undefined {
    if (typeof dice !== 'object' || dice === null) return undefined
    const { die, count, sum, unordered } = dice as Loose
    if (typeof die !== 'object' || die === null || !isWhole(count) || count < 1 || count > 1000) return undefined
    const { from, to, value } = die as Loose
    if (!isWhole(from) || !isWhole(to) || to < from) return undefined
    const size = to - from + 1
    if (sum === true) {
      const table = sums[from + ' ' + to + ' ' + count + ' ' + (value === undefined ? '' : stringify(value))]
      if (table === undefined) return undefined
      return { kind: 'sum', from, size: table.at.length, digits: 1, ways: table.at.length, of: table.of, each: 1, table }
    }
    const kind = unordered === true && count > 1 ? 'set' : 'row'
    let ways = 1
    let of = 1
    for (let i = 1; i <= count; i++) {
      ways = kind === 'set' ? (ways * (size + i - 1)) / i : ways * size
      of *= size
    }
    const isExact = of <= wholeLimit
    return { kind, from, size, digits: count, ways, of: isExact ? of : 1, each: isExact ? 1 : exp(-count * log(size)), table: undefined }
  }

  function open(list: readonly unknown[], before: Reached, sums: SumTables): Frame | undefined {
    const groups = bag<Group>()
    const digits = bag<number>()
    let ways = 1
    for (let i = 0; i < list.length; i++) {
      const group = groupOf(list[i], sums)
      if (group === undefined) return undefined
      groups[groups.length++] = group
      for (let j = 0; j < group.digits; j++) digits[digits.length++] = 0
      ways *= group.ways
    }
    return { groups, digits, before, ways, isSingle: digits.length === 1 && before.faces.length === 0 }
  }

  function advance({ groups, digits }: Frame): boolean {
    let end = digits.length
    for (let g = groups.length - 1; g >= 0; g--) {
      const group = groups[g] as Group
      const begin = end - group.digits
      for (let i = end - 1; i >= begin; i--) {
        const next = (digits[i] as number) + 1
        if (next < group.size) {
          digits[i] = next
          // A multiset is written in rising order; in a row the digits after start over.
          for (let j = i + 1; j < end; j++) digits[j] = group.kind === 'set' ? next : 0
          return true
        }
      }
      for (let i = begin; i < end; i++) digits[i] = 0
      end = begin
    }
    return false
  }

  /** In how many orders a multiset can fall; as a chance where the orders are no whole number. */
  function orders(group: Group, digits: Bag<number>, begin: number): number {
    const isExact = group.each === 1
    let ways = isExact ? 1 : logFactorial(group.digits)
    let run = 0
    for (let i = 0; i < group.digits; i++) {
      run = i > 0 && digits[begin + i] === digits[begin + i - 1] ? run + 1 : 1
      if (isExact) ways = (ways * (i + 1)) / run
      else ways -= log(run)
    }
    return isExact ? ways : exp(ways - group.digits * log(group.size))
  }

  function at({ groups, digits, before }: Frame): Reached {
    const faces = bag<number>()
    for (let i = 0; i < before.faces.length; i++) faces[faces.length++] = before.faces[i] as number
    let { n, d } = before
    let place = 0
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g] as Group
      if (group.table) {
        faces[faces.length++] = group.table.at[digits[place] as number] as number
        n *= group.table.n[digits[place] as number] as number
      } else {
        for (let i = 0; i < group.digits; i++) faces[faces.length++] = group.from + (digits[place + i] as number)
        n *= group.kind === 'set' ? orders(group, digits, place) : group.each
      }
      d *= group.of
      place += group.digits
    }
    return d <= wholeLimit ? { faces: arrayOf(faces), n, d } : { faces: arrayOf(faces), n: n / d, d: 1 }
  }

  return { open, at, advance }
}
