/** Exact odds through everything: the walk in the guest, the tally in the host. */
import { randomUint32 } from '../../main/entropy.ts'
import type { Sandbox } from '../../main/sandbox/host.ts'
import { computeOdds } from '../../main/sandbox/odds.ts'
import type { PlaySide } from '../../main/sandbox/play.ts'
import { die, pc, systemScript } from '../support/sandbox.ts'
import { interleave, median, timed, type Timer } from './measure.ts'
import { fixed, held, type Row } from './report.ts'
import { loadD100, newContext, withSystem } from './systems.ts'

const rounds = { rounds: 300, warmUp: 50 }
const sideOf = (sandbox: Sandbox, score: number): PlaySide => ({ input: { score }, context: newContext(sandbox) })

/** Of one d100 check, against the same reading of 100 faces as one bare loop inside one call. */
export async function measureD100Odds(): Promise<readonly Row[]> {
  const { source } = await loadD100()
  return withSystem(source, (sandbox) =>
    withSystem(systemScript(enumeration), async (bare) => {
      const enumerate = timed(async () => {
        const answer = await bare.resolve('task', { score: 62 }, [], pc)
        if (!answer.ok) throw new Error(answer.fault.message)
      })
      const [ours, own] = await interleave([oddsOf(sandbox, 'check', sideOf(sandbox, 62)), enumerate], rounds)
      return [held({ name: 'odds-d100', unit: 'ms', value: median(ours) }, median(own), 2, 0.6)]
    }),
  )
}

/** Of an opposed d100 check, against the odds of its two sides one after the other. */
export async function measureOpposedOdds(): Promise<readonly Row[]> {
  const { source } = await loadD100()
  return withSystem(source, async (sandbox) => {
    const [first, second] = [sideOf(sandbox, 62), sideOf(sandbox, 45)]
    const tasks = [oddsOf(sandbox, 'opposed', first, second), oddsOf(sandbox, 'check', first), oddsOf(sandbox, 'check', second)]
    const [both, one, other] = await interleave(tasks, { rounds: 100, warmUp: 20 })
    return [held({ name: 'odds-opposed', unit: 'ms', value: median(both) }, median(one) + median(other), 3)]
  })
}

/** Of ten d10 summed against a number. */
export async function measureSumOdds(): Promise<readonly Row[]> {
  const body = `return faces.length === 0 ? { need: [{ die: ${die(10)}, count: 10, sum: true }] } : outcome({ success: faces[0] >= input.score })`
  return withSystem(systemScript(body), async (sandbox) => {
    const [times] = await interleave([oddsOf(sandbox, 'task', { input: { score: 55 }, context: pc })], rounds)
    return [fixed({ name: 'odds-10d10', unit: 'ms', value: median(times) }, 1)]
  })
}

/** A whole outcome for each face, counted by what the odds tell apart. */
const enumeration = `
  const { score } = input
  const counts = {}
  for (let face = 1; face <= 100; face++) {
    const success = face <= score && face !== 100
    const difference = Math.abs(score - face)
    const degree = Math.floor(difference / 10)
    const flags = face % 11 === 0 || face === 100 ? [success ? 'spike' : 'fumble'] : []
    const grant = difference % 2 === 1 ? { counter: 'points', to: 'actor', amount: 1 } : { counter: 'doom', to: 'gm', amount: 1 }
    const explain = [face + ' against ' + score + ': ' + success, 'difference ' + difference + ', magnitude ' + degree, '1 ' + grant.counter]
    const each = { success, degree, flags, grants: [grant], costs: [], facts: { difference }, explain, headline: 'By ' + degree }
    const key = each.success + ' ' + each.degree + ' ' + each.flags[0] + ' ' + grant.counter
    counts[key] = (counts[key] ?? 0) + 1
  }
  return outcome({ facts: { distinct: Object.keys(counts).length } })`

function oddsOf(sandbox: Sandbox, check: string, ...sides: readonly PlaySide[]): Timer {
  return timed(async () => {
    const answer = await computeOdds(sandbox, check, sides, { random: randomUint32 })
    if (!answer.ok) throw new Error(answer.fault.message)
    if (!('exact' in answer.value && answer.value.exact)) throw new Error(`The odds of ${check} are not exact.`)
  })
}
