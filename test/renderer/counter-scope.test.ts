import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { CounterPart, CounterStep, SessionId } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, done, view } from './fake-bridge.ts'
import { click, closeWindow, openWindow, settled, type } from './open-window.ts'

afterEach(closeWindow)

const session = (id: number, name: string, endedAt?: number) => ({ id: id as SessionId, name, startedAt: id, notes: '', present: [], ...(endedAt !== undefined && { endedAt }) })
const sessions = [session(2, 'The causeway'), session(1, 'The ferry', 1)]
const course: readonly CounterPart[] = [
  { session: 1 as SessionId, counters: { grace: { from: 0, gained: 4, spent: 1, values: [4, 3] }, debt: { from: 1, gained: 0, spent: 0, values: [1, 1] } } },
  { counters: { grace: { from: 3, gained: 1, spent: 0, values: [4] }, debt: { from: 1, gained: 0, spent: 0, values: [1] } } },
  { session: 2 as SessionId, counters: { grace: { from: 4, gained: 2, spent: 0, values: [6] }, debt: { from: 1, gained: 4, spent: 0, values: [5] } } },
]
const steps: readonly CounterStep[] = [{ at: 0, owner: 'character', character: characterId(1), name: 'Ysolde Marr', counter: 'grace', amount: -1, value: 3 }]

async function openPanel(rest = {}) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ sessions, characters: [character(1, 'Ysolde Marr'), character(3, 'Hob')], ...rest })),
    'counter.course': () => done(course),
    'counter.history': () => done(steps),
    'counter.totals': () => done([]),
    'counter.hopes': () => done([]),
    'dice.fairness': () => done([]),
  })
  const shell = await openWindow(bridge)
  shell.table?.layout.show('counters')
  await settled()
  const panel = within(screen.getByRole('region', { name: 'Counters' }))
  const choose = async (name: string) => {
    const select = panel.getByRole('combobox', { name: 'Of which session' }) as HTMLSelectElement
    select.selectedIndex = [...select.options].findIndex(({ text }) => text === name)
    await fireEvent.change(select)
    await settled()
  }
  return { bridge, panel, choose }
}

describe('what the counters panel looks at', () => {
  it('is the session that runs, and the whole campaign where that is wanted', async () => {
    const { bridge, panel, choose } = await openPanel()
    expect((panel.getByRole('combobox', { name: 'Of which session' }) as HTMLSelectElement).value).toBe('2')
    expect(bridge.asked('counter.course')).toEqual([])
    await choose('Whole campaign')
    expect(bridge.asked('counter.totals').at(-1)).toEqual({})
    expect(bridge.asked('dice.fairness').at(-1)).toEqual({})
    const rows = panel.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim()))
    expect(rows).toEqual([['Session', 'Grace', 'Debt'], ['The causeway', '4 → 6 +2', '1 → 5 +4'], ['Outside of sessions', '3 → 4 +1', '1'], ['The ferry', '0 → 3 +4 −1', '1']])
  })

  it('walks along the campaign and says where all stood and when', async () => {
    const { panel, choose } = await openPanel()
    await choose('Whole campaign')
    const slider = panel.getByRole('slider', { name: 'Moment' })
    expect(slider.getAttribute('max')).toBe('4')
    expect(slider.getAttribute('aria-valuetext')).toBe('The causeway: Grace 6, Debt 5')
    await type(slider, '1')
    expect(slider.getAttribute('aria-valuetext')).toBe('The ferry: Grace 4, Debt 1')
    await type(slider, '0')
    expect(slider.getAttribute('aria-valuetext')).toBe('At first: Grace 0, Debt 1')
  })

  it('is an ended session by its name, drawn to where it ended', async () => {
    const { bridge, panel, choose } = await openPanel()
    await choose('Whole campaign')
    await click(panel.getByRole('button', { name: 'The ferry' }))
    expect(bridge.asked('counter.history').at(-1)).toEqual({ session: 1 })
    await click(panel.getByText('As a table'))
    const cells = panel.getAllByRole('row', { hidden: true }).map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
    expect(cells.at(-1)).toEqual(['3'])
    await choose('The causeway')
    expect(bridge.asked('counter.history').at(-1)).toEqual({ session: 2 })
  })

  it('has nothing to choose before the first session', async () => {
    const { bridge, panel } = await openPanel({ sessions: [] })
    expect(panel.queryByRole('combobox', { name: 'Of which session' })).toBeNull()
    expect(bridge.asked('counter.history')).toEqual([{}])
  })
})
