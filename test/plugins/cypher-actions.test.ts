import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cypher from '../../plugins/cypher/index.ts'
import { after, applyTo, changeOf, holderOf, isRefused, movesOf, refusedField } from './act.ts'

const pools = { mightMax: 10, speedMax: 10, intellectMax: 10 }
const hob = (counters: Readonly<Record<string, number>> = {}, stats: Readonly<Record<string, string | number>> = {}) =>
  holderOf(cypher, 'pc', { ...pools, ...stats }, counters)
const mina = holderOf(cypher, 'pc', {}, {}, 'Mina')
const ogre = (counters: Readonly<Record<string, number>> = {}) => holderOf(cypher, 'npc', { healthMax: 12, ownArmor: 2 }, counters, 'Ogre')

describe('Cypher damage', () => {
  const hit = (input: Readonly<Record<string, string | number>>, actor = hob()) => changeOf(cypher, 'damage', input, { actor })

  it.each([
    [4, 'might', 0, {}, { 'actor.might': -4 }],
    [4, 'might', 1, {}, { 'actor.might': -3 }],
    [4, 'speed', 1, {}, { 'actor.speed': -4 }],
    [4, 'intellect', 9, {}, { 'actor.intellect': -4 }],
    [4, 'might', 9, {}, {}],
    [10, 'might', 0, {}, { 'actor.might': -10, 'actor.damageTrack': 'impaired' }],
    [12, 'might', 0, {}, { 'actor.might': -10, 'actor.speed': -2, 'actor.damageTrack': 'impaired' }],
    [21, 'might', 0, {}, { 'actor.might': -10, 'actor.speed': -10, 'actor.intellect': -1, 'actor.damageTrack': 'debilitated' }],
    [99, 'might', 0, {}, { 'actor.might': -10, 'actor.speed': -10, 'actor.intellect': -10, 'actor.damageTrack': 'dead' }],
    [12, 'speed', 0, {}, { 'actor.speed': -10, 'actor.might': -2, 'actor.damageTrack': 'impaired' }],
    [12, 'intellect', 0, { might: 0 }, { 'actor.intellect': -10, 'actor.speed': -2, 'actor.damageTrack': 'debilitated' }],
    [3, 'might', 0, { might: 0, speed: 0, intellect: 0 }, { 'actor.damageTrack': 'dead' }],
    [0, 'might', 0, { might: 0 }, { 'actor.damageTrack': 'impaired' }],
    [0, 'might', 0, {}, {}],
  ] as const)('of %i to %s with %i Armor and %j changes %j', (amount, kind, armor, counters, moves) => {
    expect(movesOf(hit({ amount, kind, armor }, hob(counters)))).toEqual(moves)
  })

  it('never improves a track that is worse than the pools', () => {
    expect(movesOf(hit({ amount: 3 }, hob({}, { damageTrack: 'debilitated' })))).toEqual({ 'actor.might': -3 })
    expect(movesOf(hit({ amount: 10 }, hob({}, { damageTrack: 'debilitated' })))).toEqual({ 'actor.might': -10 })
  })

  it('explains each step', () => {
    const { explain, headline } = hit({ amount: 34, armor: 2 })
    expect(explain).toEqual([
      '34 damage - 2 Armor = 32',
      'Might 10 to 0',
      'Speed 10 to 0',
      'Intellect 10 to 0',
      'damage track: hale to dead',
      '2 more than the pools hold',
    ])
    expect(headline).toBe('Hob takes 32 damage: dead')
    expect(hit({ amount: 2, kind: 'speed', armor: 3 }).explain).toEqual(['2 damage, which Armor doesn’t stop', 'Speed 10 to 8'])
    expect(hit({ amount: 2, armor: 3 }).headline).toBe('Hob takes no damage')
    expect(hit({ amount: 0 }, hob({ might: 0 })).headline).toBe('Hob is impaired')
  })

  it('comes off an NPC’s health after Armor', () => {
    expect(movesOf(hit({ amount: 5, armor: 2 }, ogre()))).toEqual({ 'actor.health': -3 })
    expect(movesOf(hit({ amount: 5, kind: 'intellect', armor: 2 }, ogre()))).toEqual({ 'actor.health': -5 })
    expect(hit({ amount: 20, armor: 2 }, ogre())).toMatchObject({ headline: 'Ogre takes 18 damage: down', explain: ['20 damage - 2 Armor = 18', 'health 12 to 0', '6 more than its health'] })
    expect(movesOf(hit({ amount: 5 }, ogre({ health: 0 })))).toEqual({})
  })

  it('takes the Armor from the sheet', () => {
    expect(cypher.actions?.damage?.input.find(({ id }) => id === 'armor')?.from).toBe('ownArmor')
  })

  it('takes from the pools what it says, never more than they hold, and the track follows', () => {
    const points = fc.integer({ min: 0, max: 10 })
    const steps = ['hale', 'impaired', 'debilitated', 'dead']
    fc.assert(
      fc.property(fc.record({ might: points, speed: points, intellect: points }), fc.integer({ min: 0, max: 40 }), fc.constantFrom('might', 'speed', 'intellect'), fc.integer({ min: 0, max: 9 }), (counters, amount, kind, armor) => {
        const actor = hob(counters)
        const then = after(actor, hit({ amount, kind, armor }, actor))
        const sum = (of: Readonly<Record<string, number>>) => (of.might ?? 0) + (of.speed ?? 0) + (of.intellect ?? 0)
        const through = Math.max(0, amount - (kind === 'might' ? armor : 0))
        expect(sum(then.counters)).toBe(Math.max(0, sum(counters) - through))
        expect(Math.min(...['might', 'speed', 'intellect'].map((pool) => then.counters[pool] ?? 0))).toBeGreaterThanOrEqual(0)
        expect(then.stats.damageTrack).toBe(steps[['might', 'speed', 'intellect'].filter((pool) => then.counters[pool] === 0).length])
      }),
    )
  })
})

