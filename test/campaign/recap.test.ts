import { describe, expect, it } from 'vitest'
import type { SessionId } from '../../preload/contract.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

/** A session with rolls, a fight and more, and one before it that is no part of it. */
async function playSession() {
  const world = await createPlay()
  const { campaign, hob, hound, roll, side } = world
  valueOf(campaign.startSession('Before'))
  valueOf(campaign.changeCounter({ counter: 'doom', amount: 4 }))
  valueOf(campaign.endSession())
  const session = valueOf(campaign.startSession('The *bell* | below'))
  valueOf(await roll('toss', [['6']], side(hob, { price: 2 })))
  valueOf(await roll('toss', [['1']], side(hob)))
  valueOf(await roll('toss', [['2']], side(hob, { goal: 2 })))
  return { ...world, session, hob, hound }
}

describe('a recap', () => {
  it('tells the counters, the rolls, what was to be expected and the dice of one session', async () => {
    const { campaign, session } = await playSession()
    const { markdown, plots } = valueOf(campaign.readRecap(session))
    expect(markdown.replace(/\d{4}-\d\d-\d\d, \d\d:\d\d/, 'DAY')).toBe(`# The Ninth Ferry: The \\*bell\\* \\| below

DAY still running. There: Hob.

## Counters

| Counter | From | To | Gained | Spent |
| --- | ---: | ---: | ---: | ---: |
| GM: Doom | 5 | 7 | 2 | 0 |
| Hob: Vigour | 10 | 8 | 0 | 2 |
| Hob: Points | 0 | 2 | 2 | 0 |

## Rolls

3 rolls, 2 of 3 that could pass did.

- Best: **Hob** Toss: Made it, at a chance of 50 %
- Worst: **Hob** Toss: Missed, though the chance was 50 %

## Counted

- Sixes: 1
- Odd misses: 1

| Who | Made | Paid |
| --- | ---: | ---: |
| Hob | 2 | 2 |
| Everybody | 2 | 2 |

## Expected against actual

| Counter | Expected | Came | Rolls |
| --- | ---: | ---: | ---: |
| Doom | 2.3 | 2 | 3 |
| Points | 1.8 | 2 | 3 |

## Dice

- d6, typed, 3 times: too few to tell, it takes 30 of them
`)
    expect(plots.map(({ title }) => title)).toEqual(['Counters'])
    // Pools have a maximum: their ups and downs are no economy.
    expect(plots[0]?.svg).toContain('<desc>Points from 0 to 2; Doom from 5 to 7</desc>')
  })

  it('tells the fights that ended and who fell, and neither what was undone nor secret rolls by name', async () => {
    const { campaign, session, hob, hound, roll, side } = await playSession()
    const fight = valueOf(campaign.createFight('On the <pier>'))
    const [one = 0] = valueOf(await campaign.addToFight({ fight, characters: [{ id: hound, count: 1 }] }))
    valueOf(campaign.markCombatants({ fight, combatants: [one as never], defeated: true }))
    valueOf(campaign.endFight(fight))
    valueOf(await campaign.makeRoll({ check: 'toss', sides: [side(hob, { goal: 6 })], typed: [['6']], secret: true }))
    valueOf(await roll('toss', [['6']], side(hob, { goal: 6 })))
    valueOf(campaign.undo())
    const { markdown } = valueOf(campaign.readRecap(session))
    expect(markdown).toMatch(/\n- \*\*On the \\<pier\\>\*\*: 0 rounds in less than a minute; Fell: Lantern hound\n/)
    expect(markdown).toContain('4 rolls')
    expect(markdown).toContain('Best: **Hob** Toss: Made it, at a chance of 50 %')
    for (let step = 0; step < 2; step += 1) valueOf(campaign.undo())
    expect(valueOf(campaign.readRecap(session)).markdown).not.toContain('## Fights')
  })

  it('is saved under the chosen name, its pictures beside it and named in the text, or without them', async () => {
    const { campaign, session } = await playSession()
    const { name, make } = campaign.saveRecap({ id: session, plots: true })
    expect(name).toBe('The Ninth Ferry The *bell* | below.md')
    const [text, picture, ...rest] = valueOf(make('Our (last) night.md'))
    expect(rest).toEqual([])
    expect(picture).toMatchObject({ name: 'Our (last) night counters.svg', text: expect.stringMatching(/^<svg /) })
    expect(text?.text).toContain('\n![Counters](Our%20%28last%29%20night%20counters.svg)\n')
    expect(valueOf(campaign.saveRecap({ id: session, plots: false }).make('x.md'))).toEqual([{ name: 'x.md', text: valueOf(campaign.readRecap(session)).markdown }])
  })

  it('says so of an evening in which nothing happened, and refuses one that is not there', async () => {
    const { campaign } = await createPlay()
    const session = valueOf(campaign.startSession('Quiet'))
    const { markdown, plots } = valueOf(campaign.readRecap(session))
    expect(markdown).toContain('No counter changed.')
    expect(markdown).toContain('Nothing was rolled.')
    expect(markdown).not.toMatch(/## (Fights|Dice|Expected)/)
    expect(plots).toEqual([])
    expect(campaign.readRecap(99 as SessionId)).toMatchObject({ error: { code: 'missing' } })
    expect(campaign.saveRecap({ id: 99 as SessionId, plots: true }).make('x.md')).toMatchObject({ error: { code: 'missing' } })
  })
})
