import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Value } from '../../plugins/api/index.ts'
import cypher from '../../plugins/cypher/index.ts'
import { fillForm } from '../../main/rules/fill.ts'
import { applyTo, holderOf, movesOf, changeOf, orderOf, placeOf, sheetOf } from './act.ts'
import { anyInput, chanceOf, contextOf, everyOutcome, firstStep, outcomeOf, whole, without } from './play.ts'

type Given = Readonly<Record<string, Value>>

const pc = contextOf(cypher)
const nobody = contextOf(cypher, {}, 'none')
const inputOf = (check: string) => cypher.checks[check]?.input ?? []

describe('a Cypher sheet', () => {
  const ids = (kind: 'pc' | 'npc') => sheetOf(cypher, kind).map(({ id }) => id)

  it('gives pools to players and a level to NPCs', () => {
    expect(ids('pc')).toEqual(expect.arrayContaining(['tier', 'mightMax', 'damageTrack', 'abilities', 'cyphers', 'ownArmor']))
    expect(ids('pc')).not.toEqual(expect.arrayContaining(['level']))
    expect(ids('npc')).toEqual(['level', 'healthMax', 'damage', 'does', 'modifications', 'ownArmor', 'notes'])
    expect(Object.keys(holderOf(cypher, 'npc').counters)).toEqual(['health'])
    expect(Object.keys(holderOf(cypher, 'pc').counters)).toEqual(['might', 'speed', 'intellect', 'recoveries', 'xp'])
  })

  const sheet = holderOf(cypher, 'pc', {
    damageTrack: 'impaired',
    effort: 2,
    speedEdge: 1,
    intellectEdge: 2,
    armor: 'medium',
    armorTraining: 'practiced',
    ownArmor: 2,
    skills: [{ name: 'Climbing', pool: 'speed', level: 1 }],
    attacks: [{ name: 'Bow', weapon: 'light', range: 'long', pool: 'speed', skill: 2, practiced: false }],
    abilities: [{ name: 'Thrust', cost: 3, pool: 'intellect', what: '' }],
  })
  const filled = (check: string, picks: Readonly<Record<string, number>>) => fillForm(inputOf(check), {}, picks, sheet)

  it('fills a task from a skill and an ability', () => {
    const { raw, limits } = filled('task', { skills: 0, abilities: 0 })
    expect(raw).toEqual({
      name: 'Climbing',
      skill: 1,
      pool: 'speed',
      edge: 1,
      ability: 'Thrust',
      abilityCost: 3,
      abilityPool: 'intellect',
      abilityEdge: 2,
      armor: 'medium',
      armorTraining: 'practiced',
      impaired: true,
    })
    expect(limits).toEqual({ effort: 2 })
  })

  it('fills an attack from an attack, and a defence with its Armor', () => {
    expect(filled('attack', { attacks: 0 })).toMatchObject({ raw: { name: 'Bow', weapon: 'light', practiced: false, skill: 2, pool: 'speed', edge: 1 } })
    expect(filled('defend', {}).raw).toMatchObject({ ownArmor: 2, impaired: true })
    expect(filled('recovery', {}).raw).toEqual({ tier: 1, left: 4 })
  })

  it.each(['hale', 'impaired', 'debilitated', 'dead'])('makes %s characters pay for being hurt', (damageTrack) => {
    const { raw } = fillForm(inputOf('task'), {}, {}, { ...sheet, stats: { ...sheet.stats, damageTrack } })
    expect(whole(inputOf('task'), { difficulty: 1, ...raw }).impaired).toBe(damageTrack !== 'hale')
  })
})

