import type { Declarations, OldRecord, Value } from '../../plugins/api/index.ts'
import type { Reply } from '../../preload/contract.ts'
import { DamagedFile } from '../db/failure.ts'
import { beginAnew } from '../db/migrate.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import type { Owner } from '../db/stores/counters.ts'
import type { Package } from '../packages/load.ts'
import type { Manifest } from '../packages/manifest.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { Sandbox } from '../sandbox/host.ts'
import type { Database } from 'better-sqlite3'
import { createRecords } from './records.ts'
import { sheetOf } from './roster.ts'

/** A version of a system to which campaigns are moved, loaded. */
export interface Destination {
  readonly package: Package
  readonly sandbox: Sandbox
}

/**
 * Works out all that moving a campaign to another version of its system writes, and writes nothing yet:
 * what throws or answers wrongly does so before anything is changed. The answer writes it, in one transaction.
 */
export async function planMove(db: Database, { package: to, sandbox }: Destination): Promise<Reply<() => void>> {
  const records = createRecords(db)
  const campaign = records.campaigns.get()
  const copy = records.packages.get(campaign.package)
  if (!copy) throw new DamagedFile('A campaign without its package copy')
  const from = JSON.parse(copy.manifest) as Manifest
  const { name, version, dataVersion } = to.manifest
  if (from.dataVersion > dataVersion)
    return failed('refused', `It holds data of ${name} ${from.version}, which ${version} is too old for.`)
  const { declarations } = sandbox
  const bring = async (kind: OldRecord['kind'], whose: string, data: Readonly<Record<string, Value>>): Promise<Reply<Readonly<Record<string, Value>>>> => {
    let record: OldRecord = { kind, data }
    for (let next = from.dataVersion + 1; next <= dataVersion; next += 1) {
      const answer = await sandbox.migrate(next, record)
      if (!answer.ok) return failed('fault', `The ${kind} of ${whose} could not be brought along: ${answer.fault.message}`)
      record = answer.value
    }
    return done(record.data)
  }

  const settings = await bring('settings', campaign.name, campaign.settings)
  if (!settings.ok) return settings
  const characters: CharacterRecord[] = []
  const counters: { readonly owner: Owner; readonly values: Readonly<Record<string, Value>> }[] = []
  for (const owner of ['gm', 'table'] as const) {
    const values = await bring('counters', owner === 'gm' ? 'the GM' : 'the table', records.counters.of(owner))
    if (!values.ok) return values
    counters.push({ owner, values: values.value })
  }
  if (from.dataVersion < dataVersion) {
    const held = records.counters.ofCharacters()
    for (const character of records.characters.list()) {
      const stats = await bring('stats', character.name, character.stats)
      if (!stats.ok) return stats
      const wrong = problemOf(declarations, character, stats.value)
      if (wrong !== undefined) return failed('fault', `The stats of ${character.name} could not be brought along: ${wrong}`)
      characters.push({ ...character, stats: stats.value })
      const values = await bring('counters', character.name, held.get(character.id) ?? {})
      if (!values.ok) return values
      counters.push({ owner: { character: character.id }, values: values.value })
    }
  }
  const odd = counters.flatMap(({ values }) => Object.entries(values)).find(([, value]) => !Number.isSafeInteger(value))
  if (odd) return failed('fault', `The counter ${odd[0]} could not be brought along: it became ${JSON.stringify(odd[1])}, expected a whole number.`)
  const declared = Object.fromEntries(declarations.settings.flatMap(({ id }) => (settings.value[id] === undefined ? [] : [[id, settings.value[id]]])))

  return done(() =>
    db.transaction(() => {
      const manifest = JSON.stringify(to.manifest)
      const row = records.packages.keep({ sha256: to.sha256, manifest, declarations: JSON.stringify(declarations), source: to.source })
      records.packages.setManifest(row, manifest)
      records.campaigns.setPackage(row)
      // What the new version asks for besides starts with its default; what it doesn't know any more is kept.
      records.campaigns.setSettings({ ...settings.value, ...parseForm(declarations.settings, declared).input })
      for (const character of characters) records.characters.update(character)
      for (const { owner, values } of counters) for (const [counter, value] of Object.entries(values)) records.counters.set(owner, counter, value as number)
      beginAnew(db, `moving to ${name} ${version}`)
    }).immediate(),
  )
}

/** What is wrong with a migrated sheet, of what it holds; what it lacks takes its default. */
function problemOf(declarations: Declarations, { kind }: CharacterRecord, stats: CharacterRecord['stats']): string | undefined {
  const held = sheetOf({ declarations }, kind).filter(({ id }) => stats[id] !== undefined)
  return parseForm(held, Object.fromEntries(held.map(({ id }) => [id, stats[id]]))).problems[0]?.message
}
