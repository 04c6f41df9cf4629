import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Roll } from '../../preload/contract.ts'
import { characterId, createFakeBridge, declarations, done, failed, roll, rollId, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled } from './open-window.ts'

afterEach(closeWindow)

/** One of three hounds rolled for together. */
const hound = (number: number, rest: Partial<Roll> = {}, outcome: Partial<Roll['outcome']> = {}): Roll =>
  roll(number, {
    participants: [{ id: characterId(number), name: `Hound ${number}`, kind: 'npc' }],
    dice: [{ side: 0, die: 'd100', faces: [number * 20], shown: [String(number * 20)], typed: false }],
    outcome: { ...roll(number).outcome, flags: [], ...outcome },
    batch: { first: rollId(1), count: 3, ...(number === 1 && { succeeded: 2 }) },
    ...rest,
  })

const pack = [
  hound(1, {}, { headline: 'Success, by 4', degree: 4 }),
  hound(2, { payments: [] }, { headline: 'Failure, by 1', degree: 1, success: false }),
  hound(3, {}, { headline: 'Triumph, by 9', degree: 9, flags: ['spark'] }),
]

async function openLog(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ rolls: [pack[0] as Roll] })), 'roll.mates': () => done(pack), ...answers })
  await openWindow(bridge)
  return bridge
}

const entries = () => [...screen.getByRole('list', { name: 'Log entries' }).children] as HTMLElement[]
const open = async () => click(entries()[0]?.querySelector('summary') ?? document.body)
const rows = () => [...screen.getByRole('list', { name: 'Test, each of them' }).children] as HTMLElement[]
const names = () => rows().map((row) => row.querySelector('.who')?.textContent)

test('rolls made together stand in the log as one, which opens to a row each', async () => {
  await openLog()
  expect(entries()[0]?.textContent).toContain('Test by 3: 2 of 3 succeed')
  await open()
  expect(names()).toEqual(['Hound 1', 'Hound 2', 'Hound 3'])
  expect(rows()[0]?.textContent).toMatch(/d100\s*20.*Success, by 4.*4.*\+1 Grace.*62/s)
})

test('rows are told apart by outcome and sorted by any column, and given up again', async () => {
  await openLog()
  await open()
  const sort = within(screen.getByRole('group', { name: 'Sort by' }))
  await click(sort.getByRole('button', { name: /^Margin/ }))
  expect(names()).toEqual(['Hound 3', 'Hound 1', 'Hound 2'])
  await click(sort.getByRole('button', { name: /^Margin/ }))
  expect(names()).toEqual(['Hound 2', 'Hound 1', 'Hound 3'])
  await click(sort.getByRole('button', { name: /^Margin/ }))
  expect(names()).toEqual(['Hound 1', 'Hound 2', 'Hound 3'])
  await click(sort.getByRole('button', { name: /^Dice/ }))
  expect(names()).toEqual(['Hound 3', 'Hound 2', 'Hound 1'])
  await click(sort.getByRole('button', { name: /^Who/ }))
  expect(names()).toEqual(['Hound 1', 'Hound 2', 'Hound 3'])
  await click(sort.getByRole('button', { name: /^Outcome/ }))
  expect(names()).toEqual(['Hound 3', 'Hound 1', 'Hound 2'])
  const show = within(screen.getByRole('group', { name: 'Show' }))
  expect(show.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual(['All 3', 'Success 2', 'Failure 1', 'Spark 1'])
  await click(show.getByRole('button', { name: /^Failure/ }))
  expect(names()).toEqual(['Hound 2'])
})

test('one of them rolled again shows how it stands now, and its undoing how it was', async () => {
  const bridge = await openLog()
  await open()
  const again = hound(2, { id: rollId(9), follows: { roll: rollId(2), as: 'reroll' } }, { headline: 'Success, by 7' })
  delete (again as { batch?: unknown }).batch
  bridge.answer({ 'roll.mates': () => done([...pack, again]) })
  bridge.send('roll.changed', [again, pack[1] as Roll, pack[0] as Roll])
  await settled()
  expect(names()).toHaveLength(3)
  expect(rows()[1]?.textContent).toMatch(/Success, by 7.*rolled again/s)
  // The log has the new roll as an entry of its own, and none for the one that it follows.
  expect(entries()).toHaveLength(2)
  bridge.answer({ 'roll.mates': () => done([...pack, { ...again, undone: true }]) })
  bridge.send('roll.changed', [{ ...again, undone: true }, pack[0] as Roll])
  await settled()
  expect(rows()[1]?.textContent).toContain('Failure, by 1')
})

test('the arrow keys move between the rows, and a row opens to everything that was kept of it', async () => {
  await openLog()
  await open()
  const summary = (at: number) => rows()[at]?.querySelector('summary') as HTMLElement
  summary(0).focus()
  await press('ArrowDown', {}, summary(0))
  expect(document.activeElement).toBe(summary(1))
  await press('End', {}, summary(1))
  expect(document.activeElement).toBe(summary(2))
  await click(summary(2))
  expect(within(rows()[2] ?? document.body).getByRole('button', { name: /^Reroll/ })).toBeTruthy()
})

test('rows are copied as text with tabs, and it is said where that was refused', async () => {
  await openLog()
  await open()
  const taken: string[] = []
  document.execCommand = () => {
    taken.push((document.activeElement as HTMLTextAreaElement).value)
    return taken.length === 1
  }
  await click(button('Copy'))
  expect(taken[0]?.split('\n')[0]).toBe('Who\tDice\tOutcome\tmargin\tPays\tChance')
  expect(taken[0]?.split('\n')[2]).toBe('Hound 2\td100 40\tFailure, by 1\t1\t\t62 %')
  expect(screen.getByText('Copied')).toBeTruthy()
  await click(button('Copy'))
  expect(screen.getByText('Not copied')).toBeTruthy()
})

test('it is said why rolls made together can not be read', async () => {
  await openLog({ 'roll.mates': () => failed('The disk is gone.') })
  await open()
  expect(screen.getByText('The disk is gone.').getAttribute('role')).toBe('alert')
})

test('a roll that follows one of many leads to the entry of them all', async () => {
  const again = hound(2, { id: rollId(9), follows: { roll: rollId(2), as: 'reroll' } })
  delete (again as { batch?: unknown }).batch
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ declarations, rolls: [again, pack[0] as Roll] })), 'roll.mates': () => done([...pack, again]) })
  await openWindow(bridge)
  await open()
  await click(button(/^Rerolls/))
  expect(rows()).toHaveLength(3)
})
