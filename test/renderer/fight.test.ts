import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { CampaignView, Character, CombatantId, Condition, ConditionId, FightId, FightView, PlaceId } from '../../preload/contract.ts'
import { character, combatant, createFakeBridge, declarations, done, place, preferences, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(() => {
  closeWindow()
  vi.useRealTimers()
})

const fighting = {
  ...declarations,
  counters: [...declarations.counters, { id: 'vigour', label: 'Vigour', owner: 'character' as const, min: 0, initial: 8, tone: 'plain' as const }],
  initiative: { input: [], slots: [{ id: 'fast', label: 'The fast' }, { id: 'slow', label: 'The slow' }] },
  conditions: [{ id: 'burning', label: 'Burning', tone: 'bane' as const }],
  health: { counters: ['vigour'] },
}

const wolf = (number: number, vigour: number, conditions: readonly Condition[] = []): Character =>
  character(3 + number, `Wolf ${number}`, { kind: 'npc', role: 'copy', counters: { vigour: { value: vigour, min: 0, max: 8 } }, conditions })

/** Ysolde, whose turn it is, and three wolves. */
const fight = (rest: Partial<FightView> = {}): FightView => ({
  id: 7 as FightId,
  name: 'On the pier',
  round: 2,
  turn: 5,
  active: 10 as PlaceId,
  extra: false,
  upNext: [],
  places: [place(1, { number: 12.5 }), place(4, { number: -2 }), place(5), place(6)],
  combatants: [combatant(1), combatant(4), combatant(5), combatant(6)],
  canGoBack: true,
  elapsedMs: 252_000,
  clockAt: Date.now(),
  turnAt: Date.now(),
  ...rest,
})

const everybody = [character(1, 'Ysolde Marr'), wolf(1, 8), wolf(2, 3), wolf(3, 0)]
const card = { id: 7 as FightId, name: 'On the pier', round: 2, combatants: 4 }
const layout = JSON.stringify({ hidden: ['characters'], shares: {}, known: ['fight'] })

async function openFight(open: FightView | null = fight(), rest: Partial<CampaignView> = {}) {
  const campaign = view({ declarations: fighting, characters: everybody, fights: [card], ...(open && { fight: open }), ...rest })
  const bridge = createFakeBridge({
    'campaign.current': () => done(campaign),
    'preferences.get': () => done(preferences({ reducedMotion: true, layouts: { [campaign.file]: layout } })),
  })
  const shell = await openWindow(bridge)
  const change = async (next: FightView | null) => {
    bridge.send('fight.changed', next)
    await settled()
  }
  return { bridge, shell, change }
}

const panel = () => within(screen.getByRole('region', { name: /^Fight/ }))
const order = () => within(panel().getByRole('list', { name: 'Order of the fight' }))
const rows = () => [...panel().getByRole('list', { name: 'Order of the fight' }).querySelectorAll<HTMLElement>('[data-stop]')]
const row = (name: RegExp | string) => rows().find((each) => each.getAttribute('aria-label')?.match(name)) as HTMLElement
const names = () => rows().map((each) => each.textContent)
const item = (name: RegExp | string) => row(name).closest<HTMLElement>('li') as HTMLElement
const said = () => panel().getAllByRole('status').map((each) => each.textContent).join(' ')

/** A click of the pointer at a time. */
async function clickAt(target: HTMLElement, timeStamp: number): Promise<void> {
  const event = new MouseEvent('click', { bubbles: true, detail: 1 })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  await fireEvent(target, event)
  await settled()
}

test('a row says where it stands, who, its number, whose turn it is, what is left and what holds', async () => {
  const until = { fight: 7 as FightId, anchor: 1 as CombatantId, edge: 'end' as const, left: 1 }
  const burning: Condition = { id: 1 as ConditionId, label: 'Burning', condition: 'burning', until }
  await openFight(fight({ combatants: [combatant(1), combatant(4, { hidden: true }), combatant(5), combatant(6, { defeated: true })] }), {
    characters: [character(1, 'Ysolde Marr'), wolf(1, 8, [burning, { id: 2 as ConditionId, label: 'Blessed', until: { ...until, anchor: 4 as CombatantId, left: 2 } }]), wolf(2, 0), wolf(3, 0)],
  })
  expect(rows().map((each) => each.getAttribute('aria-label'))).toEqual([
    '1, Ysolde Marr, initiative 12.5, has the turn, Grace 3',
    '2, Wolf 1, initiative −2, Vigour 8 of 8, Burning, ends this turn, Blessed, 2 turns, hidden from players',
    '3, Wolf 2, no initiative, Vigour 0 of 8, at its end, not marked defeated',
    '4, Wolf 3, no initiative, Vigour 0 of 8, defeated',
  ])
  expect(item(/Ysolde/).getAttribute('aria-current')).toBe('true')
  expect(item(/Wolf 1/).textContent).toContain('Burning · ends this turn')
  expect(item(/Wolf 2/).textContent).toMatch(/0\s*\/\s*8/)
  expect(panel().getByText('Round 2')).toBeTruthy()
})

test('whose health is at its end is marked by the button that asks', async () => {
  const { bridge } = await openFight()
  await click(within(item(/Wolf 3/)).getByRole('button', { name: /defeated\?/ }))
  expect(bridge.asked('fight.mark')).toEqual([{ fight: 7, combatants: [6], defeated: true }])
})

test.each([
  ['1,5', 1.5],
  ['-3', -3],
  ['0', 0],
  ['', null],
])('a number is typed in its row: %j', async (text, number) => {
  const { bridge } = await openFight()
  await press('Enter', {}, row(/Wolf 1/))
  const input = order().getByRole('textbox', { name: 'Initiative of Wolf 1' })
  await type(input, text)
  await press('Enter', {}, input)
  expect(bridge.asked('fight.number')).toEqual([{ fight: 7, place: 40, number }])
  expect(order().queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(row(/Wolf 1/))
})

test('a number that is none is refused beside it, Escape leaves it as it was, and so does the same one', async () => {
  const { bridge } = await openFight()
  await click(order().getByRole('button', { name: /^Initiative of Wolf 1: −2/ }))
  const input = order().getByRole('textbox')
  await type(input, 'soon')
  await press('Enter', {}, input)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  await press('Escape', {}, input)
  await click(order().getByRole('button', { name: /^Initiative of Wolf 1/ }))
  await press('Enter', {}, order().getByRole('textbox'))
  expect(bridge.asked('fight.number')).toEqual([])
})

test.each([
  ['Next turn', 'turn.next'],
  ['Previous', 'turn.previous'],
] as const)('a double click on %s acts once, a later one again', async (label, request) => {
  const { bridge } = await openFight()
  const turn = panel().getByRole('button', { name: new RegExp(label) })
  await clickAt(turn, 1000)
  await clickAt(turn, 1200)
  expect(bridge.asked(request)).toEqual([{ fight: 7, turn: 5 }])
  await clickAt(turn, 1301)
  expect(bridge.asked(request)).toHaveLength(2)
})

test('a turn too far is taken back at once', async () => {
  const { bridge } = await openFight()
  await clickAt(panel().getByRole('button', { name: /Next turn/ }), 1000)
  await clickAt(panel().getByRole('button', { name: /Previous/ }), 1200)
  expect(bridge.asked('turn.previous')).toHaveLength(1)
})

test('keys act on the selected, else on whoever has the turn, and each names whom', async () => {
  const { bridge, shell } = await openFight()
  await press('n')
  await press('N', { shiftKey: true })
  await press('v')
  await click(row(/Wolf 1/))
  await fireEvent.click(row(/Wolf 3/), { shiftKey: true })
  await press('x')
  await press('w')
  expect(bridge.asked('turn.next')).toEqual([{ fight: 7, turn: 5 }])
  expect(bridge.asked('turn.previous')).toEqual([{ fight: 7, turn: 5 }])
  expect(bridge.asked('fight.mark')).toEqual([
    { fight: 7, combatants: [1], hidden: true },
    { fight: 7, combatants: [4, 5, 6], defeated: true },
  ])
  expect(bridge.asked('turn.wait')).toEqual([{ fight: 7, turn: 5 }])
  expect(panel().getByRole('group', { name: 'Done to Wolf 1–3' })).toBeTruthy()
  expect(shell.commands.all.find(({ id }) => id === 'fight.damage')?.detail?.()).toBe('Wolf 1–3')
  await press('g')
  expect(bridge.asked('fight.join')).toEqual([{ fight: 7, combatants: [4, 5, 6] }])
})

test('a held key goes on by one turn', async () => {
  const { bridge } = await openFight()
  await press('n')
  await press('n', { repeat: true })
  expect(bridge.asked('turn.next')).toHaveLength(1)
})

test('the arrow keys move between the rows, Space selects, Escape lets go', async () => {
  const { shell } = await openFight()
  row(/Ysolde/).focus()
  await press('ArrowDown', {}, row(/Ysolde/))
  await press('ArrowDown', {}, row(/Wolf 1/))
  expect(document.activeElement).toBe(row(/Wolf 2/))
  await click(row(/Wolf 2/))
  expect(row(/Wolf 2/).getAttribute('aria-pressed')).toBe('true')
  await fireEvent.click(row(/Wolf 1/), { ctrlKey: true })
  expect(shell.table?.fight.selected).toHaveLength(2)
  await press('Escape', {}, row(/Wolf 1/))
  expect(shell.table?.fight.selected).toEqual([])
  await press('End', {}, row(/Wolf 2/))
  expect(document.activeElement).toBe(row(/Wolf 3/))
  await press('Home', {}, row(/Wolf 3/))
  expect(document.activeElement).toBe(row(/Ysolde/))
})

test('Alt and an arrow key move a row, which keeps the focus, and it is said where it went', async () => {
  const { bridge } = await openFight()
  bridge.answer({
    'fight.nudge': () => {
      bridge.send('fight.changed', fight({ places: [place(4), place(1), place(5), place(6)] }))
      return done(null)
    },
  })
  row(/Wolf 1/).focus()
  await press('ArrowUp', { altKey: true }, row(/Wolf 1/))
  expect(bridge.asked('fight.nudge')).toEqual([{ fight: 7, place: 40, by: -1 }])
  expect(document.activeElement).toBe(row(/Wolf 1/))
  expect(said()).toContain('Wolf 1: 1 of 4')
})

test('Delete takes out the selected, else the row with the focus, which goes to the neighbour', async () => {
  const { bridge } = await openFight()
  bridge.answer({
    'fight.remove': () => {
      bridge.send('fight.changed', fight({ places: [place(1), place(5), place(6)], combatants: [combatant(1), combatant(5), combatant(6)] }))
      return done(null)
    },
  })
  row(/Wolf 1/).focus()
  await press('Delete', {}, row(/Wolf 1/))
  expect(document.activeElement).toBe(row(/Wolf 2/))
  await click(row(/Wolf 2/))
  await fireEvent.click(row(/Wolf 3/), { ctrlKey: true })
  await press('Delete', {}, row(/Wolf 3/))
  expect(bridge.asked('fight.remove')).toEqual([
    { fight: 7, combatants: [4] },
    { fight: 7, combatants: [5, 6] },
  ])
})

const pack = { places: [place(1), place(4)], combatants: [combatant(1), combatant(4), combatant(5, { place: 40 as PlaceId }), combatant(6, { place: 40 as PlaceId })], active: 40 as PlaceId }

test('Delete takes one member out of an unfolded group, and the neighbouring member has the focus, at last the row', async () => {
  const { bridge } = await openFight(fight(pack))
  const left = new Map(pack.combatants.map((each) => [each.id, each]))
  bridge.answer({
    'fight.remove': ({ combatants }) => {
      combatants.forEach((id) => left.delete(id))
      bridge.send('fight.changed', fight({ ...pack, combatants: [...left.values()] }))
      return done(null)
    },
  })
  row(/^Wolf 2/).focus()
  await press('Delete', {}, row(/^Wolf 2/))
  expect(names()).toEqual(['Ysolde Marr', 'Wolf ×2', 'Wolf 1', 'Wolf 3'])
  expect(document.activeElement).toBe(row(/^Wolf 3/))
  await press('Delete', {}, row(/^Wolf 3/))
  expect(document.activeElement).toBe(row(/Wolf 1/))
  expect(bridge.asked('fight.remove').map(({ combatants }) => combatants)).toEqual([[5], [6]])
})

test('the last member of a group hands the focus to the one before', async () => {
  const { change } = await openFight(fight(pack))
  row(/^Wolf 3/).focus()
  await change(fight({ ...pack, combatants: pack.combatants.slice(0, 3) }))
  expect(document.activeElement).toBe(row(/^Wolf 2/))
})

test('a member that has the focus gives it to its row when the group folds', async () => {
  const { change } = await openFight(fight(pack))
  row(/^Wolf 2/).focus()
  await change(fight({ ...pack, active: 10 as PlaceId }))
  expect(document.activeElement).toBe(row(/Wolf 1–3/))
})

test('a member that leaves its group keeps the focus in its own row', async () => {
  const { change } = await openFight(fight(pack))
  row(/^Wolf 2/).focus()
  await change(fight({ ...pack, places: [place(1), place(4), place(5)], combatants: [combatant(1), combatant(4), combatant(5), combatant(6, { place: 40 as PlaceId })] }))
  expect(names()).toEqual(['Ysolde Marr', 'Wolf ×2', 'Wolf 1', 'Wolf 3', 'Wolf 2'])
  expect(document.activeElement).toBe(row(/Wolf 2/))
})

test('a row that goes by Undo gives the focus to the next one, and the last to the one before', async () => {
  const { change } = await openFight()
  row(/Wolf 2/).focus()
  await change(fight({ places: [place(1), place(4), place(6)], combatants: [combatant(1), combatant(4), combatant(6)] }))
  expect(document.activeElement).toBe(row(/Wolf 3/))
  await change(fight({ places: [place(1), place(4)], combatants: [combatant(1), combatant(4)] }))
  expect(document.activeElement).toBe(row(/Wolf 1/))
})

test('the last row leaves the focus to Add, and a fight that goes to starting one', async () => {
  const { change } = await openFight()
  row(/Wolf 2/).focus()
  await change(fight({ places: [], combatants: [] }))
  expect(document.activeElement).toBe(panel().getByRole('button', { name: /^Add/ }))
  await change(fight())
  row(/Wolf 2/).focus()
  await change(null)
  expect(document.activeElement).toBe(panel().getByRole('button', { name: 'Start a fight' }))
})

test('a row that goes without the focus leaves the focus where it is', async () => {
  const { change } = await openFight()
  const next = panel().getByRole('button', { name: /Next turn/ })
  next.focus()
  await change(fight({ places: [place(1), place(4), place(6)], combatants: [combatant(1), combatant(4), combatant(6)] }))
  expect(document.activeElement).toBe(next)
})

test('whose turn begins is said, and nothing else that changes is', async () => {
  const { change } = await openFight()
  expect(said().trim()).toBe('')
  await change(fight({ turn: 6, active: 40 as PlaceId }))
  expect(said()).toContain('Round 2, Wolf 1’s turn')
  await change(fight({ turn: 6, active: 40 as PlaceId, places: [place(4), place(1), place(5), place(6)] }))
  expect(said()).toContain('Round 2, Wolf 1’s turn')
  await change(fight({ turn: 7, round: 3 }))
  expect(said()).toContain('Round 3, Ysolde Marr’s turn')
})

test('a group is one row with what is left of it, unfolds and folds, and its members are marked done', async () => {
  const grouped = { places: [place(1), place(4, { number: 9 })], combatants: [combatant(1), combatant(4), combatant(5, { place: 40 as PlaceId }), combatant(6, { place: 40 as PlaceId, defeated: true })] }
  const { bridge, change } = await openFight(fight(grouped))
  expect(names()).toEqual(['Ysolde Marr', 'Wolf 1–3'])
  expect(row(/Wolf/).getAttribute('aria-label')).toBe('2, Wolf 1–3, initiative 9, three alike, Vigour together 11 of 24, worst 3 of 8, 1 defeated')
  await click(order().getByRole('button', { name: 'Members of Wolf 1–3' }))
  expect(names()).toEqual(['Ysolde Marr', 'Wolf 1–3', 'Wolf 1', 'Wolf 2', 'Wolf 3'])
  await click(order().getByRole('button', { name: 'Members of Wolf 1–3' }))
  await change(fight({ ...grouped, turn: 6 }))
  expect(names()).toHaveLength(2)
  row(/Ysolde/).focus()
  await press('ArrowDown', {}, row(/Ysolde/))
  await press('ArrowRight', {}, row(/Wolf 1–3/))
  await click(order().getByRole('button', { name: 'Wolf 2 has done its part' }))
  expect(bridge.asked('fight.mark')).toEqual([{ fight: 7, combatants: [5], done: true }])
  await press('ArrowLeft', {}, row(/^Wolf 2/))
  expect(names()).toHaveLength(2)
  expect(document.activeElement).toBe(row(/Wolf 1–3/))
})

test('a group shows its members on its turn', async () => {
  await openFight(fight({ places: [place(1), place(4)], combatants: [combatant(1), combatant(4), combatant(5, { place: 40 as PlaceId })], active: 40 as PlaceId }))
  expect(names()).toEqual(['Ysolde Marr', 'Wolf 1–2', 'Wolf 1', 'Wolf 2'])
})

test('the parts of the order have headings, also whoever has no initiative yet', async () => {
  await openFight(fight({ places: [place(1, { slot: 'fast' }), place(4, { slot: 'slow' }), place(5, { slot: 'slow' }), place(6)] }))
  expect(order().getAllByRole('heading').map((each) => each.textContent)).toEqual(['The fast', 'The slow', 'No initiative yet'])
})

test('who waits acts now by its button and by the key, and it is said who acts next', async () => {
  const { bridge, change } = await openFight(fight({ places: [place(1), place(4, { waiting: 'the door to open' }), place(5), place(6)] }))
  expect(row(/Wolf 1/).getAttribute('aria-label')).toContain('waiting: the door to open')
  await click(within(item(/Wolf 1/)).getByRole('button', { name: /act now/ }))
  await click(row(/Wolf 1/))
  await press('w')
  expect(bridge.asked('turn.actNow')).toEqual([{ fight: 7, place: 40 }, { fight: 7, place: 40 }])
  await change(fight({ upNext: [40 as PlaceId], places: [place(1), place(4, { waiting: '' }), place(5), place(6)] }))
  expect(row(/Wolf 1/).getAttribute('aria-label')).toContain('acts next')
})

test('without a fight one is started, or a paused one gone on with', async () => {
  const { bridge } = await openFight(null, { fights: [{ id: 9 as FightId, name: 'The mill', round: 4, combatants: 1 }] })
  expect(panel().getByRole('list', { name: 'Paused fights' }).textContent).toContain('round 4, 1 combatant')
  await click(panel().getByRole('button', { name: 'Start a fight' }))
  await click(panel().getByRole('button', { name: 'Go on with The mill' }))
  expect(bridge.asked('fight.create')).toEqual([{}])
  expect(bridge.asked('fight.open')).toEqual([{ fight: 9 }])
})

test('in a fight with nobody the first step is to add somebody', async () => {
  await openFight(fight({ places: [], combatants: [], turn: 0, round: 0 }))
  expect(panel().getByText(/Nobody is in this fight yet/)).toBeTruthy()
  expect(panel().getByRole<HTMLButtonElement>('button', { name: /Next turn/ }).disabled).toBe(true)
  expect(panel().getByRole('button', { name: /Add/ }).className).toContain('primary')
})

test('the bar says which round and whose turn, leads to the fight, and goes with it', async () => {
  const { shell, change } = await openFight()
  shell.table?.layout.toggle('fight')
  await settled()
  expect(screen.queryByRole('region', { name: /^Fight/ })).toBeNull()
  await click(button(/^Round 2/))
  expect(panel()).toBeTruthy()
  await change(null)
  expect(screen.queryByRole('button', { name: /^Round/ })).toBeNull()
})

test('the clock runs by itself, and says when a turn has taken its time', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { bridge } = await openFight(fight({ clockAt: Date.now(), turnAt: Date.now() }))
  expect(panel().getByText('4:12')).toBeTruthy()
  bridge.send('fightRules.changed', { skipDefeated: true, waiterStays: false, atZero: 'defeat', turnSeconds: 10 })
  await settled()
  vi.advanceTimersByTime(9_000)
  await settled()
  expect(panel().getByText('turn 0:09')).toBeTruthy()
  expect(said()).not.toContain('taken its time')
  vi.advanceTimersByTime(3_000)
  await settled()
  expect(panel().getByText('4:24')).toBeTruthy()
  expect(said()).toContain('taken its time')
})

test('what is done less often is in a menu that is not beside Next turn', async () => {
  const { bridge } = await openFight()
  await click(panel().getByRole('button', { name: 'More about the fight' }))
  const items = screen.getAllByRole('menuitem').map((each) => each.textContent)
  expect(items.at(-1)).toBe('End the fight')
  await click(screen.getByRole('menuitem', { name: 'Clear the fight' }))
  expect(bridge.asked('fight.clear')).toEqual([{ fight: 7 }])
  expect(panel().getByRole('button', { name: /Next turn/ }).parentElement?.textContent).not.toMatch(/End|Clear/)
})

test('the sheet of whoever is selected, or has the turn, opens by key, from the menu and by a double click', async () => {
  const { bridge } = await openFight()
  bridge.answer({ 'character.update': () => done(null) })
  await press('e', {}, document.body)
  expect(screen.getByRole('dialog', { name: /Ysolde Marr/ })).toBeTruthy()
  await press('Escape', {}, screen.getByRole('dialog'))
  await fireEvent.dblClick(order().getByRole('button', { name: /^3, Wolf 2, / }))
  await settled()
  expect(screen.getByRole('dialog', { name: /Wolf 2/ })).toBeTruthy()
})
