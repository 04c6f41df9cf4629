import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView, Deed, LogEntry, SessionId } from '../../preload/contract.ts'
import { characterId, createFakeBridge, declarations, done, failed, later, logPage, roll, rollId, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

async function openLog(rolls: CampaignView['rolls'], answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Partial<CampaignView> = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ rolls, ...rest })), ...answers })
  await openWindow(bridge)
  return bridge
}

const deed = (id: number, rest: Partial<Deed> = {}): Deed => ({ id, at: Date.UTC(2026, 0, 5, 20, id % 60), headline: 'Points +1 for Hob', explain: [], payments: [], undone: false, ...rest })
const session = (id: number, name: string, rest: object = {}) => ({ id: id as SessionId, name, startedAt: Date.UTC(2026, 0, 5, 19), notes: '', present: [], ...rest })
const log = () => within(screen.getByRole('region', { name: 'Log' }))
const rows = () => [...screen.getByRole('list', { name: 'Log entries' }).children] as HTMLElement[]
const texts = () => rows().map((row) => row.textContent?.replace(/\s+/g, ' ').trim() ?? '')
const headed = (id: number, headline: string, rest: Parameters<typeof roll>[1] = {}) => roll(id, { outcome: { ...roll(id).outcome, headline }, ...rest })
const last = <T>(items: readonly T[]): T | undefined => items.at(-1)
const openRow = async (at: number) => {
  await click(rows()[at]?.querySelector('summary') ?? document.body)
  return within(rows()[at] ?? document.body)
}

test('the log shows rolls and deeds, new ones first, and follows what is undone', async () => {
  const bridge = await openLog([roll(20), roll(10)])
  bridge.send('deed.changed', [deed(15)])
  bridge.send('roll.changed', [headed(30, 'Newest of all')])
  bridge.send('roll.changed', [roll(20, { undone: true })])
  await settled()
  expect(rows()).toHaveLength(4)
  expect(texts()[0]).toContain('Newest of all')
  expect(texts()[1]).toContain('undone')
  expect(texts()[2]).toContain('Points +1 for Hob')
  bridge.send('deed.changed', [deed(15, { undone: true })])
  await settled()
  expect(texts()[2]).toContain('undone')
})

test('older entries are read as one scrolls, and one that is not loaded leaves no gap', async () => {
  const first = logPage(Array.from({ length: 50 }, (_, index) => roll(59 - index)), { next: 'there' })
  const bridge = await openLog([], { 'log.read': ({ from }) => done(from === 'there' ? logPage([roll(2), roll(1)]) : first) })
  expect(bridge.asked('log.read').map(({ from }) => from)).toEqual([undefined, 'there'])
  expect(rows()).toHaveLength(52)
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('52')
})

test('a change of an entry beyond those loaded waits until its part is read', async () => {
  const held = later<ReturnType<typeof logPage>>()
  const first = logPage([roll(50), roll(49)], { next: 'there' })
  const bridge = await openLog([], { 'log.read': async ({ from }) => done(from === 'there' ? await held.promise : first) })
  bridge.send('roll.changed', [roll(3, { undone: true })])
  await settled()
  expect(rows()).toHaveLength(2)
  held.keep(logPage([roll(3)]))
  await settled()
  expect(texts()[2]).toContain('undone')
})

test('of many entries only those near the ones in sight are drawn', async () => {
  const many: readonly LogEntry[] = Array.from({ length: 100_000 }, (_, index) => ({ kind: 'roll', roll: roll(100_000 - index, { at: 1_700_000_000_000 - index }) }))
  await openLog([], { 'log.read': () => done({ entries: many }) })
  expect(rows().length).toBeGreaterThan(10)
  expect(rows().length).toBeLessThan(200)
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('100000')
})

test('the log is filtered by everything that it knows, and says how many match', async () => {
  const bridge = await openLog([roll(2), roll(1)], {}, { sessions: [session(7, 'The causeway')] })
  await click(button('Filters'))
  const pick = async (name: string, value: string) => {
    await fireEvent.change(log().getByRole('combobox', { name }), { target: { value } })
    await settled()
  }
  await pick('Who', 'Ysolde Marr')
  await pick('Check', '=test')
  await pick('Outcome', 'success')
  await pick('Dice', 'typed')
  await pick('Session', '7')
  await type(log().getByRole('searchbox', { name: 'Search the log' }), 'bridge')
  expect(last(bridge.asked('log.read'))?.filter).toEqual({ who: 'Ysolde Marr', check: 'test', outcome: 'success', dice: 'typed', session: 7, text: 'bridge' })
  expect(log().getByText('2 entries')).toBeTruthy()
  expect(button('Filters, 5 chosen')).toBeTruthy()
  await pick('Check', '=')
  expect(last(bridge.asked('log.read'))?.filter.check).toBe('')
  await pick('Check', '')
  expect(last(bridge.asked('log.read'))?.filter).not.toHaveProperty('check')
  await click(button('Show everything'))
  expect(last(bridge.asked('log.read'))?.filter).toEqual({})
})

