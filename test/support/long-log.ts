/** A campaign with a long log, for tests of the running app. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createCopier } from '../../main/db/copier.ts'
import { createLibrary } from '../../main/campaign/library.ts'
import { randomUint32 } from '../../main/entropy.ts'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { spawnCopier, spawnFaceReader } from '../../main/db/spawn.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import type { Reply } from '../../preload/contract.ts'
import { backupsBeside } from './backups.ts'

const root = resolve(import.meta.dirname, '../..')
const apartMs = 30_000

/** Makes a campaign in a folder whose log holds so many rolls, half a minute apart, the last one now. */
export async function createLongLog(folder: string, name: string, count: number): Promise<void> {
  const began = Date.now() - count * apartMs
  mkdirSync(folder, { recursive: true })
  const library = createLibrary({
    folder: () => folder,
    copier: createCopier(spawnCopier),
    backups: backupsBeside(folder),
    readFaces: createFaceReader(spawnFaceReader),
    catalogue: createCatalogue([join(root, 'out/plugins')]),
    loadSandbox: (source) => createSandbox({ source, spawn: spawnWorker }),
    announce: () => undefined,
    now: () => began,
    uuid: randomUUID,
    random: randomUint32,
    logBug: String,
  })
  const { file } = valueOf(await library.create(name, 'epochrypha'))
  const campaign = library.current()
  if (!campaign) throw new Error('The campaign did not open')
  valueOf(await campaign.makeRoll({ check: 'check', sides: [{ picks: {}, input: { score: 62 } }], typed: [['33']] }))
  await library.closeCampaign()

  const db = new Sqlite(join(folder, file))
  db.pragma('synchronous = OFF')
  db.prepare(
    `WITH RECURSIVE each (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM each WHERE n < @count)
     INSERT INTO roll (id, uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds)
     SELECT n, lower(hex(randomblob(16))), at + (n - 1) * @apartMs, package, check_id, participants, inputs, settings, dice, outcome, odds FROM each, roll WHERE roll.id = 1`,
  ).run({ count, apartMs })
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}