describe('the name of a skill, an attack or an ability', () => {
  it.each(['task', 'attack', 'defend'])('is said in the log of %s and changes nothing else', (check) => {
    fc.assert(
      fc.property(anyInput(inputOf(check)), fc.string({ minLength: 1, maxLength: 100 }), fc.string({ maxLength: 100 }), fc.integer({ min: 1, max: 20 }), (given, name, ability, face) => {
        const input = without(given, 'name', 'ability')
        fc.pre(!('refuse' in firstStep(cypher, check, input)))
        const faces = 'need' in firstStep(cypher, check, input) ? [face] : []
        const [bare, named] = [outcomeOf(cypher, check, input, faces), outcomeOf(cypher, check, { ...input, name, ability }, faces)]
        expect({ ...named, explain: [] }).toEqual({ ...bare, explain: [] })
        expect(named.explain).toHaveLength(bare.explain.length)
      }),
    )
  })

  it('stands where it is used', () => {
    const input = { difficulty: 3, name: 'Climbing', ability: 'Thrust', abilityCost: 2, abilityPool: 'might' }
    expect(outcomeOf(cypher, 'task', input, [9]).explain).toEqual(['difficulty 3', 'Climbing: rolled 9 against 9', 'Might: 2 Thrust = 2'])
    expect(outcomeOf(cypher, 'task', { difficulty: 0, name: 'Climbing' }, []).explain).toContain('Climbing: no roll needed')
    const long = outcomeOf(cypher, 'task', { ...input, name: 'x'.repeat(2_000), ability: 'y'.repeat(2_000) }, [9]).explain
    expect(Math.max(...long.map((line) => line.length))).toBeLessThan(150)
  })
})

describe('what a Cypher roll offers', () => {
  it('is nothing where no recovery roll is left: that is refused before the die', () => {
    expect(firstStep(cypher, 'recovery', { tier: 2, left: 0 })).toEqual({ refuse: { field: 'left', message: 'No recovery roll is left today: rest first.' } })
  })

  it('is the spreading of a recovery roll', () => {
    const { offers } = outcomeOf(cypher, 'recovery', { tier: 2 }, [3])
    expect(offers).toEqual([{ label: 'Spread 5 points over the pools', action: 'recover', input: { points: 5 } }])
  })

  it('is the damage of a failed defence, which comes to what the roll said', () => {
    const { offers, facts } = outcomeOf(cypher, 'defend', { level: 3, damage: 5, ownArmor: 2 }, [2])
    expect(offers).toEqual([{ label: 'Take 3 damage', action: 'damage', input: { amount: 5, kind: 'might', armor: 2 } }])
    const change = changeOf(cypher, 'damage', offers?.[0]?.input ?? {}, { actor: holderOf(cypher, 'pc') })
    expect(movesOf(change)).toEqual({ 'actor.might': -Number(facts.damage) })
    expect(outcomeOf(cypher, 'defend', { level: 3, damage: 2, ownArmor: 2 }, [2]).offers).toEqual([])
    expect(outcomeOf(cypher, 'defend', { level: 3, damage: 5 }, [12]).offers).toEqual([])
  })

  it('is the damage of a hit, for whoever was hit, with Armor off already', () => {
    const hit = outcomeOf(cypher, 'attack', { level: 3, weapon: 'heavy', targetArmor: 2 }, [12])
    expect(hit.offers).toEqual([{ label: 'Deal 4 damage', action: 'damage', to: 'target', input: { amount: 4, kind: 'might', armor: 0 } }])
    const ogre = holderOf(cypher, 'npc', { healthMax: 12, ownArmor: 2 })
    expect(movesOf(changeOf(cypher, 'damage', hit.offers?.[0]?.input ?? {}, { actor: ogre }))).toEqual({ 'actor.health': -Number(hit.facts.damage) })
    expect(outcomeOf(cypher, 'attack', { level: 3 }, [12], nobody).offers).toEqual([expect.objectContaining({ to: 'target' })])
    expect(outcomeOf(cypher, 'attack', { level: 3, weapon: 'light', targetArmor: 2 }, [12]).offers).toEqual([])
    expect(outcomeOf(cypher, 'attack', { level: 3 }, [2]).offers).toEqual([])
  })

  it('is an intrusion without XP on a natural 1', () => {
    const { offers } = outcomeOf(cypher, 'task', { difficulty: 3 }, [1])
    expect(offers).toMatchObject([{ action: 'intrusion', input: { answer: 'free' } }])
    expect(movesOf(changeOf(cypher, 'intrusion', offers?.[0]?.input ?? {}, { actor: holderOf(cypher, 'pc') }))).toEqual({ 'gm.intrusions': 1 })
    expect(outcomeOf(cypher, 'task', { difficulty: 3 }, [2]).offers).toEqual([])
    expect(outcomeOf(cypher, 'defend', { level: 3, damage: 5 }, [1]).offers).toHaveLength(2)
  })

  it('is nothing when nobody in particular rolled', () => {
    expect(outcomeOf(cypher, 'task', { difficulty: 3 }, [1], nobody).offers).toEqual([])
    expect(outcomeOf(cypher, 'recovery', { tier: 2 }, [3], nobody).offers).toEqual([])
  })
})