describe('Cypher recovery', () => {
  const spread = (split: Readonly<Record<string, number>>, actor = hob({ might: 2, speed: 0 }, { damageTrack: 'impaired' })) =>
    ['recover', { points: 5, ...split }, { actor }] as const

  it('puts points back, uses a recovery roll and lifts the track', () => {
    const change = changeOf(cypher, ...spread({ might: 3, speed: 2 }))
    expect(movesOf(change)).toEqual({ 'actor.might': 3, 'actor.speed': 2, 'actor.recoveries': -1, 'actor.damageTrack': 'hale' })
    expect(change).toMatchObject({ headline: 'Hob recovers 5 points: hale' })
    expect(change.explain).toContain('recovery rolls left: 3')
    expect(changeOf(cypher, ...spread({ might: 1 })).explain).toContain('4 of 5 points not used')
  })

  it('leaves a track that something else made worse as much worse', () => {
    const actor = hob({ speed: 0 }, { damageTrack: 'debilitated' })
    expect(movesOf(changeOf(cypher, ...spread({ speed: 1 }, actor)))['actor.damageTrack']).toBe('impaired')
    expect(movesOf(changeOf(cypher, ...spread({ might: 1 }, hob({ might: 2, speed: 0 }, { damageTrack: 'debilitated' }))))).not.toHaveProperty('actor.damageTrack')
  })

  it.each([
    ['more than was rolled', { might: 4, speed: 2 }, undefined, 'points'],
    ['nothing', {}, undefined, 'might'],
    ['more than a pool lacks', { intellect: 1 }, undefined, 'intellect'],
    ['more than another pool lacks', { might: 3, speed: 2 }, hob({ might: 8, speed: 0 }), 'might'],
    ['points without a recovery roll left', { might: 1 }, hob({ might: 2, recoveries: 0 }), 'points'],
  ])('refuses %s', (_, split, actor, field) => {
    expect(refusedField(cypher, ...spread(split, actor))).toBe(field)
  })

  it('can be rolled again after a rest', () => {
    const tired = hob({ recoveries: 1 })
    expect(movesOf(changeOf(cypher, 'rest', {}, { actor: tired }))).toEqual({ 'actor.recoveries': 3 })
    expect(isRefused(cypher, 'rest', {}, { actor: hob() })).toBe(true)
  })
})

describe('Cypher healing', () => {
  const heal = (input: Readonly<Record<string, string | number>>, actor = hob()) => changeOf(cypher, 'heal', input, { actor })

  it.each([
    [3, 'might', { might: 4 }, {}, { 'actor.might': 3 }],
    [9, 'speed', { speed: 4 }, {}, { 'actor.speed': 6 }],
    [2, 'might', { might: 0 }, { damageTrack: 'impaired' }, { 'actor.might': 2, 'actor.damageTrack': 'hale' }],
    [2, 'speed', { might: 0, speed: 1 }, { damageTrack: 'impaired' }, { 'actor.speed': 2 }],
    [1, 'intellect', { might: 0, speed: 0, intellect: 0 }, { damageTrack: 'dead' }, { 'actor.intellect': 1, 'actor.damageTrack': 'debilitated' }],
    [1, 'might', { might: 0 }, { damageTrack: 'debilitated' }, { 'actor.might': 1, 'actor.damageTrack': 'impaired' }],
  ] as const)('of %i to %s with %j and %j changes %j', (amount, pool, counters, stats, moves) => {
    expect(movesOf(heal({ amount, pool }, hob(counters, stats)))).toEqual(moves)
  })

  it('goes to an NPC’s health', () => {
    expect(heal({ amount: 20 }, ogre({ health: 5 }))).toEqual({
      counters: [{ counter: 'health', to: 'actor', amount: 7 }],
      explain: ['health 5 to 12'],
      headline: 'Ogre gets 7 health back',
    })
  })

  it('explains each step and uses no recovery roll', () => {
    expect(heal({ amount: 3 }, hob({ might: 0 }, { damageTrack: 'impaired' }))).toMatchObject({
      explain: ['Might 0 to 3', 'damage track: impaired to hale'],
      headline: 'Hob gets 3 Might back: hale',
    })
  })

  it('is refused where nothing is lost', () => {
    expect(applyTo(cypher, 'heal', { amount: 1, pool: 'speed' }, { actor: hob({ might: 1 }) })).toEqual({ refuse: { field: 'pool', message: 'Hob has lost no Speed.' } })
    expect(applyTo(cypher, 'heal', { amount: 1 }, { actor: ogre() })).toEqual({ refuse: { field: 'amount', message: 'Ogre has lost no health.' } })
  })
})