test('with undone ones hidden, an entry goes when it is undone and comes back when it is redone', async () => {
  const bridge = await openLog([headed(2, 'Second'), headed(1, 'First')])
  await click(button('Filters'))
  await fireEvent.change(log().getByRole('combobox', { name: 'Undone' }), { target: { value: 'hidden' } })
  await settled()
  expect(last(bridge.asked('log.read'))?.filter).toEqual({ undone: 'hidden' })
  bridge.send('roll.changed', [headed(2, 'Second', { undone: true })])
  bridge.send('deed.changed', [deed(3, { undone: true })])
  await settled()
  expect(texts().map((text) => /First|Second/.exec(text)?.[0])).toEqual(['First'])
  bridge.send('roll.changed', [headed(2, 'Second')])
  await settled()
  expect(texts().map((text) => /First|Second/.exec(text)?.[0])).toEqual(['Second', 'First'])
})

test('while one search is answered the newest one waits, and those between are never asked', async () => {
  const held = later<null>()
  const bridge = await openLog([roll(1)])
  bridge.answer({ 'log.read': async ({ filter: { text } }) => (text === 'a' ? (await held.promise, done(logPage([headed(1, 'Found by a')]))) : done(logPage([headed(2, `Found by ${text}`)]))) })
  for (const text of ['a', 'ab', 'abc']) await type(log().getByRole('searchbox'), text)
  held.keep(null)
  await settled()
  expect(bridge.asked('log.read').map(({ filter }) => filter.text)).toEqual([undefined, 'a', 'abc'])
  expect(texts()).toHaveLength(1)
  expect(texts()[0]).toContain('Found by abc')
})

test('when nothing matches that is said, with the way back', async () => {
  const bridge = await openLog([roll(1)])
  bridge.answer({ 'log.read': ({ filter }) => done(logPage('text' in filter ? [] : [roll(1)])) })
  await type(log().getByRole('searchbox'), 'dragon')
  expect(log().getByText('Nothing in the log matches this.')).toBeTruthy()
  await click(button('Show everything'))
  expect(rows()).toHaveLength(1)
  expect(document.activeElement).toBe(log().getByRole('searchbox'))
})

test('a new roll appears in a filtered log only when main says that it matches', async () => {
  const bridge = await openLog([roll(1)])
  bridge.answer({ 'log.read': () => done(logPage([roll(1)])) })
  await type(log().getByRole('searchbox'), 'triumph')
  bridge.send('roll.changed', [roll(2)])
  await settled()
  expect(rows()).toHaveLength(1)
  bridge.answer({ 'log.read': () => done(logPage([roll(3), roll(1)])) })
  bridge.send('roll.changed', [roll(3)])
  await settled()
  expect(rows()).toHaveLength(2)
})

test('a log that can not be read says why and is read again on demand', async () => {
  const bridge = await openLog([roll(1)], { 'log.read': () => failed('The disk does not answer.') })
  expect(log().getByRole('alert').textContent).toContain('The disk does not answer.')
  bridge.answer({ 'log.read': () => done(logPage([roll(1)])) })
  await click(button('Try again'))
  expect(rows()).toHaveLength(1)
})

test('the arrow keys move from entry to entry', async () => {
  await openLog([roll(3), roll(2), roll(1)])
  const summary = (at: number) => rows()[at]?.querySelector('summary') as HTMLElement
  summary(0).focus()
  await press('ArrowDown', {}, summary(0))
  expect(document.activeElement).toBe(summary(1))
  await press('End', {}, summary(1))
  expect(document.activeElement).toBe(summary(2))
  await press('ArrowUp', {}, summary(2))
  await press('Home', {}, summary(1))
  expect(document.activeElement).toBe(summary(0))
})