describe('the variants of a Cypher roll', () => {
  const variantsOf = (check: string, input: Given) => cypher.checks[check]?.variants?.(whole(inputOf(check), input), pc) ?? []
  const labels = (check: string, input: Given) => variantsOf(check, input).map(({ label }) => label)

  it('are a step either way and the other levels of Effort', () => {
    expect(labels('task', { difficulty: 8, pool: 'might', effort: 2 })).toEqual([
      'one step easier (an asset)',
      'one step harder',
      'no Effort',
      'Effort 1',
      'Effort 3',
      'Effort 4',
      'Effort 5',
      'Effort 6',
    ])
  })

  it('have no Effort without a pool, and none beyond what makes the roll needless', () => {
    expect(labels('task', { difficulty: 4 })).toEqual(['one step easier (an asset)', 'one step harder'])
    expect(labels('task', { difficulty: 2, pool: 'speed' })).toEqual(['one step easier (an asset)', 'one step harder', 'Effort 1', 'Effort 2'])
    expect(labels('attack', { level: 9, pool: 'might', damageEffort: 4 })).toEqual(['one step easier (an asset)', 'one step harder', 'Effort 1', 'Effort 2'])
  })

  it('leave out a step that changes nothing', () => {
    expect(labels('task', { difficulty: 5, assets: 2 })).toEqual(['one step harder'])
    expect(labels('attack', { level: 5, weapon: 'light', skill: 2, bonus: 3 })).toEqual(['one step harder'])
    expect(labels('defend', { level: 5, damage: 3, hinders: 20 })).toEqual(['one step easier (an asset)'])
    expect(labels('task', { difficulty: 0 })).toEqual(['one step harder'])
  })

  it.each(['task', 'attack', 'defend'])('are inputs of %s again, easier where they say so', (check) => {
    fc.assert(
      fc.property(anyInput(inputOf(check)), (input) => {
        fc.pre(!('refuse' in firstStep(cypher, check, input)))
        const now = chanceOf(everyOutcome(cypher, check, input))
        const variants = variantsOf(check, input)
        expect(variants.length).toBeLessThanOrEqual(20)
        expect(new Set(variants.map(({ label }) => label)).size).toBe(variants.length)
        for (const { label, input: changed } of variants) {
          expect('refuse' in firstStep(cypher, check, changed), label).toBe(false)
          const chance = chanceOf(everyOutcome(cypher, check, changed))
          if (label.startsWith('one step easier')) expect(chance).toBeGreaterThanOrEqual(now)
          if (label === 'one step harder') expect(chance).toBeLessThanOrEqual(now)
        }
      }),
    )
  })
})

