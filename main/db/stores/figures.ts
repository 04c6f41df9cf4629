import type { Database } from 'better-sqlite3'
import type { Figure } from '../../../plugins/api/index.ts'

/** A figure of somebody, or of the table where `character` is 0. */
export interface FigureRow {
  readonly figure: string
  readonly character: number
  readonly session: number
  readonly campaign: number
  /** When the last one was. */
  readonly last: number | null
}

export interface FigureStore {
  /** Counts these, once right after the file was opened: all rolls anew where others were counted until then, or rolls came in beside the triggers. */
  declare(figures: readonly Figure[]): void
  /** Those that aren't 0, of a session and of the campaign; `null` for no session. */
  list(session: number | null): readonly FigureRow[]
}

/**
 * A count of rolls is kept as rolls are, undone and redone ones too, by triggers: a million of them are
 * never read again. A roll that follows another takes its place, so that the other one counts no more.
 * Deeds are few and counted when they are asked for.
 */
export function createFigureStore(db: Database): FigureStore {
  const ofRolls = db.prepare<{ session: number | null }, FigureRow>(
    `SELECT figure, character, sum(iif(session = @session, count, 0)) AS session, sum(count) AS campaign, NULL AS last FROM figure_count
     GROUP BY figure, character HAVING sum(count) <> 0 OR sum(iif(session = @session, count, 0)) <> 0`,
  )
  const ofAction = db.prepare<{ figure: string; action: string; session: number | null; each: 0 | 1 }, FigureRow>(
    `SELECT @figure AS figure, iif(@each, coalesce(character, 0), 0) AS character, sum(iif(session = @session, 1, 0)) AS session, count(*) AS campaign, max(at) AS last
     FROM deed WHERE action = @action AND undone = 0 GROUP BY 2`,
  )
  // A row that counts nothing says by its name what is counted.
  const isMarked = db.prepare<{ mark: string }, 1>('SELECT 1 FROM figure_count WHERE figure = @mark').pluck()
  const setMark = db.prepare('INSERT INTO figure_count (figure, session, character, count) VALUES (@mark, 0, 0, 0)')
  let declared: readonly Figure[] = []
  return {
    declare(figures) {
      declared = figures
      db.exec(`
        CREATE TEMP TABLE figure (id, owner, check_id, success, flag, fact, fact_is, sum);
        ${triggerOf('insert', 'INSERT', 'NEW.undone = 0', '1')}
        ${triggerOf('undone', 'UPDATE OF undone', 'OLD.undone <> NEW.undone', 'iif(NEW.undone = 1, -1, 1)')}`)
      const add = db.prepare('INSERT INTO temp.figure VALUES (@id, @owner, @check, @success, @flag, @fact, @is, @sum)')
      for (const { id, owner, check, success, flag, fact, sum, action } of figures)
        if (action === undefined) add.run({ id, owner, check: check ?? null, success: toColumn(success), flag: flag ?? null, fact: toPath(fact?.id), is: toColumn(fact?.is), sum: toPath(sum) })
      const mark = JSON.stringify(figures)
      if (figures.length === 0 || isMarked.get({ mark }) === 1) return
      db.transaction(() => {
        db.exec(`DELETE FROM figure_count; ${countAnew}`)
        setMark.run({ mark })
      })()
    },
    list(session) {
      const known = new Set(declared.map(({ id }) => id))
      const actions = declared.flatMap(({ id, owner, action, since }) =>
        action === undefined ? [] : ofAction.all({ figure: id, action, session, each: owner === 'character' ? 1 : 0 }).map((row) => (since ? row : { ...row, last: null })),
      )
      return [...ofRolls.all({ session }).filter(({ figure }) => known.has(figure)), ...actions]
    },
  }
}

/** As SQLite reads it out of JSON. */
const toColumn = (value: boolean | number | string | undefined): number | string | null => (value === undefined ? null : typeof value === 'boolean' ? Number(value) : value)

const toPath = (fact: string | undefined): string | null => (fact === undefined ? null : `$.facts."${fact}"`)

/** Adds what some rolls come to, each called `one`. */
const countOf = (one: string, from: string, sign: string, which: string): string => `
    INSERT INTO figure_count (figure, session, character, count)
    SELECT figure.id, coalesce(${one}.session, 0), iif(figure.owner = 'character', coalesce(${one}.participants ->> '$[0].id', 0), 0),
      ${sign} * iif(figure.sum IS NULL, 1, ${one}.outcome ->> figure.sum)
    FROM ${from}
    WHERE ${which} AND ${one}.check_id <> ''
      AND (figure.check_id IS NULL OR ${one}.check_id = figure.check_id)
      AND (figure.success IS NULL OR ${one}.outcome ->> '$.success' = figure.success)
      AND (figure.flag IS NULL OR EXISTS (SELECT 1 FROM json_each(${one}.outcome, '$.flags') AS shown WHERE shown.value = figure.flag))
      AND (figure.fact IS NULL OR ${one}.outcome ->> figure.fact = figure.fact_is)
      AND (figure.sum IS NULL OR json_type(${one}.outcome, figure.sum) = 'integer')
    ON CONFLICT DO UPDATE SET count = count + excluded.count;`

const triggerOf = (name: string, on: string, when: string, sign: string): string => `
  CREATE TEMP TRIGGER figure_${name} AFTER ${on} ON main.roll WHEN ${when}
  BEGIN
    ${countOf('NEW', 'figure', sign, 'true')}
    ${countOf('one', 'roll AS one, figure', `-${sign}`, 'one.id = NEW.follows')}
  END;`

const countAnew = countOf('one', 'roll AS one, figure', '1', 'one.undone = 0 AND NOT EXISTS (SELECT 1 FROM roll AS later WHERE later.follows = one.id AND later.undone = 0)')
