import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome, System } from '../../plugins/api/index.ts'
import cypher from '../../plugins/cypher/index.ts'
import epochrypha from '../../plugins/epochrypha/index.ts'
import sfrpg from '../../plugins/sfrpg/index.ts'
import { parseForm } from '../../main/rules/fields.ts'
import type { Sandbox } from '../../main/sandbox/host.ts'
import { computeOdds } from '../../main/sandbox/odds.ts'
import { anyInput, contextOf, everyOutcome, firstStep, whole } from './play.ts'
import { openBuilt } from './sandbox.ts'

const random = () => 0

/** What the odds must be, counted over every face by calling the system's functions outside the sandbox. */
function counted(outcomes: readonly Outcome[], flags: readonly string[]) {
  const share = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length / outcomes.length
  const degrees = [...new Set(outcomes.flatMap(({ degree }) => degree ?? []))].sort((a, b) => a - b)
  const counters = [...new Set(outcomes.flatMap(({ grants }) => grants.map(({ counter }) => counter)))]
  return {
    success: share(({ success }) => success === true),
    flags: Object.fromEntries(flags.map((flag) => [flag, share((outcome) => outcome.flags.includes(flag))])),
    degrees: Object.fromEntries(degrees.map((degree) => [degree, share((outcome) => outcome.degree === degree)])),
    grants: counters.map((counter) => {
      const paid = outcomes.flatMap(({ grants }) => grants.filter((grant) => grant.counter === counter))
      return [counter, paid.reduce((sum, { amount }) => sum + amount, 0) / outcomes.length] as const
    }),
  }
}

const systems: Readonly<Record<string, System>> = { cypher, epochrypha, sfrpg }
const oneDie = [
  ['cypher', 'task'],
  ['cypher', 'attack'],
  ['cypher', 'defend'],
  ['epochrypha', 'check'],
  ['sfrpg', 'skill'],
  ['sfrpg', 'attack'],
] as const

describe('the odds', () => {
  const sandboxes: Record<string, Sandbox> = {}
  const sandboxOf = (id: string) => sandboxes[id] ?? expect.fail('opened')
  beforeAll(async () => {
    for (const id of Object.keys(systems)) sandboxes[id] = await openBuilt(id)
  })
  afterAll(() => Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.close())))

  it.each(oneDie)('of %s %s are what counting every face gives, for 200 inputs', async (id, check) => {
    const system = systems[id] ?? expect.fail('known')
    const fields = system.checks[check]?.input ?? []
    const flags = (system.checks[check]?.flags ?? []).map((flag) => flag.id)
    let compared = 0
    await fc.assert(
      fc.asyncProperty(anyInput(fields), anyInput(system.settings), async (input, settings) => {
        const context = contextOf(system, settings)
        fc.pre(!('refuse' in firstStep(system, check, input, context)))
        const answer = await computeOdds(sandboxOf(id), check, [{ input: whole(fields, input), context }], { random })
        if (!answer.ok || !('success' in answer.value)) return expect.fail(JSON.stringify(answer))
        const expected = counted(everyOutcome(system, check, input, context), flags)
        const { exact, success, degrees, grants } = answer.value
        expect({ exact, success }).toEqual({ exact: true, success: expect.closeTo(expected.success, 12) })
        expect(answer.value.flags).toEqual(closeTo(expected.flags))
        expect(degrees).toEqual(closeTo(expected.degrees))
        for (const [counter, amount] of expected.grants) expect(grants[counter]).toBeCloseTo(amount, 12)
        compared += 1
      }),
      { numRuns: 200 },
    )
    expect(compared).toBeGreaterThanOrEqual(200)
  })

  it.each([
    ['epochrypha', 'opposed'],
    ['sfrpg', 'opposed'],
  ])('of %s %s are what comparing every pair of faces gives', async (id, contest) => {
    const system = systems[id] ?? expect.fail('known')
    const opposed = system.opposed?.[contest] ?? expect.fail('declared')
    const context = contextOf(system)
    await fc.assert(
      fc.asyncProperty(anyInput(opposed.side), anyInput(opposed.side), async (ours, theirs) => {
        const inputs = [ours, theirs].map((side) => parseForm(opposed.side, side).input)
        const answer = await computeOdds(sandboxOf(id), contest, inputs.map((input) => ({ input, context })), { random })
        if (!answer.ok || !('success' in answer.value)) return expect.fail(JSON.stringify(answer))
        const [actors, opponents] = inputs.map((input) => everyOutcome(system, opposed.of, opposed.toInput(input)))
        const verdicts = (actors ?? []).flatMap((actor) => (opponents ?? []).map((opponent) => opposed.compare(actor, opponent, context)))
        const won = verdicts.filter(({ success }) => success === true).length / verdicts.length
        const even = verdicts.filter(({ degree }) => degree === 0).length / verdicts.length
        expect(answer.value).toMatchObject({ exact: true, success: expect.closeTo(won, 12) })
        expect(answer.value.degrees['0'] ?? 0).toBeCloseTo(even, 12)
      }),
      { numRuns: 15 },
    )
  })
})

const closeTo = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expect.closeTo(value, 12)]))
