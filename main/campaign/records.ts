import type { Database } from 'better-sqlite3'
import { createCampaignStore, type CampaignStore } from '../db/stores/campaigns.ts'
import { createCharacterStore, type CharacterStore } from '../db/stores/characters.ts'
import { createCounterStore, type CounterStore } from '../db/stores/counters.ts'
import { createPackageStore, type PackageStore } from '../db/stores/packages.ts'
import { createRollStore, type RollStore } from '../db/stores/rolls.ts'

/** Every store of one campaign file. */
export interface Records {
  readonly campaigns: CampaignStore
  readonly characters: CharacterStore
  readonly counters: CounterStore
  readonly packages: PackageStore
  readonly rolls: RollStore
}

export const createRecords = (db: Database): Records => ({
  campaigns: createCampaignStore(db),
  characters: createCharacterStore(db),
  counters: createCounterStore(db),
  packages: createPackageStore(db),
  rolls: createRollStore(db),
})
