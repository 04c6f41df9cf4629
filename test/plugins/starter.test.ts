import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentProblems } from '../../main/cli/check-content.ts'
import type { GoldenRow } from '../../main/cli/golden.ts'
import { parseGolden, runRow } from '../../main/cli/golden.ts'
import { prepare } from '../../main/cli/prepare.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { loadPackage } from '../../main/packages/load.ts'
import type { Sandbox } from '../../main/sandbox/host.ts'
import { computeOdds } from '../../main/sandbox/odds.ts'
import { playCheck } from '../../main/sandbox/play.ts'
import type { Holder, Outcome, Row, Value } from '../../plugins/api/index.ts'
import { buildAll } from '../../plugins/build.ts'
import starter from '../../plugins/starter/index.ts'
import type { CharacterId } from '../../preload/contract.ts'
import { createWorld, valueOf as given } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'
import { valueOf } from '../support/sandbox.ts'
import { anyInput, contextOf, firstStep, outcomeOf, whole } from './play.ts'
import { openBuilt } from './sandbox.ts'

type Given = Readonly<Record<string, Value>>

const random = () => 0
const fieldsOf = (check: string) => starter.checks[check]?.input ?? []
const plain = contextOf(starter, { sixes: 'count' })

let sandbox: Sandbox
let rows: readonly GoldenRow[]
beforeAll(async () => {
  sandbox = await openBuilt('starter')
  const golden = parseGolden(await readFile('plugins/starter/golden.json', 'utf8'))
  rows = golden.ok ? golden.rows : expect.fail(golden.message)
})
afterAll(() => sandbox.close())

/** The odds that the host finds, which must be there. */
async function oddsOf(check: string, sides: readonly Given[], context = contextOf(starter)) {
  const form = starter.opposed?.[check]?.side ?? fieldsOf(check)
  const odds = valueOf(await computeOdds(sandbox, check, sides.map((side) => ({ input: whole(form, side), context })), { random }))
  return 'success' in odds ? odds : expect.fail(JSON.stringify(odds))
}

