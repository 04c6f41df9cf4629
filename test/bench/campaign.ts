/** Campaigns to measure with. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createCopier } from '../../main/db/copier.ts'
import { createLibrary } from '../../main/campaign/library.ts'
import { randomUint32 } from '../../main/entropy.ts'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { spawnCopier, spawnFaceReader } from '../../main/db/spawn.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { backupsBeside } from '../support/backups.ts'
import type { Reply } from '../../preload/contract.ts'
import { root } from './systems.ts'

/** The campaign's name, its only character, who has a score of 62, and its fight. */
export const names = { campaign: 'Bench', character: 'Ysolde Marr', fight: 'On the pier' } as const

/** Makes a campaign with one character and one roll, closes it, and gives its path. */
export async function createPlayedCampaign(folder: string): Promise<string> {
  const library = openLibrary(folder)
  const { file } = valueOf(await library.create(names.campaign, 'epochrypha'))
  const campaign = library.current()
  if (!campaign) throw new Error('The campaign did not open')
  const who = valueOf(campaign.createCharacter({ kind: 'pc', name: names.character, stats: { scores: [{ name: 'Long spear', value: 62 }] } }))
  const rolled = valueOf(await campaign.makeRoll({ check: 'check', sides: [{ who, picks: {}, input: {} }], typed: [] }))
  if (rolled.kind !== 'rolled') throw new Error('The roll was not made')
  await library.closeCampaign()
  return join(folder, file)
}

/** Makes a campaign with a fight of so many, each with a number of its own, closes it, and gives its path. */
export async function createFight(folder: string, count: number): Promise<string> {
  const library = openLibrary(folder)
  const { file } = valueOf(await library.create(names.campaign, 'epochrypha'))
  const campaign = library.current()
  if (!campaign) throw new Error('The campaign did not open')
  const fight = valueOf(campaign.createFight(names.fight))
  const template = valueOf(campaign.createCharacter({ kind: 'npc', role: 'template', name: names.character, stats: { healthMax: 30, scores: [{ name: 'Long spear', value: 62 }] } }))
  for (let left = count; left > 0; left -= 100) valueOf(await campaign.addToFight({ fight, characters: [{ id: template, count: Math.min(left, 100) }] }))
  for (const [index, { id }] of (campaign.view().fight?.places ?? []).entries()) valueOf(campaign.setNumber({ fight, place: id, number: 1_000 - index }))
  await library.closeCampaign()
  return join(folder, file)
}

/** How many steps the journal keeps. */
const journaled = 10_000

/** Repeats the campaign's first roll, with what it paid and its journal entry, until there are so many; with `perSession` in sessions of so many, the last of which runs. */
export function multiplyRolls(path: string, count: number, perSession?: number): void {
  const db = new Sqlite(path)
  db.pragma('synchronous = OFF')
  const each = 'WITH RECURSIVE each (n) AS (SELECT 2 WHERE @last >= 2 UNION ALL SELECT n + 1 FROM each WHERE n < @last)'
  const [session, dice] = perSession === undefined ? ['NULL', 'dice'] : [`1 + (n - 2) / ${perSession}`, "json_set(dice, '$[0].faces[0]', 1 + n % 100)"]
  db.transaction(() => {
    if (perSession !== undefined) {
      const sessions = Math.ceil((count - 1) / perSession)
      db.prepare(`${each} INSERT INTO session (id, uuid, name, started_at, ended_at) SELECT n - 1, lower(hex(randomblob(16))), 'Session ' || (n - 1), n, iif(n = @last, NULL, n) FROM each`).run({ last: sessions + 1 })
    }
    db.prepare(
      `${each} INSERT INTO roll (id, uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, session)
       SELECT n, lower(hex(randomblob(16))), at, package, check_id, participants, inputs, settings, ${dice}, outcome, odds, ${session} FROM each, roll WHERE roll.id = 1`,
    ).run({ last: count })
    db.prepare(
      `${each} INSERT INTO counter_change (at, owner, character, name, counter, amount, value, roll, session)
       SELECT at, owner, character, name, counter, amount, value, n, ${session} FROM each, counter_change WHERE roll = 1`,
    ).run({ last: count })
    db.prepare(
      `${each} INSERT INTO journal (at, label, changes)
       SELECT at, label, changes FROM each, journal WHERE journal.id = (SELECT max(id) FROM journal)`,
    ).run({ last: Math.min(count, journaled) })
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

const openLibrary = (folder: string) =>
  createLibrary({
    folder: () => folder,
    copier: createCopier(spawnCopier),
    backups: backupsBeside(folder),
    readFaces: createFaceReader(spawnFaceReader),
    catalogue: createCatalogue([join(root, 'out/plugins')]),
    loadSandbox: (source) => createSandbox({ source, spawn: spawnWorker }),
    announce: () => undefined,
    now: Date.now,
    uuid: randomUUID,
    random: randomUint32,
    logBug: String,
  })

function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}
