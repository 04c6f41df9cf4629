import { screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { CounterStep, RollId, SessionId } from '../../preload/contract.ts'
import { readChange } from '../../renderer/state/counter-form.svelte.ts'
import { character, characterId, createFakeBridge, declarations, done, failed, roll, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const session = { id: 1 as SessionId, name: 'The causeway', startedAt: 0, notes: '', present: [characterId(1)] }
const steps: readonly CounterStep[] = [
  { at: 0, owner: 'character', character: characterId(1), name: 'Ysolde Marr', counter: 'grace', amount: 1, value: 3, roll: 4 as RollId },
  { at: 60_000, owner: 'gm', name: 'GM', counter: 'debt', amount: 2, value: 5, deed: 7, reason: 'the bell' },
]

async function openPanel(answers: Parameters<typeof createFakeBridge>[0] = {}, rest = {}) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ sessions: [session], characters: [character(1, 'Ysolde Marr'), character(3, 'Hob')], ...rest })),
    'counter.history': () => done(steps),
    'counter.totals': () => done([{ owner: 'character', character: characterId(1), name: 'Ysolde Marr', counter: 'grace', gained: 4, spent: 1 }]),
    'counter.hopes': () => done([{ counter: 'grace', expected: 2.25, actual: 4, rolls: 6 }]),
    'counter.reasons': () => done(['the bell']),
    'dice.fairness': () => done([{ die: 'd6', typed: false, low: 1, counts: [9, 5, 5, 5, 5, 7], rolls: 36, chance: 0.8, verdict: 'as uneven as this in 8 of 10 campaigns' }, { die: 'd20', typed: true, low: 1, counts: Array.from({ length: 20 }, () => 0), rolls: 3, verdict: 'too few to tell, it takes 100 of them' }]),
    ...answers,
  })
  const shell = await openWindow(bridge)
  shell.table?.layout.show('counters')
  await settled()
  return { bridge, panel: within(screen.getByRole('region', { name: 'Counters' })) }
}

