/** A backup of a large campaign while it is played. */
import { closeSync, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCopier } from '../../main/db/copier.ts'
import { copyMoment } from '../../main/db/copy.ts'
import { openFile } from '../../main/db/open.ts'
import { spawnCopier } from '../../main/db/spawn.ts'
import { createPlayedCampaign, multiplyRolls } from './campaign.ts'
import { interleave, median, timed } from './measure.ts'
import { held, type Row } from './report.ts'
import { withTempFolder } from './temp-folder.ts'

const commitEveryMs = 50
const restMs = 2_000

/**
 * Copying a campaign at one moment, against a copy of the file that is flushed; and the longest that a
 * thread which writes now and then is kept from its next turn by a whole backup, its check included,
 * against the same at rest.
 */
export const measureBackup = (rolls: number): Promise<readonly Row[]> =>
  withTempFolder(async (folder) => {
    const path = await createPlayedCampaign(folder)
    multiplyRolls(path, rolls)
    const opened = await openFile(path)
    if (!opened.ok) throw new Error(opened.error.message)
    const { db, close } = opened.value
    const write = db.prepare("INSERT INTO journal (at, label, changes) VALUES (1, 'bench', '[]')")
    const to = join(folder, 'copy')
    const flush = (file: string): void => {
      const handle = openSync(file, 'r')
      fsyncSync(handle)
      closeSync(handle)
    }
    const copy = async (): Promise<void> => {
      rmSync(to, { force: true })
      await copyMoment({ from: path, to }, () => undefined)
      flush(to)
    }
    const bare = (): void => {
      rmSync(to, { force: true })
      copyFileSync(path, to)
      flush(to)
    }
    const longestGap = async (work: () => Promise<unknown>): Promise<number> => {
      const watching = watchLoop(() => write.run())
      await work()
      return watching.end()
    }
    try {
      const [ours, limit] = await interleave([timed(copy), timed(bare)], { rounds: 7, warmUp: 1 })
      const copier = createCopier(spawnCopier)
      const backedUp = await longestGap(() => copier.copy(path, join(folder, 'backup')))
      const atRest = await longestGap(() => sleep(restMs))
      return [
        held({ name: `backup-${rolls}`, unit: 'ms', value: median(ours) }, median(limit), 2),
        held({ name: 'backup-gap', unit: 'ms', value: backedUp }, atRest, 1.5, 30),
      ]
    } finally {
      close()
    }
  })

/** Notes the longest time between two turns of the event loop. */
function watchLoop(now: () => void): { end(): number } {
  let last = performance.now()
  let worst = 0
  let isWatching = true
  const turn = (): void => {
    const at = performance.now()
    worst = Math.max(worst, at - last)
    last = at
    if (isWatching) setTimeout(turn, 1)
  }
  turn()
  const writing = setInterval(now, commitEveryMs)
  return {
    end() {
      isWatching = false
      clearInterval(writing)
      return worst
    },
  }
}