test('a roll is corrected in a form filled with what went in, refusals beside their fields', async () => {
  const bridge = await openLog([roll(1)])
  const row = await openRow(0)
  await click(row.getByRole('button', { name: 'Correct…' }))
  const dialog = within(screen.getByRole('dialog', { name: /^Correct Test of/ }))
  const score = dialog.getByRole('textbox', { name: 'Score' }) as HTMLInputElement
  expect(score.value).toBe('62')
  expect(dialog.getByText(/The dice stay: d100\s33/)).toBeTruthy()

  bridge.answer({ 'roll.correct': () => failed('Score is 1 to 100.', { problems: [{ side: 0, field: 'score', message: 'Score is 1 to 100.' }] }) })
  await type(score, '400')
  await click(dialog.getByRole('button', { name: 'Correct' }))
  expect(score.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(score)

  const second = headed(2, 'Only just', { follows: { roll: rollId(1), as: 'correction' } })
  bridge.answer({ 'roll.correct': () => done(second) })
  await type(score, '40')
  await click(dialog.getByRole('button', { name: 'Correct' }))
  bridge.send('roll.changed', [second, roll(1, { replaced: true })])
  await settled()
  expect(last(bridge.asked('roll.correct'))).toEqual({ roll: 1, inputs: [{ score: 40, risk: 'low', push: 0 }] })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('article', { name: 'Verdict' }).textContent).toContain('Only just')
  expect(document.activeElement).toBe(rows()[0]?.querySelector('summary'))
})

test('an emptied field of a correction goes back to what went in', async () => {
  const bridge = await openLog([roll(1)])
  const row = await openRow(0)
  await click(row.getByRole('button', { name: 'Correct…' }))
  const dialog = within(screen.getByRole('dialog'))
  await type(dialog.getByRole('textbox', { name: 'Score' }), '')
  await click(dialog.getByRole('button', { name: 'Correct' }))
  expect(last(bridge.asked('roll.correct'))?.inputs).toEqual([{ score: 62, risk: 'low', push: 0 }])
})

test('both sides of an opposed roll are corrected, and a refusal without a field is said', async () => {
  const duel = roll(1, {
    check: 'duel',
    participants: [{ id: characterId(1), name: 'Ysolde Marr', kind: 'pc' }, { name: 'Nobody', kind: 'none' }],
    inputs: [{ score: 62 }, { score: 30 }],
  })
  const bridge = await openLog([duel], { 'roll.correct': () => failed('This roll was undone, so it can’t be corrected.') })
  const row = await openRow(0)
  await click(row.getByRole('button', { name: 'Correct…' }))
  const dialog = within(screen.getByRole('dialog'))
  await type(within(dialog.getByRole('group', { name: 'Nobody' })).getByRole('textbox', { name: 'Score' }), '31')
  await click(dialog.getByRole('button', { name: 'Correct' }))
  expect(bridge.asked('roll.correct')).toEqual([{ roll: 1, inputs: [{ score: 62 }, { score: 31 }] }])
  expect(dialog.getByRole('alert').textContent).toContain('This roll was undone')
})

test('a reroll names its price, leads to the new roll, and says why it can’t be', async () => {
  const priced = { ...declarations, reroll: { costs: [{ pool: 'grace', amount: 1 }] } }
  const bridge = await openLog([roll(1)], { 'roll.reroll': () => failed('This costs 1 Grace and Ysolde has 0: 1 short.') }, { declarations: priced })
  const row = await openRow(0)
  await click(row.getByRole('button', { name: 'Reroll for 1 Grace' }))
  expect(row.getByRole('alert').textContent).toContain('1 short')
  const second = roll(2, { follows: { roll: rollId(1), as: 'reroll' } })
  bridge.answer({ 'roll.reroll': () => done(second) })
  await click(row.getByRole('button', { name: 'Reroll for 1 Grace' }))
  bridge.send('roll.changed', [second, roll(1, { replaced: true })])
  await settled()
  expect(texts()[1]).toContain('rerolled')
  expect(document.activeElement).toBe(rows()[0]?.querySelector('summary'))
})