describe('Cypher initiative', () => {
  const level = (...levels: number[]) => ({ ...pc, shared: { level: Math.max(...levels) } })
  const place = (input: Given, face: number | undefined, context = level(4)) => placeOf(cypher, input, face, context)
  const prepare = (combatants: Parameters<NonNullable<NonNullable<typeof cypher.initiative>['prepare']>>[0]) => cypher.initiative?.prepare?.(combatants, pc)

  it('is measured against the highest level among the NPCs', () => {
    const npc = (at: number) => holderOf(cypher, 'npc', { level: at })
    expect(prepare([holderOf(cypher, 'pc'), npc(3), npc(5), npc(2)])).toEqual({ level: 5 })
    expect(prepare([holderOf(cypher, 'pc')])).toEqual({ level: 0 })
  })

  it.each([
    [13, 'before', []],
    [12, 'before', ['meets-initiative']],
    [11, 'after', []],
    [20, 'before', []],
    [1, 'after', []],
  ])('puts a player’s roll of %i against 12 %s the NPCs', (face, slot, houseRules) => {
    expect(place({}, face)).toMatchObject({ slot, value: face, houseRules })
  })

  it('counts skill, assets, hinders and bonus as a task does', () => {
    expect(place({ skill: 1 }, 9).slot).toBe('before')
    expect(place({ skill: 1, assets: 1 }, 6).slot).toBe('before')
    expect(place({ hinders: 1 }, 14).slot).toBe('after')
    expect(place({ bonus: 2 }, 10)).toMatchObject({ slot: 'before', value: 12 })
    expect(place({ skill: 2 }, 3, level(2))).toMatchObject({ slot: 'before', value: 20 })
  })

  it('needs no dice of NPCs, nor where there are none', () => {
    expect(cypher.initiative?.resolve(whole(cypher.initiative.input, {}), [], { ...level(4), actor: 'npc' })).toMatchObject({ slot: 'npcs', value: 12 })
    expect(place({}, undefined, level(0))).toMatchObject({ slot: 'before' })
  })

  it('orders a whole fight: before, NPCs, after, and by roll within', () => {
    const npc = { ...level(5), actor: 'npc' } as const
    expect(orderOf(cypher, { Late: place({}, 3, level(5)), Ogre: place({}, undefined, npc), First: place({}, 19, level(5)), Second: place({}, 15, level(5)), Last: place({}, 2, level(5)) })).toEqual(['First', 'Second', 'Ogre', 'Late', 'Last'])
  })
})

describe('a built Cypher NPC', () => {
  const build = (input: Given) => cypher.npc?.build(whole(cypher.npc.input, input), nobody) ?? {}

  it('has three times its level in health and damage like its level, unless given', () => {
    expect(build({ level: 4 })).toEqual({ level: 4, healthMax: 12, damage: 4, ownArmor: 0, modifications: [] })
    expect(build({ level: 4, health: 0, damage: 0, armor: 2 })).toMatchObject({ healthMax: 0, damage: 0, ownArmor: 2 })
  })

  it('reads modifications, and keeps what it can’t read as a note', () => {
    const { modifications, notes } = build({ level: 3, modifications: 'Speed defense as level 5; seeing through lies 2\nclimbing: level 6; afraid of bells; jumping as level 99;' })
    expect(modifications).toEqual([
      { task: 'Speed defense', level: 5 },
      { task: 'seeing through lies', level: 2 },
      { task: 'climbing', level: 6 },
    ])
    expect(notes).toBe('afraid of bells; jumping as level 99')
  })

  it('fits its sheet, takes damage and leaves no die to roll', () => {
    fc.assert(
      fc.property(anyInput(cypher.npc?.input ?? []), fc.string(), (input, modifications) => {
        const actor = holderOf(cypher, 'npc', build({ ...input, modifications }))
        expect(actor.counters.health).toBe(actor.stats.healthMax)
        expect('refuse' in applyTo(cypher, 'damage', { amount: 3 }, { actor })).toBe(false)
      }),
    )
  })

  it('reads a hostile modification in no time', () => {
    const began = performance.now()
    build({ level: 1, modifications: `${'a '.repeat(900)}!` })
    build({ level: 1, modifications: `x${' '.repeat(1_990)}` })
    build({ level: 1, modifications: 'as level '.repeat(220) })
    expect(performance.now() - began).toBeLessThan(500)
  })
})

describe('what a Cypher NPC sets for players', () => {
  const listed = (kind: 'pc' | 'npc', stats = {}) => cypher.targets?.list(holderOf(cypher, kind, stats), nobody) ?? []

  it('is three times its level, and another one where it is modified, each ready to be rolled against', () => {
    const targets = listed('npc', { level: 4, damage: 5, ownArmor: 1, modifications: [{ task: 'Seeing through lies', level: 2 }, { task: '', level: 9 }] })
    expect(targets.map(({ label, value }) => [label, value])).toEqual([
      ['Attack it', 12],
      ['Defend against it', 12],
      ['Anything else', 12],
      ['Seeing through lies', 6],
    ])
    for (const { check = '', input = {} } of targets) {
      const fields = inputOf(check).map(({ id }) => id)
      expect(fields).toEqual(expect.arrayContaining(Object.keys(input)))
    }
    expect(targets[0]?.input).toEqual({ level: 4, targetArmor: 1 })
  })

  it('is nothing of players themselves', () => expect(listed('pc')).toEqual([]))
})
