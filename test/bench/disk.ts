/** Rolls on their way to the disk. */
import { randomUUID } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createDoor } from '../../main/campaign/act.ts'
import { movesOf, settle } from '../../main/campaign/payments.ts'
import { createRecords } from '../../main/campaign/records.ts'
import { createJournal } from '../../main/db/journal.ts'
import { openFile } from '../../main/db/open.ts'
import type { Declarations } from '../../plugins/api/index.ts'
import { createPlayedCampaign, multiplyRolls } from './campaign.ts'
import { interleave, median, timed } from './measure.ts'
import { held, type Row } from './report.ts'
import { withTempFolder } from './temp-folder.ts'

/**
 * One roll through the one door, with its counter, its history and its journal entry, in a campaign
 * that already has so many, against appending the same data to a bare file of the same folder.
 */
export async function measureCommits(sizes: readonly number[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(await withTempFolder((folder) => measureCommit(folder, size)))
  return rows
}

async function measureCommit(folder: string, size: number): Promise<Row> {
  const path = await createPlayedCampaign(folder)
  multiplyRolls(path, size)
  const opened = await openFile(path)
  if (!opened.ok) throw new Error(opened.error.message)
  const { db, isThere } = opened.value
  const bare = openSync(join(folder, 'bare'), 'a')
  try {
    const records = createRecords(db)
    const door = createDoor({ db, journal: createJournal(db), isThere, name: 'Bench', now: Date.now, committed: () => undefined, logBug: String, settle: () => undefined })
    const roll = records.rolls.get(1)
    const copy = records.packages.get(records.campaigns.get().package)
    if (!roll || !copy) throw new Error('The campaign has no roll to repeat')
    const desk = { declarations: JSON.parse(copy.declarations) as Declarations, records }
    const text = JSON.stringify(roll)

    const commit = (): void => {
      const kept = door.act('Check by Ysolde Marr', (at) => {
        const id = records.rolls.add({ ...roll, uuid: randomUUID(), at })
        settle(desk, at, id, movesOf(desk, roll.participants, { kind: 'done', outcome: roll.outcome, dice: [], sides: [] }))
      })
      if (!kept.ok) throw new Error(kept.error.message)
    }
    const append = (): void => {
      writeSync(bare, text)
      fdatasyncSync(bare)
    }
    const [ours, theirs] = await interleave([timed(commit), timed(append)], { rounds: 600, warmUp: 100 })
    return held({ name: `commit-${size}`, unit: 'ms', value: median(ours) }, median(theirs), 4)
  } finally {
    closeSync(bare)
    opened.value.close()
  }
}
