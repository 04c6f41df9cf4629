import type { CharacterId, Deed, Payment, SessionId } from '../../preload/contract.ts'
import type { CausedStep } from '../db/stores/counters.ts'
import type { DeedAction } from '../db/stores/deeds.ts'
import type { Records } from './records.ts'

/** Writes into the log what was done that isn't a roll, and gives its id, which the counters that it moves name as their cause. The transaction is the caller's. */
export function noteDeed({ records }: { readonly records: Records }, at: number, headline: string, explain: readonly string[], who: string | undefined, of?: DeedAction): number {
  return records.deeds.add({ at, session: records.sessions.running()?.id ?? null, headline, explain, who: who ?? null }, of)
}

/** A deed as the log shows it. */
export function getDeed({ records }: { readonly records: Records }, id: number): Deed | undefined {
  const found = records.deeds.get(id)
  if (!found) return undefined
  const { session, who, ...deed } = found
  return { ...deed, payments: records.counters.stepsOfDeed(id).map(stepToPayment), ...(session !== null && { session: session as SessionId }), ...(who !== null && { who }) }
}

/** A counter's step as the entry of the log that caused it shows it. */
export const stepToPayment = ({ character, name, counter, amount }: CausedStep): Payment => ({ owner: name, counter, amount, ...(character !== null && { character: character as CharacterId }) })
