import type { Deed, SessionId } from '../../preload/contract.ts'
import type { DeedRecord } from '../db/stores/deeds.ts'
import type { Records } from './records.ts'

/** Writes into the log what was done that isn't a roll; the transaction is the caller's. */
export function noteDeed({ records }: { readonly records: Records }, at: number, headline: string, explain: readonly string[], who: string | undefined): void {
  records.deeds.add({ at, session: records.sessions.running()?.id ?? null, headline, explain, who: who ?? null })
}

/** A deed as the log shows it. */
export const toDeed = ({ session, who, ...deed }: DeedRecord): Deed => ({
  ...deed,
  ...(session !== null && { session: session as SessionId }),
  ...(who !== null && { who }),
})
