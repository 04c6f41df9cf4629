/** A search of the log from the palette. */
import { createRecords } from '../../main/campaign/records.ts'
import { openFile } from '../../main/db/open.ts'
import { createPlayedCampaign, multiplyRolls } from './campaign.ts'
import { interleave, median, timed } from './measure.ts'
import { held, type Row } from './report.ts'
import { withTempFolder } from './temp-folder.ts'

const slice = 250

/** The newest part of the log searched, and one far back, against its rows read bare: what either waits for, however long the log is. */
export async function measureFind(sizes: readonly number[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(await withTempFolder((folder) => measure(folder, size)))
  return rows
}

async function measure(folder: string, size: number): Promise<Row> {
  const path = await createPlayedCampaign(folder)
  multiplyRolls(path, size)
  const opened = await openFile(path)
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  try {
    const { log } = createRecords(db)
    const bare = db.prepare('SELECT id, at, participants, outcome FROM roll WHERE id BETWEEN ? AND ?')
    const parts = [size, Math.floor(size / 2)]
    const ours = () => parts.map((roll) => log.findIn('said nowhere', { roll, deed: 0 }, slice))
    const theirs = () => parts.map((roll) => bare.all(roll - slice + 1, roll))
    const [found, read] = await interleave([timed(ours), timed(theirs)], { rounds: 100, warmUp: 10 })
    return held({ name: `find-in-log-${size}`, unit: 'ms', value: median(found) }, median(read), 4)
  } finally {
    opened.value.close()
  }
}
