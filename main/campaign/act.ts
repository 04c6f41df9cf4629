import type { Database } from 'better-sqlite3'
import type { History, HistoryList, Reply } from '../../preload/contract.ts'
import { diskFailure } from '../db/failure.ts'
import type { Change, Journal } from '../db/journal.ts'
import { done, failed } from '../rules/reply.ts'

/** The one door to a campaign's data: every step a GM takes goes through it and can be undone. */
export interface Door {
  /**
   * Runs one step in one transaction and answers only when it is on the disk. `label` names the
   * step for Undo, in lower case: "adding Hob".
   */
  act<T>(label: string, run: (at: number) => T): Reply<T>
  /** Does the same for typing in `field`: within a minute, and with nothing done in between, it is one step with what was typed there before. */
  type<T>(field: string, label: string, run: (at: number) => T): Reply<T>
  undo(): Reply<null>
  redo(): Reply<null>
  history(): History
  /** Every step that can be undone or redone. */
  list(): HistoryList
  /** Undoes or redoes, as one transaction, some of the steps between here and right after `step`; says how many are left. */
  goTowards(step: number, mostMs: number): Reply<number>
  /** The newest step that is done, or 0. */
  present(): number
}

export interface DoorOptions {
  readonly db: Database
  readonly journal: Journal
  /** Whether what is written goes where it belongs. */
  readonly isThere: () => boolean
  /** The campaign's name, for messages. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called in a step's transaction with every row that it touched: what follows from that becomes part of the step. */
  readonly settle: (changes: readonly Change[]) => void
  /** Called after each commit with every row that the step touched. */
  readonly committed: (changes: readonly Change[]) => void
  readonly logBug: (error: unknown, where: string) => string
}

const typingMs = 60_000

export function createDoor({ db, journal, isThere, name, now, settle, committed, logBug }: DoorOptions): Door {
  const commit = <T>(run: () => { result: Reply<T>; changes: readonly Change[] }): Reply<T> => {
    if (!isThere())
      return failed('disk', `The file of "${name}" is not where it was opened: its disk is gone, or it was moved, deleted or replaced. Nothing was changed, and everything before was saved in it. Connect its disk or put it back and go on; where that doesn't help, close the campaign and open it again.`)
    let step: { result: Reply<T>; changes: readonly Change[] }
    try {
      step = db.transaction(run).immediate()
    } catch (error) {
      const failure = diskFailure(error, name)
      if (failure) return failure
      throw error
    }
    // The step is on the disk: whatever happens while it is announced, it must not be called undone.
    try {
      if (step.changes.length > 0) committed(step.changes)
    } catch (error) {
      logBug(error, 'announcing')
    }
    return step.result
  }

  /** The field whose typing is the newest step, and since when. */
  let typing: { readonly field: string; readonly since: number } | undefined

  const flip = (direction: 'undo' | 'redo'): Reply<null> => {
    typing = undefined
    return commit<null>(() => {
      const changes = journal.flip(direction)
      return changes ? { result: done(null), changes } : { result: failed('refused', `There is nothing to ${direction}.`), changes: [] }
    })
  }

  const step = <T>(label: string, field: string | undefined, run: (at: number) => T): Reply<T> => {
    const before = typing
    typing = undefined
    return commit(() => {
      const at = now()
      const { result, changes: own } = journal.watch(() => run(at))
      const { changes: followed } = journal.watch(() => settle(own))
      const changes = [...own, ...followed]
      const goesOn = before !== undefined && before.field === field && at - before.since < typingMs
      if (goesOn) journal.extend(changes)
      else if (changes.length > 0) journal.append(label, at, changes)
      if (field !== undefined) typing = goesOn ? before : { field, since: at }
      return { result: done(result), changes }
    })
  }

  return {
    act: (label, run) => step(label, undefined, run),
    type: (field, label, run) => step(label, field, run),
    undo: () => flip('undo'),
    redo: () => flip('redo'),
    list() {
      const { entries, present } = journal.list()
      return { present, entries: entries.map(({ isBarrier, ...entry }) => ({ ...entry, ...(isBarrier && { barrier: true as const }) })) }
    },
    present: () => journal.history().undo?.id ?? 0,
    goTowards(to, mostMs) {
      typing = undefined
      return commit(() => {
        const until = performance.now() + mostMs
        const changes: Change[] = []
        let way = journal.wayTo(to)
        while (way) {
          changes.push(...(journal.flip(way.direction) ?? []))
          way = way.steps > 1 ? { ...way, steps: way.steps - 1 } : undefined
          if (performance.now() > until) break
        }
        return { result: done(way?.steps ?? 0), changes }
      })
    },
    history() {
      const { undo, redo } = journal.history()
      return { ...(undo && { undo: undo.label }), ...(redo && { redo: redo.label }) }
    },
  }
}
