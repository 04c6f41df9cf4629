/** The entries of the log: their keys and their order. Pure. */
import type { LogEntry, Roll, RollId } from '../../preload/contract.ts'

export const rollKey = (id: RollId): string => `roll ${id}`

export const deedKey = (id: number): string => `deed ${id}`

export const entryKey = (entry: LogEntry): string => (entry.kind === 'roll' ? rollKey(entry.roll.id) : deedKey(entry.deed.id))

export const rollOf = (entry: LogEntry | undefined): Roll | undefined => (entry?.kind === 'roll' ? entry.roll : undefined)

export const momentOfEntry = (entry: LogEntry): number => (entry.kind === 'roll' ? entry.roll.at : entry.deed.at)

export const isUndone = (entry: LogEntry): boolean => (entry.kind === 'roll' ? entry.roll.undone : entry.deed.undone)

/** Whether an entry stands before another in the log, as main orders it. */
export function isNewer(one: LogEntry, other: LogEntry): boolean {
  const [a, b] = [momentOfEntry(one), momentOfEntry(other)]
  if (a !== b) return a > b
  if (one.kind !== other.kind) return one.kind === 'roll'
  return idOf(one) > idOf(other)
}

const idOf = (entry: LogEntry): number => (entry.kind === 'roll' ? entry.roll.id : entry.deed.id)
