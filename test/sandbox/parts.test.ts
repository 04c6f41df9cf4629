import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { testSystem } from '../support/system.ts'

const context = { settings: {}, actor: 'none' } as const

async function load(source: string) {
  const loaded = await createSandbox({ source, spawn: spawnWorker })
  if (!loaded.ok) throw new Error(loaded.fault.message)
  onTestFinished(() => loaded.value.close())
  return loaded.value
}

const withParts = (parts: string) => `defineSystem({ stats: [], counters: [], settings: [], checks: { one: { label: 'One', for: ['pc'], input: [], resolve: () => 0 } }, ${parts} })`

describe('the parts of a system besides its checks', () => {
  it('are declared as data, with what they can do', async () => {
    const { declarations } = await load(testSystem)
    expect(Object.keys(declarations.actions)).toEqual(['mend', 'rest', 'gift', 'feast', 'curse', 'swell'])
    expect(declarations.initiative).toMatchObject({ prepare: true, slots: [{ id: 'first' }, { id: 'last' }] })
    expect(declarations.npc?.input).toHaveLength(1)
    expect(declarations.migrate).toEqual([2])
    expect(declarations.checks.toss?.variants).toBe(true)
    expect(declarations.checks.throws?.variants).toBeUndefined()
  })

  it('find a place in the order from what is shared', async () => {
    const sandbox = await load(testSystem)
    const holder = { name: 'x', kind: 'pc', stats: { diceMax: 3 }, counters: {} } as const
    const shared = await sandbox.prepare([holder], context)
    expect(shared).toEqual({ ok: true, value: { most: 3 } })
    expect(await sandbox.place({ haste: 2 }, [], context)).toMatchObject({ value: { need: [{ count: 1 }] } })
    expect(await sandbox.place({ haste: 2 }, [4], { ...context, shared: { most: 3 } })).toEqual({
      ok: true,
      value: { slot: 'first', value: 6, ties: [2], explain: ['rolled 4'] },
    })
  })

  it('bring old data forward', async () => {
    const sandbox = await load(testSystem)
    expect(await sandbox.migrate(2, { kind: 'stats', data: { kept: 'yes' } })).toEqual({ ok: true, value: { kind: 'stats', data: { kept: 'yes', moved: 1 } } })
  })

  it.each([
    ["actions: { a: { label: 'A', for: ['pc'], input: [] } }", 'actions.a.apply'],
    ["npc: { input: [] }", 'npc.build'],
    ['migrate: { 2: 3 }', 'migrate.2'],
    ['migrate: { 1: (record) => record }', 'migrate.0'],
    ["initiative: { input: [], slots: [{ id: 'a', label: 'A' }, { id: 'a', label: 'B' }], resolve: () => 0 }", 'initiative.slots'],
  ])('are refused at load when they are wrong: %s', async (parts, named) => {
    const loaded = await createSandbox({ source: withParts(parts), spawn: spawnWorker })
    if (loaded.ok) await loaded.value.close()
    expect(loaded).toMatchObject({ ok: false, fault: { kind: 'load', message: expect.stringContaining(named) } })
  })

  it.each([
    ["({ slot: 'c', value: 1, explain: [] })", 'slot'],
    ['({ value: 1, explain: [] })', 'slot'],
    ["({ slot: 'a', value: 1.5, explain: [] })", 'value'],
    ["({ slot: 'a', value: 1, explain: [], grants: [{ counter: 'gold', to: 'actor', amount: 1 }] })", 'grants.0.counter'],
    ["({ slot: 'a', value: 1, explain: [], houseRules: ['mine'] })", 'houseRules.0'],
  ])('are a fault when a place is wrong: %s', async (place, named) => {
    const sandbox = await load(withParts(`initiative: { input: [], slots: [{ id: 'a', label: 'A' }], resolve: () => ${place} }`))
    expect(await sandbox.place({}, [], context)).toMatchObject({ ok: false, fault: { kind: 'invalid', message: expect.stringContaining(named) } })
  })

  it.each([
    ["({ counters: [{ counter: 'gold', to: 'actor', amount: 1 }], explain: [], headline: 'x' })", 'counters.0.counter'],
    ["({ stats: [{ to: 'actor', stat: 'gold', value: 1 }], explain: [], headline: 'x' })", 'stats.0.stat'],
    ['({ explain: [] })', 'headline'],
    ['7', 'found 7'],
  ])('are a fault when a change is wrong: %s', async (change, named) => {
    const sandbox = await load(withParts(`actions: { a: { label: 'A', for: ['none'], input: [], apply: () => ${change} } }`))
    expect(await sandbox.apply('a', {}, { gm: {}, table: {} }, context)).toMatchObject({ ok: false, fault: { kind: 'invalid', message: expect.stringContaining(named) } })
  })

  it('vary the form of an NPC: dice first, then values that fit, with what is left out as it was', async () => {
    const sandbox = await load(withParts('npc: { input: [{ id: "size", label: "Size", type: "number", min: 1, max: 9 }, { id: "odd", label: "Odd", type: "flag", default: false }], build: () => ({}), vary: ({ size }, [die]) => die === undefined ? { need: [{ die: { id: "d6", from: 1, to: 6 }, count: 1 }] } : { input: { size: size + die } } }'))
    expect(sandbox.declarations.npc?.vary).toBe(true)
    expect(await sandbox.vary({ size: 2, odd: true }, [], context)).toMatchObject({ ok: true, value: { need: [{ count: 1 }] } })
    expect(await sandbox.vary({ size: 2, odd: true }, [5], context)).toEqual({ ok: true, value: { input: { size: 7, odd: true } } })
    expect(await sandbox.vary({ size: 5, odd: true }, [6], context)).toMatchObject({ ok: false, fault: { kind: 'invalid', message: expect.stringContaining('input.size') } })
  })

  it.each([
    ['{ input: { weight: 3 } }', 'field of npc'],
    ['{ need: [{ die: { id: "d6", from: 6, to: 1 }, count: 1 }] }', 'need.0.die.to'],
    ['{ need: [{ die: { id: "d6", from: 1, to: 6 }, count: 1 }], costs: [{ pool: "x", amount: 1 }] }', 'costs'],
    ['7', 'dice needed or an input'],
  ])('vary no NPC to %s', async (answer, message) => {
    const sandbox = await load(withParts(`npc: { input: [], build: () => ({}), vary: () => (${answer}) }`))
    const varied = await sandbox.vary({}, [], context)
    expect(varied.ok ? '' : varied.fault.message).toContain(message)
  })

  it('list what each of some sets for others, in one call or several, and nothing where there is no such part', async () => {
    const marr = { name: 'Marr', kind: 'npc', stats: { rank: 4 }, counters: {} } as const
    const sandbox = await load(withParts('targets: { list: ({ name, stats }) => [{ label: name, value: 2 * stats.rank, check: "one" }] }'))
    const many = Array.from({ length: 600 }, (_, index) => ({ ...marr, name: `Marr ${index}` }))
    const listed = await sandbox.targets(many, context)
    expect(listed).toMatchObject({ ok: true, value: { length: 600 } })
    expect(listed.ok && listed.value[599]).toEqual([{ label: 'Marr 599', value: 8, check: 'one' }])
    expect(await (await load(testSystem)).targets([marr], context)).toEqual({ ok: true, value: [[]] })
  })

  it('rate encounters by who comes and who is there', async () => {
    const marr = { name: 'Marr', kind: 'npc', stats: { rank: 4 }, counters: {}, count: 3 } as const
    const sandbox = await load(withParts('difficulty: { rate: (foes, players, { settings }) => ({ label: foes.length + " to " + players.length, tone: "bane", explain: [String(foes[0].count * foes[0].stats.rank)] }) }'))
    const rated = await sandbox.rate([{ foes: [marr], players: [] }, { foes: [marr, marr], players: [marr] }], context)
    expect(rated).toEqual({ ok: true, value: [{ label: '1 to 0', tone: 'bane', explain: ['12'] }, { label: '2 to 1', tone: 'bane', explain: ['12'] }] })
  })

  it.each([
    ['{ label: "", tone: "plain", explain: [] }', 'label'],
    ['{ label: "x", tone: "grim", explain: [] }', 'tone'],
    ['"hard"', 'difficulty.rate'],
  ])('give no rating such as %s', async (answer, message) => {
    const sandbox = await load(withParts(`difficulty: { rate: () => (${answer}) }`))
    const rated = await sandbox.rate([{ foes: [], players: [] }], context)
    expect(rated).toMatchObject({ ok: false, fault: { kind: 'invalid' } })
    expect(rated.ok ? '' : rated.fault.message).toContain(message)
  })

  it.each([
    ['[{ label: "x", value: 1.5 }]', 'expected a whole number'],
    ['[{ label: "x", value: 1, check: "two" }]', 'expected a check that the system declares'],
    ['"none"', 'targets.list'],
  ])('give no targets such as %s', async (answer, message) => {
    const sandbox = await load(withParts(`targets: { list: () => (${answer}) }`))
    const listed = await sandbox.targets([{ name: 'x', kind: 'npc', stats: {}, counters: {} }], context)
    expect(listed).toMatchObject({ ok: false, fault: { kind: 'invalid' } })
    expect(listed.ok ? '' : listed.fault.message).toContain(message)
  })
})