describe('a GM intrusion', () => {
  it.each([
    ['accept', { 'actor.xp': 1, 'target.xp': 1, 'gm.intrusions': 1 }],
    ['refuse', { 'actor.xp': -1, 'gm.intrusions': 1 }],
    ['group', { 'players.xp': 1, 'gm.intrusions': 1 }],
    ['free', { 'gm.intrusions': 1 }],
  ])('that ends by "%s" moves XP and counts', (answer, moves) => {
    expect(movesOf(changeOf(cypher, 'intrusion', { answer }, { actor: hob({ xp: 1 }), target: mina }))).toEqual(moves)
  })

  it('needs nobody where it is on the group, or came with a natural 1', () => {
    expect(isRefused(cypher, 'intrusion', { answer: 'group' }, {})).toBe(false)
    expect(isRefused(cypher, 'intrusion', { answer: 'free' }, {})).toBe(false)
  })

  it.each([
    ['refusing with no XP', { answer: 'refuse' }, { actor: hob() }, 'answer'],
    ['accepting without another player', { answer: 'accept' }, { actor: hob() }, 'target'],
    ['XP for an NPC', { answer: 'accept' }, { actor: hob(), target: ogre() }, 'target'],
    ['accepting by nobody', { answer: 'accept' }, { target: mina }, 'answer'],
    ['refusing by nobody', { answer: 'refuse' }, {}, 'answer'],
  ])('refuses %s', (_, input, state, field) => {
    expect(refusedField(cypher, 'intrusion', input, state)).toBe(field)
  })
})

describe('Cypher XP', () => {
  const advance = (xp: number, tier: number, advances: number) => ['advance', { what: 'Effort 2' }, { actor: hob({ xp }, { tier, advances }) }] as const

  it.each([
    [1, 0, { 'actor.xp': -4, 'actor.advances': 1 }],
    [1, 3, { 'actor.xp': -4, 'actor.advances': 0, 'actor.tier': 2 }],
    [5, 3, { 'actor.xp': -4, 'actor.advances': 0, 'actor.tier': 6 }],
    [6, 3, { 'actor.xp': -4, 'actor.advances': 4 }],
    [2, 4, { 'actor.xp': -4, 'actor.advances': 0, 'actor.tier': 3 }],
  ])('buys an advancement at tier %i after %i of them', (tier, advances, moves) => {
    const change = changeOf(cypher, ...advance(5, tier, advances))
    expect(movesOf(change)).toEqual(moves)
    expect(change.explain).toEqual(expect.arrayContaining(['XP 5 to 1', 'Effort 2']))
  })

  it('refuses an advancement with less than 4 XP, or past the end of tier 6', () => {
    expect(isRefused(cypher, ...advance(3, 1, 0))).toBe(true)
    expect(isRefused(cypher, ...advance(9, 6, 4))).toBe(true)
  })

  it.each([
    ['reroll', 1],
    ['short', 2],
    ['long', 3],
  ])('buys a %s for %i', (buys, price) => {
    const spend = (xp: number) => ['spendXp', { buys }, { actor: hob({ xp }) }] as const
    expect(movesOf(changeOf(cypher, ...spend(price)))).toEqual({ 'actor.xp': -price })
    expect(refusedField(cypher, ...spend(price - 1))).toBe('buys')
  })
})

describe('every Cypher action for somebody', () => {
  it.each(['damage', 'heal', 'recover', 'rest', 'advance', 'spendXp'])('is refused for nobody: %s', (action) => {
    const input = action === 'damage' || action === 'heal' ? { amount: 1 } : action === 'recover' ? { points: 1, might: 1 } : {}
    expect(isRefused(cypher, action, input, {})).toBe(true)
  })

  it('fits the log whatever the character is called', () => {
    const actor = { ...hob({ xp: 9, might: 1, recoveries: 2 }), name: 'x'.repeat(200) }
    const calls = { damage: { amount: 1 }, heal: { amount: 1 }, recover: { points: 1, might: 1 }, rest: {}, advance: {}, spendXp: {}, intrusion: { answer: 'refuse' } }
    for (const [action, input] of Object.entries(calls)) {
      const change = applyTo(cypher, action, input, { actor })
      expect('headline' in change && change.headline.length, action).toBeLessThan(120)
    }
  })
})