describe('the counters panel', () => {
  it('shows what the GM and the players hold, what they gained and spent, and steps it', async () => {
    const { bridge, panel } = await openPanel()
    expect(panel.getByRole('button', { name: 'Debt of the GM: 5. Change' }).textContent).toContain('5')
    expect(panel.getByText('+4 −1')).toBeDefined()
    await click(panel.getByRole('button', { name: 'Give 1 Debt to the GM' }))
    await click(panel.getByRole('button', { name: 'Give 1 Grace to Hob' }))
    expect(bridge.asked('counter.change')).toEqual([{ counter: 'debt', amount: 1 }, { counter: 'grace', character: 3, amount: 1 }])
  })

  it('walks along the steps of a session and says what each was, as a table too', async () => {
    const { panel } = await openPanel()
    const slider = panel.getByRole('slider', { name: 'Step' })
    expect(slider.getAttribute('aria-valuetext')).toMatch(/GM: Debt \+2, the bell$/)
    await type(slider, '1')
    expect(slider.getAttribute('aria-valuetext')).toMatch(/Ysolde Marr: Grace \+1, a roll$/)
    await click(panel.getByText('As a table'))
    const rows = panel.getAllByRole('row', { hidden: true }).map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
    // Six grace and five debt stand now; before the steps it was five and three.
    expect(rows.slice(1)).toEqual([['6', '5'], ['6', '3']])
  })

  it('leads from a step to the roll or deed behind it, open and with the focus, by a click, Enter and the table', async () => {
    const bell = { id: 7, at: 60_000, headline: 'Debt +2 for GM', explain: ['the bell'], payments: [], undone: false }
    const { panel } = await openPanel({ 'log.read': () => done({ entries: [{ kind: 'deed', deed: bell }, { kind: 'roll', roll: roll(4) }] }) })
    const focused = () => document.activeElement?.closest('[data-entry]')?.getAttribute('data-entry')
    await click(panel.getByRole('button', { name: /GM: Debt \+2, the bell$/ }))
    expect(focused()).toBe('deed 7')
    expect(document.activeElement?.closest('details')?.open).toBe(true)
    const slider = panel.getByRole('slider', { name: 'Step' })
    await type(slider, '1')
    await press('Enter', {}, slider)
    expect(focused()).toBe('roll 4')
    await click(panel.getByText('As a table'))
    await click(within(panel.getByRole('table')).getByRole('button', { name: /the bell$/ }))
    expect(focused()).toBe('deed 7')
  })

  it('says a step that nothing in the log stands behind, and leads nowhere', async () => {
    const { panel } = await openPanel({ 'counter.history': () => done([{ ...steps[0], roll: undefined, reason: 'maximum changed' } as never]) })
    expect(panel.getByText(/maximum changed$/).closest('button')).toBeNull()
  })

  it('is led to from what an entry of the log paid, its counter drawn for it', async () => {
    const { panel } = await openPanel({}, { rolls: [roll(4, { session: session.id })] })
    await click(within(panel.getByRole('list', { name: 'Counters that are drawn' })).getByRole('button', { name: /^Grace/ }))
    expect(panel.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuetext')).toMatch(/the bell$/)
    const entry = within(screen.getByRole('list', { name: 'Log entries' }))
    await click(entry.getByText('Triumph, by 2'))
    await click(entry.getByRole('button', { name: '+1 Grace to Ysolde Marr' }))
    await settled()
    const slider = panel.getByRole('slider', { name: 'Step' })
    expect(document.activeElement).toBe(slider)
    expect(slider.getAttribute('aria-valuetext')).toMatch(/Ysolde Marr: Grace \+1, Triumph, by 2$/)
  })

  it('takes a line out and puts it back', async () => {
    const { panel } = await openPanel()
    const legend = within(panel.getByRole('list', { name: 'Counters that are drawn' }))
    const debt = legend.getByRole('button', { name: /^Debt/ })
    expect(debt.getAttribute('aria-pressed')).toBe('true')
    await click(debt)
    expect(debt.getAttribute('aria-pressed')).toBe('false')
    expect(panel.getByRole('slider', { name: 'Step' }).getAttribute('max')).toBe('1')
    await click(debt)
    expect(panel.getByRole('slider', { name: 'Step' }).getAttribute('max')).toBe('2')
  })

  it('draws the pools where there is nothing else to draw', async () => {
    const counters = [{ id: 'grace', label: 'Grace', owner: 'character', min: 0, max: 9, initial: 'max', tone: 'boon' }] as const
    const { panel } = await openPanel({}, { declarations: { ...declarations, counters } })
    expect(panel.getByRole('list', { name: 'Counters that are drawn' }).textContent).toMatch(/Grace/)
    expect(within(panel.getByRole('list', { name: 'Counters that are drawn' })).getByRole('button').getAttribute('aria-pressed')).toBe('true')
    expect(panel.getByRole('slider', { name: 'Step' })).toBeTruthy()
  })

  it('shows what the system counts: for the table with the time since the last one, and for each', async () => {
    const figures = [
      { id: 'hits', label: 'Hits', owner: 'character', flag: 'spark' },
      { id: 'feasts', label: 'Feasts', owner: 'table', action: 'feast', since: true },
    ] as const
    const { bridge, panel } = await openPanel(
      {
        'figure.list': () =>
          done([
            { figure: 'hits', character: characterId(1), session: 2, campaign: 5 },
            { figure: 'hits', session: 1, campaign: 1 },
            { figure: 'feasts', session: 0, campaign: 3, last: Date.now() - 125 * 60_000 },
          ]),
      },
      { declarations: { ...declarations, figures } },
    )
    expect(bridge.asked('figure.list')).toEqual([{ session: 1 }])
    const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim()
    expect(textOf(panel.getByText('Feasts').closest('div') as Element)).toBe('Feasts the last 2 h 5 min ago 3 in all 0')
    const rows = within(panel.getByRole('table', { name: 'Counted for each' })).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(textOf))).toEqual([['', 'Hits'], ['Hob', '0'], ['Ysolde Marr', '2 of 5'], ['Everybody', '3 of 6']])
    bridge.send('deed.changed', [])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(bridge.asked('figure.list').length).toBe(2)
  })

  it('shows a small pool as boxes and a larger one as a bar', async () => {
    const counters = { grace: { value: 2, min: 0, max: 4 } }
    const { panel } = await openPanel({}, { characters: [character(1, 'Ysolde Marr', { counters }), character(3, 'Hob', { counters: { grace: { value: 2, min: 0, max: 9 } } })] })
    const rows = within(panel.getByRole('region', { name: 'Grace' })).getAllByRole('listitem')
    expect(rows.map((row) => [row.querySelectorAll('.boxes span').length, row.querySelectorAll('.boxes .full').length, row.querySelectorAll('.bar').length])).toEqual([[0, 0, 1], [4, 2, 0]])
  })

  it('shows what everybody gained and spent, each with its name', async () => {
    const { panel } = await openPanel()
    const rows = within(within(panel.getByRole('region', { name: 'Spent and gained' })).getByRole('list', { name: 'Grace' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toEqual(['Ysolde Marr Grace spent 1 gained 4'])
  })

  it('holds what came against what was to be expected, and the dice against fair ones', async () => {
    const { panel } = await openPanel()
    expect(panel.getByText(/2\.3 expected/).textContent).toMatch(/4 came: more than expected/)
    expect(panel.getByText(/d6, drawn/).closest('p')?.textContent).toMatch(/36 times: as uneven as this in 8 of 10 campaigns/)
    expect(panel.getByText(/d20, typed/).closest('p')?.textContent).toMatch(/too few to tell/)
    expect(panel.getByRole('img', { name: /1 fell 9, .*6\.0 of each expected/ })).toBeDefined()
  })

  it('awards several at once, those who are there chosen, and shows a refusal', async () => {
    const { bridge, panel } = await openPanel({ 'counter.award': () => failed('Grace can’t go any lower.') })
    await click(panel.getByRole('button', { name: 'Several…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Grace for several' }))
    expect(dialog.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([false, true])
    await click(dialog.getByRole('checkbox', { name: 'Hob' }))
    await type(dialog.getByLabelText('Amount'), '2')
    await click(dialog.getByRole('button', { name: 'Take' }))
    expect(bridge.asked('counter.award')).toEqual([{ counter: 'grace', characters: expect.arrayContaining([1, 3]), amount: -2 }])
    expect(dialog.getByRole('alert').textContent).toBe('Grace can’t go any lower.')
    await type(dialog.getByLabelText('Amount'), 'x')
    await click(dialog.getByRole('button', { name: 'Give' }))
    expect(dialog.getByRole('alert').textContent).toContain('whole number')
  })

  it('says who is there, a click each, and two in a row both count', async () => {
    const { bridge, panel } = await openPanel()
    const chips = within(panel.getByRole('group', { name: 'Here tonight' }))
    expect(chips.getAllByRole('button').map((chip) => [chip.textContent.trim(), chip.getAttribute('aria-pressed')])).toEqual([['Hob', 'false'], ['Ysolde Marr', 'true']])
    bridge.answer({
      'session.attend': ({ present }) => {
        bridge.send('session.changed', [{ ...session, present }])
        return done(null)
      },
    })
    chips.getByRole('button', { name: 'Hob' }).click()
    chips.getByRole('button', { name: 'Ysolde Marr' }).click()
    await settled()
    expect(bridge.asked('session.attend')).toEqual([{ id: 1, present: [1, 3] }, { id: 1, present: [3] }])
    expect(chips.getAllByRole('button').map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
  })

  it('says nothing of who is there while no session runs', async () => {
    const { panel } = await openPanel({}, { sessions: [{ ...session, endedAt: 9 }] })
    expect(panel.queryByRole('group', { name: 'Here tonight' })).toBeNull()
  })

  it('changes one by a typed amount, with a reason given before or asked for where it is needed', async () => {
    const counters = declarations.counters.map((counter) => ({ ...counter, reasonRequired: true }))
    const { bridge, panel } = await openPanel({}, { declarations: { ...declarations, counters } })
    await click(panel.getByRole('button', { name: 'Give 1 Debt to the GM' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Debt of the GM' }))
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    const reason = dialog.getByRole('combobox', { name: 'Reason' })
    await click(dialog.getByRole('button', { name: 'Give 1' }))
    expect(dialog.getByRole('alert').textContent).toBe('Debt changes for a reason: say which.')
    expect(document.activeElement).toBe(reason)
    await press('ArrowDown', {}, reason)
    await click(dialog.getByRole('button', { name: 'Give 1' }))
    expect((reason as HTMLInputElement).value).toBe('the bell')
    await type(amount, '-9')
    await click(dialog.getByRole('button', { name: 'Change' }))
    expect(dialog.getByRole('alert').textContent).toBe('Debt is at least 0: that would make −4.')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    await type(amount, '=2')
    bridge.answer({ 'counter.change': () => failed('The disk is full.') })
    await click(dialog.getByRole('button', { name: 'Set to 2' }))
    expect(dialog.getByRole('alert').textContent).toBe('The disk is full.')
    bridge.answer({ 'counter.change': () => done(null) })
    await click(dialog.getByRole('button', { name: 'Set to 2' }))
    expect(bridge.asked('counter.change')).toEqual([1, 2].map(() => ({ counter: 'debt', amount: -3, reason: 'the bell' })))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows what a new session sets back before it starts, and starts at once where nothing is', async () => {
    const { bridge } = await openPanel({ 'counter.resets': () => done([{ owner: 'GM', counter: 'debt', from: 5, to: 0 }]) }, { sessions: [] })
    await click(button('Start session'))
    expect(bridge.asked('session.start')).toEqual([])
    const dialog = within(screen.getByRole('dialog', { name: 'A new session sets back' }))
    expect(dialog.getByRole('listitem').textContent).toBe('GM: Debt 5 to 0')
    await click(dialog.getByRole('button', { name: 'Cancel' }))
    await click(button('Start session'))
    await click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start session' }))
    expect(bridge.asked('session.start')).toEqual([{}])
    bridge.answer({ 'counter.resets': () => done([]) })
    await click(button('Start session'))
    expect(bridge.asked('session.start')).toEqual([{}, {}])
    expect(bridge.asked('counter.resets')).toEqual([1, 2, 3].map(() => ({ on: 'session' })))
  })

  it('shows what a rest sets back before it does', async () => {
    const resting = { ...declarations, counters: declarations.counters.map((counter) => ({ ...counter, resets: 'rest' as const })) }
    const { bridge, panel } = await openPanel({ 'counter.resets': () => done([{ owner: 'Hob', counter: 'grace', from: 1, to: 3 }]) }, { declarations: resting })
    await click(panel.getByRole('button', { name: 'Rest…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'A rest' }))
    expect(dialog.getByRole('listitem').textContent).toBe('Hob: Grace 1 to 3')
    expect(bridge.asked('counter.reset')).toEqual([])
    await click(dialog.getByRole('button', { name: 'Set back' }))
    expect(bridge.asked('counter.reset')).toEqual([{ on: 'rest' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

})

it.each([
  ['+3', { ok: true, to: 8, amount: 3 }],
  ['3', { ok: true, to: 8, amount: 3 }],
  [' − 2', { ok: true, to: 3, amount: -2 }],
  ['=5', { ok: false, message: 'Luck stands at 5 already.' }],
  ['= 0', { ok: true, to: 0, amount: -5 }],
  ['=-1', { ok: false, message: 'Luck is at least 0: that would make −1.' }],
  ['-6', { ok: false, message: 'Luck is at least 0: that would make −1.' }],
  ['+4', { ok: false, message: 'Luck is at most 8: that would make 9.' }],
  ['+0', { ok: false, message: 'Luck stands at 5 already.' }],
  ['2.5', { ok: false, message: 'Write +3, −2 or =5, in whole numbers.' }],
  ['', { ok: false, message: 'Write +3, −2 or =5, in whole numbers.' }],
] as const)('reads the amount "%s"', (text, reading) => {
  expect(readChange(text, 'Luck', { value: 5, min: 0, max: 8 })).toEqual(reading)
})

it('lets a counter beyond its bounds come back', () => {
  expect(readChange('-1', 'Luck', { value: 12, max: 8 })).toEqual({ ok: true, to: 11, amount: -1 })
})