test('a roll of which only the total is known says so and can be rolled again, not corrected', async () => {
  await openLog([roll(4, { dice: [{ side: 0, die: 'd6', faces: [1, 6], shown: [], typed: true, total: 9 }] }), roll(3, { dice: [{ side: 0, die: 'd100', faces: [33], shown: ['33'], typed: true, total: 33 }] })])
  expect(texts()[0]).toContain('2 × d6, total 9 · total typed')
  expect(texts()[1]).toContain('33 · total typed')
  const vague = await openRow(0)
  expect(vague.queryByRole('button', { name: 'Correct…' })).toBeNull()
  expect(vague.getByRole('button', { name: /^Reroll/ })).toBeTruthy()
  expect(vague.getByText('2 × d6: total 9 (total typed)')).toBeTruthy()
  expect((await openRow(1)).getByRole('button', { name: 'Correct…' })).toBeTruthy()
})

test('a roll and the one that stands in its place lead to each other', async () => {
  const [first, second] = [roll(10, { replaced: true }), roll(14, { follows: { roll: rollId(10), as: 'correction' } })]
  await openLog([second, first])
  expect(texts()[0]).toContain('correction')
  expect(texts()[1]).toContain('corrected')
  const row = await openRow(0)
  await click(row.getByRole('button', { name: /^Corrects the roll at \d\d:10$/ }))
  expect(document.activeElement).toBe(rows()[1]?.querySelector('summary'))
  const old = within(rows()[1] ?? document.body)
  expect(old.queryByRole('button', { name: 'Correct…' })).toBeNull()
  await click(old.getByRole('button', { name: /^Corrected by the roll at \d\d:14$/ }))
  expect(document.activeElement).toBe(rows()[0]?.querySelector('summary'))
})

test('a link to a roll that is not loaded takes the filter out and reads back to it', async () => {
  const [first, second] = [roll(1, { replaced: true }), roll(50, { follows: { roll: rollId(1), as: 'reroll' } })]
  const hold = later<null>()
  const bridge = await openLog([])
  bridge.answer({ 'log.read': async ({ filter, from }) => done('text' in filter ? logPage([second]) : from === undefined ? logPage([second], { next: 'there' }) : (await hold.promise, logPage([first]))) })
  await type(log().getByRole('searchbox'), 'x')
  const row = await openRow(0)
  await click(row.getByRole('button', { name: 'Rerolls an earlier roll' }))
  hold.keep(null)
  await settled()
  expect(rows()).toHaveLength(2)
  expect(document.activeElement).toBe(rows()[1]?.querySelector('summary'))
})

test('a replay says whether it still comes out the same', async () => {
  const bridge = await openLog([roll(1, { undone: true })], { 'roll.replay': () => done({ same: true }) })
  const row = await openRow(0)
  await click(row.getByRole('button', { name: 'Replay' }))
  expect(row.getByText(/^Still the same/)).toBeTruthy()
  bridge.answer({ 'roll.replay': () => done({ same: false, message: 'it says Success now' }) })
  await click(row.getByRole('button', { name: 'Replay' }))
  expect(row.getByRole('alert').textContent).toBe('Not the same any more: it says Success now.')
})

test('a secret roll is marked by a word in the log and at its verdict', async () => {
  const secret = roll(2, { secret: true })
  const bridge = await openLog([roll(1)], { 'roll.make': () => done({ kind: 'rolled', roll: secret }) })
  await click(screen.getByRole('checkbox', { name: 'Secret' }))
  await click(button(/^Roll/))
  bridge.send('roll.changed', [secret])
  await settled()
  expect(last(bridge.asked('roll.make'))).toMatchObject({ secret: true })
  expect(texts()[0]).toContain('secret')
  expect(texts()[1]).not.toContain('secret')
  expect(screen.getByRole('article', { name: 'Verdict' }).textContent).toContain('secret')
  await click(screen.getByRole('checkbox', { name: 'Secret' }))
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))).not.toHaveProperty('secret')
})

test('the log is exported whole or for the session, and the path is told', async () => {
  const bridge = await openLog([roll(1)], { 'log.export': ({ as }) => done(as === 'csv' ? null : '/home/gm/ferry.md') }, { sessions: [session(7, 'The causeway')] })
  const choose = async (name: string) => {
    await click(button('Export the log'))
    await click(screen.getByRole('menuitem', { name, hidden: true }))
  }
  await choose('The causeway as Markdown')
  const told = screen.getByRole('status', { name: 'Done' })
  expect(told.textContent).toContain('/home/gm/ferry.md')
  expect(told.textContent).not.toContain('takes it back')
  await choose('All rolls as CSV')
  expect(bridge.asked('log.export')).toEqual([{ as: 'markdown', session: 7 }, { as: 'csv' }])
})
