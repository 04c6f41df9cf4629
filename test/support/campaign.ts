import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { BackupsOptions } from '../../main/campaign/backups.ts'
import type { Announce, Campaign } from '../../main/campaign/campaign.ts'
import { createCopier } from '../../main/db/copier.ts'
import { createLibrary } from '../../main/campaign/library.ts'
import { randomUint32 } from '../../main/entropy.ts'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { spawnCopier, spawnFaceReader } from '../../main/db/spawn.ts'
import { createDevelopment } from '../../main/campaign/develop.ts'
import { createPackages } from '../../main/campaign/packages.ts'
import { readBundle } from '../../main/packages/bundle.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createPackageStore } from '../../main/packages/store.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import type { CharacterId, Events, Reply } from '../../preload/contract.ts'
import { backupsBeside } from './backups.ts'
import { tempFolder } from './files.ts'
import { testManifest, testSystem } from './system.ts'

/** An event as it was announced. */
export interface Announced {
  readonly name: keyof Events
  readonly payload: unknown
}

/** The value of a reply that must have succeeded. */
export function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`)
  return reply.value
}

/** A library over real files and the real sandbox, with one package: the test system. */
export function createWorld(folder: string = tempFolder(), announced: (name: keyof Events) => void = () => undefined, backupOptions: Partial<BackupsOptions> = {}) {
  const packages = join(folder, 'packages/coin')
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, 'rules.js'), testSystem)
  writeFileSync(join(packages, 'manifest.json'), JSON.stringify(testManifest))
  const campaigns = join(folder, 'campaigns')
  if (!existsSync(campaigns)) mkdirSync(campaigns)
  const events: Announced[] = []
  const bugs: unknown[] = []
  const clock = { at: 1_000 }
  const announce: Announce = (name, payload) => {
    events.push({ name, payload })
    announced(name)
  }
  const now = () => (clock.at += 1)
  const logBug = (error: unknown) => `bug ${bugs.push(error)}`
  const backups = backupsBeside(campaigns, { announce, now: () => clock.at, logBug, ...backupOptions })
  const store = createPackageStore(join(folder, 'installed'))
  const loadSandbox = (source: string) => createSandbox({ source, spawn: spawnWorker, locate: development.locate(source) })
  const development = createDevelopment({ folder: () => campaigns, backups, catalogue: () => catalogue, library: () => library, loadSandbox, announce, now, everyMs: 20 })
  const catalogue = createCatalogue([join(folder, 'packages')], { store, read: readBundle }, development.inWork)
  const library = createLibrary({
    folder: () => campaigns,
    copier: createCopier(spawnCopier),
    backups,
    readFaces: createFaceReader(spawnFaceReader),
    catalogue,
    loadSandbox,
    announce,
    now,
    uuid: randomUUID,
    random: randomUint32,
    logBug,
  })
  const installer = createPackages({ folder: () => campaigns, store, read: readBundle, catalogue, library, backups, loadSandbox, announce })
  onTestFinished(() => {
    development.end()
    return library.closeCampaign()
  })
  return { installer, development, catalogue, store, folder, campaigns, library, backups, events, bugs, clock }
}

/** An open campaign of the test system with two characters. */
export async function createPlay(folder?: string, backupOptions?: Partial<BackupsOptions>) {
  const world = createWorld(folder, undefined, backupOptions)
  valueOf(await world.library.create('The Ninth Ferry', 'coin'))
  const campaign = world.library.current() as Campaign
  const skills = [{ name: 'Rowing', value: 4 }, { name: 'Song', value: 2 }]
  const hob = valueOf(campaign.createCharacter({ kind: 'pc', name: 'Hob', stats: { skills } }))
  const hound = valueOf(campaign.createCharacter({ kind: 'npc', name: 'Lantern hound', stats: { skills, vigourMax: 3 } }))
  world.events.length = 0
  const side = (who?: CharacterId, input: Record<string, number> = {}) => ({ picks: {}, input, ...(who !== undefined && { who }) })
  /** A roll with faces given as if they were typed. */
  const roll = (check: string, faces: readonly (readonly string[] | null)[], ...sides: ReturnType<typeof side>[]) =>
    campaign.makeRoll({ check, sides, typed: faces })
  const path = join(world.campaigns, campaign.file)
  /** Everything in the file but the journal, which grows with every step, and the clocks of fights, which only run. */
  const dump = (): Record<string, readonly unknown[]> => {
    const db = new Sqlite(path, { readonly: true })
    const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('journal', 'fight_clock', 'die_face', 'counter_sum', 'figure_count') AND name NOT LIKE '%_search%'").pluck().all()
    const all = Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY id`).all()]))
    db.close()
    return all
  }
  const counterOf = (id: CharacterId, counter: string) => campaign.view().characters.find((each) => each.id === id)?.counters[counter]?.value
  return { ...world, campaign, hob, hound, side, roll, dump, path, counterOf }
}

/** What a file holds without the rolls and deeds that were undone: those are kept, marked. */
export function standing(state: Record<string, readonly unknown[]>): Record<string, readonly unknown[]> {
  const kept = (rows: readonly unknown[] | undefined) => (rows as { undone: number }[]).filter(({ undone }) => undone === 0)
  return { ...state, roll: kept(state.roll), deed: kept(state.deed) }
}

/** The hash that a package's script is known by. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
