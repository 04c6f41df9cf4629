import type { CounterPart, SessionId } from '../../preload/contract.ts'

/** What a counter gained and spent at one point of a course; several counters may share a point. */
export interface CourseMove {
  /** `null` outside of any session. */
  readonly session: number | null
  readonly point: number
  readonly counter: string
  readonly gained: number
  readonly spent: number
}

/**
 * How counters went, part by part, from where they stand `now` and every move that led there, oldest
 * first. Moves of one session that follow each other are one part; so are those in between.
 */
export function courseOf(now: Readonly<Record<string, number>>, moves: Iterable<CourseMove>): readonly CounterPart[] {
  const all = [...moves]
  const ids = Object.keys(now)
  const standing = new Map(Object.entries(now))
  for (const { counter, gained, spent } of all) standing.set(counter, (standing.get(counter) ?? 0) - gained + spent)
  const parts: { session: number | null; point: number; counters: Record<string, { from: number; gained: number; spent: number; values: number[] }> }[] = []
  for (const { session, point, counter, gained, spent } of all) {
    if (!Object.hasOwn(now, counter)) continue
    let part = parts.at(-1)
    if (part?.session !== session) {
      const counters = Object.fromEntries(ids.map((id) => [id, { from: standing.get(id) ?? 0, gained: 0, spent: 0, values: [] as number[] }]))
      part = { session, point: NaN, counters }
      parts.push(part)
    }
    if (part.point !== point) for (const id of ids) part.counters[id]?.values.push(standing.get(id) ?? 0)
    part.point = point
    const line = part.counters[counter]
    if (!line) continue
    const value = (standing.get(counter) ?? 0) + gained - spent
    standing.set(counter, value)
    line.gained += gained
    line.spent += spent
    line.values[line.values.length - 1] = value
  }
  return parts.map(({ session, counters }) => ({ counters, ...(session !== null && { session: session as SessionId }) }))
}
