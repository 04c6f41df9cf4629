/** The course of the counters over the whole campaign, as it is drawn and as it is read out. */
import type { CounterPart, Session, SessionId } from '../../preload/contract.ts'
import type { Counter } from '../../plugins/api/index.ts'
import { plain } from './words.ts'

/** What fell in one session, or outside of any, under its name. */
export interface NamedPart extends CounterPart {
  readonly name: string
}

export interface Course {
  readonly parts: readonly NamedPart[]
  /** One value more than there are points: where each began stands first. */
  readonly lines: readonly { readonly counter: Counter; readonly values: readonly number[] }[]
  /** Of each point, its part; the first point has none. */
  readonly partAt: readonly (NamedPart | undefined)[]
  /** Where sessions begin. */
  readonly marks: readonly number[]
}

/** The course of some counters. Those that never moved have no line. */
export function readCourse(parts: readonly CounterPart[], counters: readonly Counter[], sessionOf: (id: SessionId | undefined) => Session | undefined): Course {
  const named = parts.map((part) => ({ ...part, name: part.session === undefined ? 'Outside of sessions' : (sessionOf(part.session)?.name ?? 'A session') }))
  const lines = counters.flatMap((counter) => {
    const courses = named.flatMap((part) => part.counters[counter.id] ?? [])
    const values = [courses[0]?.from ?? 0, ...courses.flatMap((course) => course.values)]
    return values.some((value) => value !== values[0]) ? [{ counter, values }] : []
  })
  const partAt: (NamedPart | undefined)[] = [undefined]
  const marks: number[] = []
  for (const part of named) {
    if (part.session !== undefined) marks.push(partAt.length - 1)
    const length = Object.values(part.counters)[0]?.values.length ?? 0
    for (let point = 0; point < length; point += 1) partAt.push(part)
  }
  return { parts: named, lines, partAt, marks }
}

/** One point in words: when, and where each counter stood. */
export const pointInWords = ({ lines, partAt }: Course, at: number): string =>
  `${partAt[at]?.name ?? 'At first'}: ${lines.map(({ counter, values }) => `${counter.label} ${plain(values[at] ?? 0)}`).join(', ')}`
