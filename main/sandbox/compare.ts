/** The chances of an opposed check out of both sides' own: who wins which pair, asked slice by slice. */
import type { Context } from '../../plugins/api/index.ts'
import type { Odds } from '../../preload/contract.ts'
import { toOpposedOdds, toSides } from '../rules/odds.ts'
import type { Sides, Tally, VerdictTable } from '../rules/odds.ts'
import type { Answer, Sandbox } from './host.ts'
import type { NoOdds, OddsOptions } from './odds.ts'
import type { Sampler } from './sample.ts'
import { createSlicer } from './slicer.ts'

/** More pairs than this aren't compared one by one. */
const pairLimit = 1_000_000

/**
 * Compares every two sides that differ. A comparison that never looks at totals is asked only about
 * sides that differ otherwise: most systems compare degrees, and there are few of those.
 */
export async function compareSides(
  sandbox: Sandbox,
  contest: string,
  [actor, opponent]: readonly [Tally, Tally],
  context: Context,
  options: OddsOptions,
  estimate: Sampler,
): Promise<Answer<Odds | NoOdds>> {
  for (const withoutTotals of [true, false]) {
    const sides = [toSides(actor, withoutTotals), toSides(opponent, withoutTotals)] as const
    if (sides[0].sides.length * sides[1].sides.length > pairLimit) continue
    const table = await tableOf(sandbox, contest, sides, context, withoutTotals, options, estimate)
    if (!table.ok) return table
    if (table.value === 'totals') continue
    if ('cancelled' in table.value) return { ok: true, value: table.value }
    return { ok: true, value: toOpposedOdds(actor, opponent, ...sides, table.value) }
  }
  return estimate.finish()
}

async function tableOf(
  sandbox: Sandbox,
  contest: string,
  [{ sides: actors }, { sides: opponents }]: readonly [Sides, Sides],
  context: Context,
  withoutTotals: boolean,
  { signal }: OddsOptions,
  estimate: Sampler,
): Promise<Answer<VerdictTable | { readonly cancelled: true } | 'totals'>> {
  const columns = opponents.length
  const pairs = actors.length * columns
  const verdicts: { success: boolean | null; degree?: number }[] = []
  const places = new Map<string, number>()
  const table: number[] = []
  const slicer = createSlicer()
  while (table.length < pairs) {
    if (signal?.aborted) return { ok: true, value: { cancelled: true } }
    // Whole rows where they fit, else a piece of one row.
    const row = Math.floor(table.length / columns)
    const from = table.length % columns
    const slice = await slicer.run((limit) => {
      const rows = from === 0 ? Math.max(1, Math.floor(limit / columns)) : 1
      const piece = rows === 1 ? opponents.slice(from, from + limit) : opponents
      return sandbox.compareAll({ opposed: contest, actors: actors.slice(row, row + rows), opponents: piece, context, withoutTotals })
    })
    if (!slice.ok) return slice
    const compared = slice.value
    if (compared.kind === 'totals') return { ok: true, value: 'totals' }
    if (compared.kind === 'look') {
      const [one, other] = [actors[row + compared.actor], opponents[from + compared.opponent]]
      const verdict = one && other ? await sandbox.compare(contest, one, other, context) : undefined
      if (verdict && !verdict.ok) return verdict
      return { ok: false, fault: { kind: 'invalid', message: `opposed.${contest}.compare: the same call gave different answers.` } }
    }
    const known = compared.verdicts.map(({ success, degree }) => {
      const key = `${success} ${degree}`
      const place = places.get(key) ?? verdicts.push({ success, ...(degree === null ? {} : { degree }) }) - 1
      places.set(key, place)
      return place
    })
    for (const place of compared.table) table.push(known[place] as number)
    if (table.length < pairs) await estimate.offer()
  }
  return { ok: true, value: { verdicts, at: (a, b) => table[a * columns + b] as number } }
}
