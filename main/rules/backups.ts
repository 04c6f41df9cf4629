/** When a backup was made, how large it is, and whether it is visibly no whole campaign. */
export interface BackupMark {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
  readonly broken: boolean
}

/** When it is, what a campaign's backups may take together, and how far local time is ahead of UTC. */
export interface KeepingRule {
  readonly now: number
  readonly limitBytes: number
  readonly offsetMs: number
}

const dayMs = 86_400_000

/**
 * Which of a campaign's backups are kept: all of today's, the newest of each of the last 7 days, 4
 * weeks and 12 months, broken ones for a month; then the oldest go until the rest fits the limit.
 * Days, weeks and months are the calendar's, so that what is kept today isn't pushed out by its own
 * ageing. The newest sound one is always kept.
 */
export function chooseKept<T extends BackupMark>(backups: readonly T[], { now, limitBytes, offsetMs }: KeepingRule): ReadonlySet<T> {
  const day = (at: number): number => Math.floor((at + offsetMs) / dayMs)
  // The first day of 1970 was a Thursday.
  const week = (at: number): number => Math.floor((day(at) + 3) / 7)
  const month = (at: number): number => monthOf(day(at))
  const newestFirst = backups.toSorted((a, b) => b.at - a.at)
  const sound = newestFirst.filter(({ broken }) => !broken)
  const kept = new Set<T>(newestFirst.filter(({ at, broken }) => day(at) >= day(now) || (broken && day(now) - day(at) <= 31)))
  for (const [of, reach] of [[day, 7], [week, 4], [month, 12]] as const) {
    const taken = new Set<number>()
    for (const backup of sound) {
      if (of(now) - of(backup.at) > reach || taken.has(of(backup.at))) continue
      taken.add(of(backup.at))
      kept.add(backup)
    }
  }
  const [last] = sound
  if (last) kept.add(last)
  let bytes = [...kept].reduce((sum, backup) => sum + backup.bytes, 0)
  for (const backup of newestFirst.toReversed()) {
    if (bytes <= limitBytes) break
    if (backup !== last && kept.delete(backup)) bytes -= backup.bytes
  }
  return kept
}

/** Months since a March of long ago, by the Gregorian calendar, of a day counted from 1970: a year that begins in March has its odd day at its end. */
function monthOf(day: number): number {
  const fromMarch = day + 719_468
  const era = Math.floor(fromMarch / 146_097)
  const dayOfEra = fromMarch - era * 146_097
  const year = Math.floor((dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365)
  const dayOfYear = dayOfEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  return (era * 400 + year) * 12 + Math.floor((5 * dayOfYear + 2) / 153)
}