describe('the starter', () => {
  it('passes all of its golden rows', async () => {
    expect(rows.length).toBeGreaterThan(12)
    for (const row of rows) expect(await runRow(sandbox, row), row.name).toEqual([])
  })

  it('gives the same answer to the same question', async () => {
    for (const { check, input, faces, settings } of rows) {
      const prepared = prepare(sandbox.declarations, check, input, settings)
      if (prepared.kind !== 'ready') continue
      const ask = () => {
        const left = [...faces]
        return playCheck(sandbox, check, prepared.sides, { take: (_side, { count }) => left.splice(0, count) })
      }
      expect(JSON.stringify(await ask())).toBe(JSON.stringify(await ask()))
    }
  })

  it('brings samples that fit it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'starter-'))
    try {
      expect(await buildAll('plugins', folder, 'starter')).toEqual(['starter'])
      const loaded = await loadPackage(join(folder, 'starter'))
      if (!loaded.ok) return expect.fail(loaded.message)
      expect(loaded.package.content.characters.length + loaded.package.content.creatures.length).toBe(5)
      expect(await contentProblems(sandbox, loaded.package.content)).toEqual([])
      expect((await createCatalogue([folder]).list()).map(({ id }) => id)).toEqual(['starter'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('is shown by the dev server alone', async () => {
    const index = await readFile('main/index.ts', 'utf8')
    expect(index).toContain(`devServer === undefined ? [] : [join(out, 'dev-plugins')]`)
  })
})

describe('the odds of a venture whose sixes count once', () => {
  it('are what throwing every face gives, for 200 inputs', async () => {
    const anyVenture = fc.tuple(anyInput(fieldsOf('venture')), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 1 }))
    await fc.assert(
      fc.asyncProperty(anyVenture, async ([any, dice, oil]) => {
        const input = { ...any, dice, oil }
        const odds = await oddsOf('venture', [input], plain)
        const expected = counted(everyThrow('venture', input, plain))
        expect(odds).toMatchObject({ exact: true, success: expect.closeTo(expected.success, 12) })
        expect(odds.flags).toEqual(closeTo(expected.flags))
        expect(odds.degrees).toEqual(closeTo(expected.degrees))
        for (const [counter, amount] of Object.entries(expected.grants)) expect(odds.grants[counter]).toBeCloseTo(amount, 12)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the odds of a venture whose sixes explode', () => {
  it('are those of the formula, but for what was cut off', async () => {
    const anyVenture = fc.record({
      dice: fc.integer({ min: 1, max: 4 }),
      needed: fc.integer({ min: 1, max: 3 }),
      oil: fc.integer({ min: 0, max: 1 }),
      push: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(anyVenture, async (input) => {
        const odds = await oddsOf('venture', [input])
        const { success, dark, flare, gloom } = byFormula(input.dice + input.oil, input.needed, input.push)
        // Explosions never end: what is left of them is cut off, stated, and small.
        expect(odds.cut).toBeGreaterThan(0)
        expect(odds.cut).toBeLessThan(1e-9)
        const within = 4 * odds.cut + 1e-12
        expect(Math.abs((odds.success ?? NaN) - success)).toBeLessThan(within)
        expect(Math.abs((odds.flags.dark ?? NaN) - dark)).toBeLessThan(within)
        expect(Math.abs((odds.flags.flare ?? NaN) - flare)).toBeLessThan(within)
        expect(Math.abs((odds.grants.gloom as number) - gloom)).toBeLessThan(within)
      }),
      { numRuns: 25 },
    )
  })

  it('are exact for the largest pool there is', async () => {
    const odds = await oddsOf('venture', [{ dice: 8, oil: 2, needed: 3, push: true }])
    expect(odds.exact).toBe(true)
    expect(odds.success).toBeCloseTo(byFormula(10, 3, true).success, 8)
  })
})

describe('the odds of an omen and of a contest', () => {
  it.each([1, 2, 3])('give the Dawn its %i of 8 chances', async (cards) => {
    const odds = await oddsOf('omen', [{ cards }])
    expect(odds).toMatchObject({ exact: true, success: null, flags: { dawn: expect.closeTo(cards / 8, 12) } })
    expect(odds.flags).toEqual(closeTo(counted(everyThrow('omen', { cards }, plain)).flags))
  })

  it('compare every number of sixes with every other', async () => {
    for (const [ours, theirs] of [[1, 1], [2, 3], [4, 1]] as const) {
      const odds = await oddsOf('contest', [{ dice: ours }, { dice: theirs }])
      const won = sum(sixes, (a) => chain(ours, a) * sum(sixes, (b) => (a > b ? chain(theirs, b) : 0)))
      const even = sum(sixes, (a) => chain(ours, a) * chain(theirs, a))
      expect(odds.success).toBeCloseTo(won, 8)
      expect(odds.degrees['0']).toBeCloseTo(even, 8)
    }
  })
})

describe('a venture', () => {
  it('never costs less than nothing, nor more than was asked for before the first die', () => {
    fc.assert(
      fc.property(anyInput(fieldsOf('venture')), fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 200, maxLength: 200 }), (input, faces) => {
        const step = firstStep(starter, 'venture', input)
        const asked = 'need' in step ? (step.costs?.[0]?.amount ?? 0) : expect.fail('dice were expected')
        const { costs } = outcomeOf(starter, 'venture', input, faces)
        expect(costs.every(({ pool, amount }) => pool === 'oil' && amount > 0 && amount <= asked)).toBe(true)
      }),
    )
  })

  it('is made better by a die more, by oil and by a push', async () => {
    const chance = async (input: Given) => (await oddsOf('venture', [input], plain)).success ?? NaN
    for (const input of [{ dice: 1, needed: 1 }, { dice: 3, needed: 2 }, { dice: 6, needed: 3 }]) {
      const now = await chance(input)
      expect(await chance({ ...input, dice: input.dice + 1 })).toBeGreaterThan(now)
      expect(await chance({ ...input, oil: 1 })).toBe(await chance({ ...input, dice: input.dice + 1 }))
      expect(await chance({ ...input, push: true })).toBeGreaterThan(now)
    }
  })

  it.each([
    [{ dice: 2, oil: 1 }, 'oil'],
    [{ dice: 2, push: true }, 'push'],
  ])('of an NPC refuses %j', (input, field) => {
    expect(firstStep(starter, 'venture', input, contextOf(starter, {}, 'npc'))).toMatchObject({ refuse: { field } })
    expect(firstStep(starter, 'venture', input)).toHaveProperty('need')
  })

  it('teaches no NPC and offers it nothing', () => {
    const npc = contextOf(starter, {}, 'npc')
    expect(outcomeOf(starter, 'venture', { dice: 1 }, [1], npc).grants).toEqual([{ counter: 'gloom', to: 'gm', amount: 1 }])
    expect(outcomeOf(starter, 'venture', { dice: 3 }, [6, 6, 6, 1, 1, 1], npc)).not.toHaveProperty('offers')
  })

  it('shows a die more, each other oil and a push beside the odds', async () => {
    const labels = async (input: Given, actor: 'pc' | 'npc' = 'pc') =>
      valueOf(await sandbox.variants('venture', whole(fieldsOf('venture'), input), contextOf(starter, {}, actor))).map(({ label }) => label)
    expect(await labels({ dice: 3 })).toEqual(['one die more', '1 oil', '2 oil', 'with a push'])
    expect(await labels({ dice: 8, oil: 2, push: true })).toEqual(['no oil', '1 oil', 'without a push'])
    expect(await labels({ dice: 3 }, 'npc')).toEqual(['one die more'])
  })
})

describe('the actions', () => {
  const skills = [{ name: 'Wayfinding', dice: 3 }, { name: 'Talking', dice: 8 }]
  const holder = (counters: Record<string, number>): Holder => ({ name: 'Isolde', kind: 'pc', stats: { skills, oilMax: 5, vigour: 6 }, counters: { oil: 5, lessons: 0, health: 6, ...counters } })
  const apply = async (action: string, input: Given, actor?: Holder) =>
    valueOf(await sandbox.apply(action, input, { ...(actor && { actor }), gm: { gloom: 0 }, table: { dawn: 0 } }, contextOf(starter)))

  it('rest for as much oil as there is room, and heal overnight', async () => {
    expect(await apply('rest', { hours: 8 }, holder({ oil: 2, health: 5 }))).toMatchObject({
      counters: [
        { counter: 'oil', to: 'actor', amount: 3 },
        { counter: 'health', to: 'actor', amount: 1 },
        { counter: 'gloom', to: 'gm', amount: 1 },
      ],
      headline: '8 hours of rest',
    })
    expect(await apply('rest', { hours: 1 }, holder({ oil: 2, health: 5 }))).toMatchObject({ counters: [{ counter: 'oil', amount: 1 }, { counter: 'gloom' }] })
    expect(await apply('rest', { hours: 8 }, holder({}))).toMatchObject({ refuse: { field: 'hours' } })
    expect(await apply('rest', { hours: 8 })).toHaveProperty('refuse')
  })

  it('learn by raising the skill that was named', async () => {
    const change = await apply('learn', { skill: 'Wayfinding' }, holder({ lessons: 3 }))
    if ('refuse' in change) return expect.fail(change.refuse.message)
    expect(change.counters).toEqual([{ counter: 'lessons', to: 'actor', amount: -3 }])
    const [stat] = change.stats ?? []
    expect(stat?.value as readonly Row[]).toEqual([{ name: 'Wayfinding', dice: 4 }, skills[1]])
  })

  it.each([
    ['too few lessons', 'Wayfinding', 2],
    ['a skill that isn’t there', 'Flying', 3],
    ['a skill at its most', 'Talking', 3],
  ])('learn nothing with %s', async (_, skill, lessons) => {
    expect(await apply('learn', { skill }, holder({ lessons }))).toHaveProperty('refuse')
  })
})

describe('the order in a fight', () => {
  const place = async (actor: 'pc' | 'npc', lit: boolean, lanterns: number, faces: readonly number[] = [4]) =>
    valueOf(await sandbox.place({ quickness: 2, lit }, faces, { ...contextOf(starter, {}, actor), shared: { lanterns } }))

  it('asks for a die, then places by it and the quickness', async () => {
    expect(await place('pc', true, 1, [])).toMatchObject({ need: [{ count: 1 }] })
    expect(await place('pc', true, 1)).toMatchObject({ value: 6, ties: [2] })
  })

  it.each([
    ['pc', true, 1, 'light'],
    ['pc', false, 1, 'night'],
    ['pc', false, 0, 'night'],
    ['npc', false, 1, 'night'],
    ['npc', false, 0, 'between'],
  ] as const)('puts a %s with a lantern lit %s among %i lanterns in the slot %s', async (actor, lit, lanterns, slot) => {
    expect(await place(actor, lit, lanterns)).toMatchObject({ slot })
  })

  it('counts the lanterns that are lit', async () => {
    const one = (lit: boolean): Holder => ({ name: 'A', kind: 'pc', stats: { lit }, counters: {} })
    expect(valueOf(await sandbox.prepare([one(true), one(false), one(true)], contextOf(starter)))).toEqual({ lanterns: 2 })
  })
})

describe('a campaign of the starter', () => {
  it('rolls every check for every sample, pays and grants, and takes it all back', async () => {
    const folder = tempFolder()
    await buildAll('plugins', join(folder, 'packages'), 'starter')
    const { library } = createWorld(folder)
    given(await library.create('The Long Night', 'starter', true))
    const campaign = library.current() ?? expect.fail('open')
    const { characters } = campaign.view()
    expect(characters).toHaveLength(5)

    const side = (who: CharacterId, input: Given = {}) => ({ who, picks: {}, input })
    for (const { id } of characters) {
      for (const [check, sides] of [['venture', [side(id)]], ['omen', [side(id, { cards: 3 })]], ['contest', [side(id), side(id)]]] as const) {
        const result = given(await campaign.makeRoll({ check, sides, typed: sides.map(() => null) }))
        expect(result.kind).toBe('rolled')
      }
    }

    const wren = characters.find(({ name }) => name === 'Isolde Wren')?.id ?? expect.fail('a sample')
    const oil = () => campaign.view().characters.find(({ id }) => id === wren)?.counters.oil?.value
    expect(oil()).toBe(5)
    // Typed dice are faces as they lie, though the system gets their sum; the form is filled from the first skill.
    const pushed = { check: 'venture', sides: [side(wren, { needed: 2, oil: 1, push: true })], typed: [['1', '2', '3', '4', '5', '6', '1', '2', '3', '4', '5', '5']] }
    const rolled = given(await campaign.makeRoll(pushed))
    expect(rolled).toMatchObject({ kind: 'rolled', roll: { outcome: { success: false, total: 1, costs: [{ pool: 'oil', amount: 2 }] } } })
    expect(oil()).toBe(3)
    given(await campaign.applyAction({ action: 'rest', who: wren, picks: {}, input: { hours: 1 } }))
    expect(oil()).toBe(4)
    expect(given(await campaign.makeRoll({ check: 'omen', sides: [side(wren)], typed: [['the dawn']] }))).toMatchObject({ roll: { outcome: { flags: ['dawn'] } } })

    const variants = given(await campaign.listVariants({ check: 'venture', sides: [side(wren, { needed: 2 })] }))
    expect(variants.map(({ label }) => label)).toEqual(['one die more', '1 oil', '2 oil', 'with a push'])
    expect(variants.filter(({ best }) => best)).toHaveLength(1)
  })
})

describe('NPCs and old sheets', () => {
  it('are built from menace and shape, within what the sheet allows', async () => {
    for (let menace = 1; menace <= 6; menace += 1) {
      for (const shape of ['beast', 'shade', 'engine']) {
        const built = valueOf(await sandbox.build({ menace, shape }, contextOf(starter, {}, 'npc')))
        expect(built).toMatchObject({ vigour: 3 * menace, skills: [{ dice: menace + 2 }] })
      }
    }
  })

  it('are brought from speed to quickness, keeping all else', async () => {
    const stats = { kind: 'stats', data: { speed: 3, vigour: 6, ancient: 'kept' } } as const
    expect(valueOf(await sandbox.migrate(2, stats))).toEqual({ kind: 'stats', data: { quickness: 3, vigour: 6, ancient: 'kept' } })
    const counters = { kind: 'counters', data: { oil: 2 } } as const
    expect(valueOf(await sandbox.migrate(2, counters))).toEqual(counters)
  })
})

/** Every outcome of a check with its chance, by throwing all natural faces through the system’s own function. */
function everyThrow(check: string, given: Given, context = contextOf(starter)): readonly (readonly [Outcome, number])[] {
  const { resolve } = starter.checks[check] ?? expect.fail('declared')
  const input = whole(fieldsOf(check), given)
  const follow = (faces: readonly number[], chance: number): readonly (readonly [Outcome, number])[] => {
    const step = resolve(input, faces, context)
    if ('refuse' in step) return expect.fail(step.refuse.message)
    if (!('need' in step)) return [[step, chance]]
    let open: readonly (readonly number[])[] = [[]]
    let ways = 1
    for (const { die, count, sum } of step.need) {
      const size = die.to - die.from + 1
      ways *= size ** count
      let group: readonly (readonly number[])[] = [[]]
      for (let i = 0; i < count; i += 1) group = group.flatMap((before) => Array.from({ length: size }, (_, face) => [...before, die.from + face]))
      const values = (natural: readonly number[]) => natural.reduce((total, face) => total + (die.value?.[face - die.from] ?? face), 0)
      open = open.flatMap((before) => group.map((natural) => [...before, ...(sum ? [values(natural)] : natural)]))
    }
    const seen = new Map<string, readonly [readonly number[], number]>()
    for (const more of open) seen.set(more.join(), [more, (seen.get(more.join())?.[1] ?? 0) + 1])
    return [...seen.values()].flatMap(([more, times]) => follow([...faces, ...more], (chance * times) / ways))
  }
  return follow([], 1)
}

function counted(outcomes: readonly (readonly [Outcome, number])[]) {
  const chance = (is: (outcome: Outcome) => boolean) => sum(outcomes, ([outcome, part]) => (is(outcome) ? part : 0))
  const degrees = [...new Set(outcomes.flatMap(([{ degree }]) => degree ?? []))]
  const counters = [...new Set(outcomes.flatMap(([{ grants }]) => grants.map(({ counter }) => counter)))]
  const flags = ['flare', 'dark', 'dawn'].filter((flag) => outcomes.some(([outcome]) => outcome.flags.includes(flag)))
  const none = outcomes.some(([{ facts }]) => 'pushed' in facts) ? { flare: 0, dark: 0 } : {}
  return {
    success: chance(({ success }) => success === true),
    flags: { ...none, ...Object.fromEntries(flags.map((flag) => [flag, chance((outcome) => outcome.flags.includes(flag))])) },
    degrees: Object.fromEntries(degrees.map((degree) => [degree, chance((outcome) => outcome.degree === degree)])),
    grants: Object.fromEntries(
      counters.map((counter) => [
        counter,
        sum(outcomes, ([{ grants }, part]) => part * sum(grants.filter((grant) => grant.counter === counter), ({ amount }) => amount)),
      ]),
    ),
  }
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)
const closeTo = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expect.closeTo(value, 12)]))

/** More sixes than this have no chance worth a thought. */
const sixes = Array.from({ length: 40 }, (_, count) => count)
const choose = (n: number, k: number): number => Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1)
/** The chance of so many sixes in one throw, and in a throw with all its explosions. */
const once = (dice: number, count: number): number => choose(dice, count) * (1 / 6) ** count * (5 / 6) ** (dice - count)
const chain = (dice: number, count: number): number => (dice === 0 ? (count === 0 ? 1 : 0) : choose(dice + count - 1, count) * (1 / 6) ** count * (5 / 6) ** dice)

function byFormula(dice: number, needed: number, push: boolean) {
  let [success, dark, flare, gloom] = [0, 0, 0, 0]
  for (let first = 0; first <= dice; first += 1) {
    for (const brought of sixes) {
      const chance = once(dice, first) * chain(first, brought)
      const got = first + brought
      const pushed = push && got < needed && first < dice
      for (const more of pushed ? sixes : [0]) {
        const part = pushed ? chance * chain(dice - first, more) : chance
        success += got + more >= needed ? part : 0
        flare += got + more >= 3 ? part : 0
        dark += got + more === 0 ? part : 0
        gloom += part * ((got + more === 0 ? 1 : 0) + (pushed ? 1 : 0))
      }
    }
  }
  return { success, dark, flare, gloom }
}
