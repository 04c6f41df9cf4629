/** A thousand NPC checks as one action, against its two parts: the system's work and the rows on the disk. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createCampaign } from '../../main/campaign/campaign.ts'
import { openFile } from '../../main/db/open.ts'
import { randomUint32 } from '../../main/entropy.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import type { CharacterId } from '../../preload/contract.ts'
import { createPlayedCampaign } from './campaign.ts'
import { interleave, median, timed } from './measure.ts'
import { held, type Row } from './report.ts'
import { loadD100, newContext, withSystem } from './systems.ts'
import { withTempFolder } from './temp-folder.ts'

const count = 1_000
const score = 62

export const measureBatch = (): Promise<readonly Row[]> =>
  withTempFolder(async (folder) => {
    const path = await createPlayedCampaign(folder)
    const file = await openFile(path)
    if (!file.ok) throw new Error(file.error.message)
    const campaign = await createCampaign({
      file: file.value,
      fileName: 'bench.campaign',
      loadSandbox: (source) => createSandbox({ source, spawn: spawnWorker }),
      announce: () => undefined,
      now: Date.now,
      uuid: randomUUID,
      random: randomUint32,
      backUp: async () => ({ ok: true, value: null }),
      logBug: String,
    })
    const actors: CharacterId[] = []
    for (let index = 0; index < count; index += 1) {
      const made = campaign.createCharacter({ kind: 'npc', name: `Drowned ${index + 1}`, stats: { scores: [{ name: 'Melee', value: score }] } })
      if (!made.ok) throw new Error(made.error.message)
      actors.push(made.value)
    }
    const batch = async (): Promise<void> => {
      const rolled = await campaign.rollBatch({ check: 'check', actors, input: {} })
      if (!rolled.ok) throw new Error(rolled.error.message)
    }
    await batch()
    const rows = file.value.db.prepare('SELECT uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, secret FROM roll ORDER BY id DESC LIMIT 1000').all()
    const bare = createBare(join(folder, 'bare.db'), file.value.db.prepare<[], string>("SELECT sql FROM sqlite_master WHERE name = 'roll'").pluck().get() ?? '', rows)
    try {
      const { source } = await loadD100()
      return await withSystem(source, async (sandbox) => {
        const context = { ...newContext(sandbox), actor: 'npc' as const }
        const resolve = async (): Promise<void> => {
          const jobs = Array.from({ length: count }, () => ({ input: { score }, faces: [] as number[] }))
          const needs = await sandbox.resolveMany('check', jobs, context)
          const ends = await sandbox.resolveMany('check', jobs.map(({ input }) => ({ input, faces: [44] })), context)
          if (!needs.ok || !ends.ok) throw new Error('The system failed')
        }
        const [ours, system, disk] = await interleave([timed(batch), timed(resolve), timed(bare.write)], { rounds: 15, warmUp: 3 })
        return [held({ name: 'batch-1000', unit: 'ms', value: median(ours) }, median(system) + median(disk), 2)]
      })
    } finally {
      bare.close()
      await campaign.close()
    }
  })

/** The same rows into a bare file with the same table, in one transaction, on the disk when it is done. */
function createBare(path: string, table: string, rows: readonly unknown[]) {
  rmSync(path, { force: true })
  const db = new Sqlite(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(table)
  const add = db.prepare(
    `INSERT INTO roll (uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, secret)
     VALUES (lower(hex(randomblob(16))), @at, @package, @check_id, @participants, @inputs, @settings, @dice, @outcome, @odds, @secret)`,
  )
  return {
    write: db.transaction(() => {
      for (const row of rows) add.run(row)
    }),
    close: () => db.close(),
  }
}
