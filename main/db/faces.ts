import type { Reply } from '../../preload/contract.ts'
import { done, failed } from '../rules/reply.ts'
import { columnsOf } from './contents.ts'
import { diskFailure } from './failure.ts'
import { openForReading, type OpenOptions } from './open.ts'
import { createCampaignStore } from './stores/campaigns.ts'
import { facesSql, type FaceCount } from './stores/economy.ts'

/** How the dice of a whole campaign fell. */
export interface CampaignFaces {
  /** The campaign's own id, the same in a copy of its file. */
  readonly id: string
  readonly faces: readonly FaceCount[]
}

/** What a counting worker is given. */
export interface FacesJob {
  readonly paths: readonly string[]
  readonly nativeBinding?: string | undefined
}

/** What it answers, in the order of the paths. */
export type FacesAnswer = Reply<CampaignFaces>

/** Reads a campaign file's counted faces, whoever has it open, and changes nothing. */
export function readFaces(path: string, options: OpenOptions): Reply<CampaignFaces> {
  try {
    const opened = openForReading(path, options)
    if (!opened.ok) return opened
    const { db, close } = opened.value
    try {
      if (columnsOf(db, 'die_face').length === 0) return failed('refused', 'An older Tollkeeper saved it, which counted no faces. Open it once, and its dice count from then on.')
      const faces = db.prepare<{ session: null }, Omit<FaceCount, 'typed'> & { readonly typed: 0 | 1 }>(facesSql).all({ session: null })
      return done({ id: createCampaignStore(db).id(), faces: faces.map((row) => ({ ...row, typed: row.typed === 1 })) })
    } finally {
      close()
    }
  } catch (error) {
    return diskFailure(error, path) ?? failed('damaged', 'It can’t be read. Nothing was changed. Restore it from a backup.')
  }
}
