/** What a campaign's card says. Pure. */
import type { CampaignCard } from '../../preload/contract.ts'
import { dateOf, momentOf, sizeInWords } from './words.ts'

/** System, last played, sessions, size and last backup. */
export function cardInWords({ system, playedAt, sessions = 0, changedAt, bytes, backedUpAt, problem }: CampaignCard): string {
  return [
    system,
    playedAt === undefined ? (problem === undefined ? `not played yet, changed ${dateOf(changedAt)}` : `changed ${dateOf(changedAt)}`) : `played ${dateOf(playedAt)}`,
    sessions > 0 && `${sessions.toLocaleString('en')} ${sessions === 1 ? 'session' : 'sessions'}`,
    sizeInWords(bytes),
    backedUpAt !== undefined && `backed up ${dateOf(backedUpAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What keeps it from being played now. */
export function noteOnCard({ heldBy, readOnly, problem }: CampaignCard): string | undefined {
  if (heldBy) return `Open in another Tollkeeper on ${heldBy.host} (process ${heldBy.pid})${heldBy.since === undefined ? '' : ` since ${momentOf(heldBy.since)}`}. Close it there first.`
  if (problem !== undefined) return problem
  return readOnly ? 'It lies on something that can’t be written, so it can’t be played there. Copy it to another folder first.' : undefined
}
