import { screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { DieFairness, DiceEverywhere, Reply } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import { click, closeWindow, openWindow, settled } from './open-window.ts'

afterEach(closeWindow)

const die = (rest: Partial<DieFairness>): DieFairness => ({ die: 'd6', typed: false, low: 1, counts: [6, 6, 6, 6, 6, 6], rolls: 36, chance: 1, verdict: 'as even as dice get', ...rest })
const everywhere: DiceEverywhere = {
  dice: [die({ rolls: 360 }), die({ low: 0, counts: [1, 2, 3] }), die({ typed: true, rolls: 1, verdict: 'too few to tell, it takes 30 of them' })],
  campaigns: 3,
  left: [{ name: 'Old ferry', problem: 'A newer Tollkeeper saved it.' }],
}

async function openDice(answer: () => Reply<DiceEverywhere> | Promise<Reply<DiceEverywhere>>) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view()),
    'counter.history': () => done([]),
    'counter.totals': () => done([]),
    'dice.fairness': () => done([]),
    'dice.everywhere': answer,
  })
  const shell = await openWindow(bridge)
  shell.table?.layout.show('counters')
  await settled()
  return { bridge, dice: within(screen.getByRole('region', { name: 'Dice' })) }
}

describe('the dice of all campaigns', () => {
  it('are read when they are asked for, with what was left out and why', async () => {
    const { bridge, dice } = await openDice(() => done(everywhere))
    expect(dice.getByText('No die has fallen here yet.')).toBeDefined()
    expect(dice.getByText(/cryptographic source/)).toBeDefined()
    expect(bridge.asked('dice.everywhere')).toEqual([])
    await click(dice.getByRole('checkbox', { name: 'All campaigns' }))
    expect(dice.getByRole('status').textContent).toBe('3 campaigns counted')
    expect(dice.getAllByText(/^d6, /).map((name) => name.closest('p')?.textContent)).toEqual(['d6, drawn, 360 times: as even as dice get', 'd6, drawn, 36 times: as even as dice get', 'd6, typed, 1 time: too few to tell, it takes 30 of them'])
    expect(dice.getByText('1 left out').closest('details')?.textContent).toContain('Old ferry: A newer Tollkeeper saved it.')
    await click(dice.getByRole('checkbox', { name: 'All campaigns' }))
    expect(dice.queryByText(/^d6, /)).toBeNull()
  })

  it('are drawn with the same numbers as a table', async () => {
    const { dice } = await openDice(() => done({ ...everywhere, dice: [die({ counts: [9, 3, 6, 6, 6, 6] })] }))
    await click(dice.getByRole('checkbox', { name: 'All campaigns' }))
    expect(dice.getByRole('img', { name: /1 fell 9, 2 fell 3, .*6\.0 of each expected/ })).toBeDefined()
    const details = dice.getByText('Face by face').closest('details') as HTMLDetailsElement
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    await settled()
    expect(dice.getAllByRole('row').slice(1, 3).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([['1', '9', '+3'], ['2', '3', '−3']])
  })

  it('tell how far the reading is, and what was asked last counts', async () => {
    const first = later<Reply<DiceEverywhere>>()
    const answers = [first.promise, Promise.resolve(done({ ...everywhere, campaigns: 1 }))]
    const { bridge, dice } = await openDice(() => answers.shift() ?? done(everywhere))
    const box = dice.getByRole('checkbox', { name: 'All campaigns' })
    await click(box)
    bridge.send('dice.progressed', { ended: 2, of: 9 })
    await settled()
    expect(dice.getByRole('status').textContent).toBe('2 of 9 campaigns read')
    await click(box)
    await click(box)
    first.keep(done(everywhere))
    await settled()
    expect(dice.getByRole('status').textContent).toBe('1 campaign counted')
  })

  it('say why they can not be read', async () => {
    const { dice } = await openDice(() => failed('The folder can’t be read.'))
    await click(dice.getByRole('checkbox', { name: 'All campaigns' }))
    expect(dice.getByRole('alert').textContent).toBe('The folder can’t be read.')
  })
})
