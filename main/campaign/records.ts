import type { Database } from 'better-sqlite3'
import { createCampaignStore, type CampaignStore } from '../db/stores/campaigns.ts'
import { createCharacterStore, type CharacterStore } from '../db/stores/characters.ts'
import { createConditionStore, type ConditionStore } from '../db/stores/conditions.ts'
import { createCounterStore, type CounterStore } from '../db/stores/counters.ts'
import { createDeedStore, type DeedStore } from '../db/stores/deeds.ts'
import { createEconomyStore, type EconomyStore } from '../db/stores/economy.ts'
import { createEncounterStore, type EncounterStore } from '../db/stores/encounters.ts'
import { createFigureStore, type FigureStore } from '../db/stores/figures.ts'
import { createFightStore, type FightStore } from '../db/stores/fights.ts'
import { createLogStore, type LogStore } from '../db/stores/log.ts'
import { createNoteStore, type NoteStore } from '../db/stores/notes.ts'
import { createPackageStore, type PackageStore } from '../db/stores/packages.ts'
import { createRollStore, type RollStore } from '../db/stores/rolls.ts'
import { createSessionStore, type SessionStore } from '../db/stores/sessions.ts'
import { createTableStore, type TableStore } from '../db/stores/tables.ts'

/** Every store of one campaign file. */
export interface Records {
  readonly campaigns: CampaignStore
  readonly characters: CharacterStore
  readonly conditions: ConditionStore
  readonly counters: CounterStore
  readonly deeds: DeedStore
  readonly economy: EconomyStore
  readonly encounters: EncounterStore
  readonly fights: FightStore
  readonly figures: FigureStore
  readonly log: LogStore
  readonly notes: NoteStore
  readonly packages: PackageStore
  readonly rolls: RollStore
  readonly sessions: SessionStore
  readonly tables: TableStore
}

export const createRecords = (db: Database): Records => ({
  campaigns: createCampaignStore(db),
  characters: createCharacterStore(db),
  conditions: createConditionStore(db),
  counters: createCounterStore(db),
  deeds: createDeedStore(db),
  economy: createEconomyStore(db),
  encounters: createEncounterStore(db),
  fights: createFightStore(db),
  figures: createFigureStore(db),
  log: createLogStore(db),
  notes: createNoteStore(db),
  packages: createPackageStore(db),
  rolls: createRollStore(db),
  sessions: createSessionStore(db),
  tables: createTableStore(db),
})
