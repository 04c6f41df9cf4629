/** The list of everything that can be undone, and a way through it. */
import { createDoor } from '../../main/campaign/act.ts'
import { createRecords } from '../../main/campaign/records.ts'
import { createJournal } from '../../main/db/journal.ts'
import { openFile } from '../../main/db/open.ts'
import { createPlayedCampaign } from './campaign.ts'
import { interleave, median, timed } from './measure.ts'
import { held, type Row } from './report.ts'
import { withTempFolder } from './temp-folder.ts'

const steps = 10_000
const gone = 100

/** The list of 10,000 steps against reading the same columns bare; 100 steps back and forth in one go against the same, step by step. */
export const measureHistory = (): Promise<readonly Row[]> =>
  withTempFolder(async (folder) => {
    const opened = await openFile(await createPlayedCampaign(folder))
    if (!opened.ok) throw new Error(opened.error.message)
    const { db, isThere } = opened.value
    try {
      const { notes } = createRecords(db)
      const journal = createJournal(db)
      const door = createDoor({ db, journal, isThere, name: 'Bench', now: Date.now, committed: () => undefined, logBug: String, settle: () => undefined })
      const note = notes.create({ uuid: 'bench', title: 'Bench' }, 0)
      db.pragma('synchronous = OFF')
      for (let step = 0; step < steps; step += 1) door.act(`writing line ${step}`, () => notes.update({ id: note, title: 'Bench', text: `Line ${step} of the bench.` }))
      db.pragma('synchronous = FULL')
      const bare = db.prepare('SELECT id, at, label FROM journal ORDER BY id DESC')
      const present = door.present()
      const wayAndBack = (): void => {
        door.goTowards(present - gone, Infinity)
        door.goTowards(present, Infinity)
      }
      const oneByOne = (): void => {
        for (let step = 0; step < gone; step += 1) door.undo()
        for (let step = 0; step < gone; step += 1) door.redo()
      }
      const [list, read, way, single] = await interleave([timed(() => door.list()), timed(() => bare.all()), timed(wayAndBack), timed(oneByOne)], { rounds: 20, warmUp: 2 })
      return [held({ name: `history-list-${steps}`, unit: 'ms', value: median(list) }, median(read), 3), held({ name: `history-go-${gone}`, unit: 'ms', value: median(way) }, median(single), 1)]
    } finally {
      opened.value.close()
    }
  })
