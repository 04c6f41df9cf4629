import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context, Declarations, Dice, Field, Holder, Input, Value } from '../../plugins/api/index.ts'
import { contentProblems } from '../../main/cli/check-content.ts'
import { openPackage } from '../../main/packages/sources.ts'
import { randomUint32 } from '../../main/entropy.ts'
import type { Content, Sample } from '../../main/packages/content.ts'
import { statsOfSample } from '../../main/packages/content.ts'
import { boundsOf, initialOf } from '../../main/rules/counter.ts'
import { drawFace } from '../../main/rules/dice.ts'
import { parseForm } from '../../main/rules/fields.ts'
import { fillForm } from '../../main/rules/fill.ts'
import type { Answer, Sandbox } from '../../main/sandbox/host.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { playCheck } from '../../main/sandbox/play.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { after } from './act.ts'

const valueOf = <T>(answer: Answer<T>): T => (answer.ok ? answer.value : expect.fail(answer.fault.message))
const draw = ({ die, count }: Dice) => Array.from({ length: count }, () => drawFace(die, randomUint32))

describe.each(['cypher', 'epochrypha', 'sfrpg'])('the content of %s', (id) => {
  let sandbox: Sandbox
  let content: Content
  let declarations: Declarations
  beforeAll(async () => {
    const loaded = await openPackage(resolve('plugins', id))
    if (!loaded.ok) throw new Error(loaded.message)
    content = loaded.package.content
    sandbox = valueOf(await createSandbox({ source: loaded.package.source, spawn: spawnWorker }))
    declarations = sandbox.declarations
  })
  afterAll(() => sandbox.close())

  const everybody = () => [...content.characters, ...content.creatures]
  const contextFor = (actor: Context['actor']): Context => ({ settings: parseForm(declarations.settings, {}).input, actor })

  async function holderOf(sample: Sample): Promise<Holder> {
    const { name, kind, build } = sample
    const context = contextFor(kind)
    const built = build ? valueOf(await sandbox.build(parseForm(declarations.npc?.input ?? [], build).input, context)) : {}
    const mine = ({ for: kinds }: { readonly for?: readonly string[] }) => kinds?.includes(kind) ?? true
    const sheet = parseForm(declarations.stats.filter(mine), statsOfSample(sample, declarations.stats, built))
    expect(sheet.problems, name).toEqual([])
    const counters = declarations.counters.filter((counter) => counter.owner === 'character' && mine(counter))
    const start = counters.map((counter) => [counter.id, initialOf(counter, boundsOf(counter, sheet.input))] as const)
    return { name, kind, stats: sheet.input, counters: Object.fromEntries(start) }
  }

  /** The form filled from the sheet with each list's row `row`; what no sheet gives is the least that is allowed. */
  function fill(fields: readonly Field[], holder: Holder, row: number): Input {
    const picks = Object.fromEntries(declarations.stats.filter(({ type }) => type === 'list').map((list) => [list.id, row]))
    const filled = fillForm(fields, {}, picks, holder)
    const missing = fields.filter((field) => filled.raw[field.id] === undefined && field.default === undefined && !field.optional)
    for (const field of missing) expect(field.from, `${holder.name}: ${field.id} is on the sheet`).toBeUndefined()
    const given = missing.map(({ id: field, type, min = 0, options }): [string, Value] => [field, type === 'text' ? 'a reason' : (options?.[0]?.id ?? min)])
    const { input, problems } = parseForm(fields, { ...filled.raw, ...Object.fromEntries(given) }, filled.limits)
    expect(problems, holder.name).toEqual([])
    return input
  }

  it('is five characters and at least ten creatures, each with a name and notes of its own', () => {
    expect(content.characters.map(({ kind }) => kind)).toEqual(Array(5).fill('pc'))
    expect(content.creatures.length).toBeGreaterThanOrEqual(10)
    expect(new Set(content.creatures.map(({ kind }) => kind))).toEqual(new Set(['npc']))
    expect(new Set(everybody().map(({ name }) => name)).size).toBe(everybody().length)
    expect(new Set(everybody().map(({ notes }) => notes)).size).toBe(everybody().length)
  })

  it('is what the system takes', async () => {
    expect(await contentProblems(sandbox, content)).toEqual([])
    for (const sample of everybody()) expect((await holderOf(sample)).stats.notes, sample.name).toBe(sample.notes)
  })

  it('fills and rolls every check of everybody, from every row, with variants that can be rolled', async () => {
    let rolled = 0
    for (const sample of everybody()) {
      const holder = await holderOf(sample)
      const context = contextFor(holder.kind)
      const rows = Math.max(1, ...Object.values(holder.stats).map((value) => (Array.isArray(value) ? value.length : 0)))
      for (const [check, { input, for: kinds, variants }] of Object.entries(declarations.checks)) {
        if (!kinds.includes(holder.kind)) continue
        for (let row = 0; row < rows; row += 1) {
          const form = fill(input, holder, row)
          const played = await playCheck(sandbox, check, [{ input: form, context }], { take: (_side, dice) => draw(dice) })
          expect(played.kind, `${sample.name}, ${check}, row ${row}: ${JSON.stringify(played)}`).toBe('done')
          for (const variant of variants ? valueOf(await sandbox.variants(check, form, context)) : []) valueOf(await sandbox.resolve(check, variant.input, [], context))
          rolled += 1
        }
      }
      for (const [contest, { side, for: kinds }] of Object.entries(declarations.opposed)) {
        if (!kinds.includes(holder.kind)) continue
        const sides = [0, rows - 1].map((row) => ({ input: fill(side, holder, row), context }))
        expect((await playCheck(sandbox, contest, sides, { take: (_side, dice) => draw(dice) })).kind).toBe('done')
        rolled += 1
      }
    }
    expect(rolled).toBeGreaterThan(0)
  })

  it('finds everybody a place in the order of a fight', async () => {
    const holders = await Promise.all(everybody().map(holderOf))
    const shared = valueOf(await sandbox.prepare(holders, contextFor('none')))
    for (const holder of holders) {
      const context = { ...contextFor(holder.kind), shared }
      const form = fill(declarations.initiative?.input ?? [], holder, 0)
      const first = valueOf(await sandbox.place(form, [], context))
      const place = 'need' in first ? valueOf(await sandbox.place(form, first.need.flatMap(draw), context)) : first
      expect(place, holder.name).toHaveProperty('value')
    }
  })

  it('goes down and gets up again by an amount alone, as a fight asks for hits and healing', async () => {
    const { counters: shown, vital = shown, damage, heal } = declarations.health ?? expect.fail('declared')
    const doTo = async (action = '', actor: Holder, amount: number): Promise<Holder> => {
      const fields = declarations.actions[action]?.input ?? expect.fail(action)
      const filled = fillForm(fields, { amount }, {}, actor)
      const { input, problems } = parseForm(fields, filled.raw, filled.limits)
      expect(problems, actor.name).toEqual([])
      const change = valueOf(await sandbox.apply(action, input, { actor, gm: {}, table: {} }, contextFor(actor.kind)))
      return 'refuse' in change ? expect.fail(`${actor.name}: ${change.refuse.message}`) : after(actor, change)
    }
    for (const sample of everybody()) {
      const whole = await holderOf(sample)
      const keeping = vital.filter((counter) => (whole.counters[counter] ?? 0) > 0)
      expect(keeping.length, sample.name).toBeGreaterThan(0)
      expect(shown, sample.name).toEqual(expect.arrayContaining(keeping))
      const down = await doTo(damage, whole, 999)
      expect(keeping.map((counter) => down.counters[counter]), sample.name).toEqual(keeping.map(() => 0))
      const up = await doTo(heal, down, 1)
      expect(keeping.filter((counter) => up.counters[counter] === 1), sample.name).toHaveLength(1)
    }
  })

  it('does every action that it can be asked to, or says why not', async () => {
    for (const sample of everybody()) {
      const actor = await holderOf(sample)
      const others = content.characters.filter(({ name }) => name !== sample.name)
      const target = await holderOf(others[0] ?? expect.fail('five characters'))
      for (const [action, { input, for: kinds, target: takes }] of Object.entries(declarations.actions)) {
        if (!kinds.includes(actor.kind)) continue
        const state = { actor, ...(takes && { target }), gm: {}, table: {} }
        valueOf(await sandbox.apply(action, fill(input, actor, 0), state, contextFor(actor.kind)))
      }
    }
  })
})
