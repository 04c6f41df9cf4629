import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView, Character, CombatantId, ConditionId, FightId, FightView, PlaceId } from '../../preload/contract.ts'
import type { Shell } from '../../renderer/state/shell.svelte.ts'
import { character, characterId, combatant, createFakeBridge, declarations, done, failed, place, roll, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { click, closeWindow, descriptionOf, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const initiative = { input: [{ id: 'haste', label: 'Haste', type: 'number' as const, default: 0 }] }
const still = {
  ...declarations,
  conditions: [
    { id: 'dazed', label: 'Dazed', help: 'Loses what comes next.', tone: 'bane' as const },
    { id: 'hasted', label: 'Hasted', tone: 'boon' as const },
  ],
  health: { counters: ['grace'] },
}
const fighting = { ...still, initiative }

const npc = (id: number, name: string, role: Character['role']) => character(id, name, { kind: 'npc', role })
const everybody = [character(1, 'Ysolde Marr'), npc(2, 'Wolf', 'template'), npc(3, 'The Reeve', 'self'), npc(4, 'Wolf 1', 'copy'), npc(5, 'Wolf 2', 'copy')]

/** Ysolde and two wolves; it is the turn of the first wolf. */
const fight = (rest: Partial<FightView> = {}): FightView => ({
  id: 7 as FightId,
  name: 'On the pier',
  round: 1,
  turn: 2,
  active: 40 as PlaceId,
  extra: false,
  upNext: [],
  places: [place(1), place(4), place(5)],
  combatants: [combatant(1), combatant(4), combatant(5)],
  canGoBack: false,
  elapsedMs: 0,
  clockAt: 0,
  turnAt: 0,
  ...rest,
})

const card = { id: 7 as FightId, name: 'On the pier', round: 1, combatants: 3 }

const inFight = { fights: [card], fight: fight() }

async function openFight(answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Partial<CampaignView> = inFight) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ declarations: fighting, characters: everybody, ...rest })),
    'fight.muster': () => done([]),
    'health.preview': () => done([]),
    'initiative.preview': ({ places }) => done(places.map((each) => ({ place: each, input: { haste: 0 }, limits: {}, dice: [{ die: { id: 'd20', from: 1, to: 20 }, count: 1 }], problems: [] }))),
    ...answers,
  })
  const shell = await openWindow(bridge)
  return { bridge, shell, state: (shell.table as NonNullable<Shell['table']>).fight }
}

const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }))
const submit = async (within_: ReturnType<typeof dialog>, name: string) => click(within_.getByRole('button', { name }))

async function openDialog(opened: Awaited<ReturnType<typeof openFight>>, which: NonNullable<typeof opened.state.dialog>, name: string | RegExp) {
  opened.state.open(which)
  await settled()
  return dialog(name)
}

test('who comes is written in words, and Enter adds them', async () => {
  const opened = await openFight({ 'fight.add': () => done([]), 'fight.muster': () => done([{ name: 'Boss', count: 1, as: 'new', from: ['Rank 6'] }]) })
  const form = await openDialog(opened, 'add', 'Add to the fight')
  const field = form.getByRole('combobox', { name: 'Who comes' })
  expect(document.activeElement).toBe(field)
  await type(field, '3 wolves, boss rank 6')
  expect(descriptionOf(field)).toContain('Boss: not in the roster, made up by the system with Rank 6.')
  await submit(form, 'Add')
  expect(opened.bridge.asked('fight.add')).toEqual([{ fight: 7, characters: [], words: '3 wolves, boss rank 6', hidden: false, grouped: false }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the roster is taken from by the arrow keys and Enter, with the count that is written before the name', async () => {
  const opened = await openFight({ 'fight.add': () => done([]) })
  const form = await openDialog(opened, 'add', 'Add to the fight')
  const field = form.getByRole('combobox', { name: 'Who comes' }) as HTMLInputElement
  // Ysolde is in the fight already.
  expect(form.getAllByRole('option').map((option) => option.textContent)).toEqual([expect.stringContaining('Wolf'), expect.stringContaining('The Reeve')])
  await type(field, '3 wolv')
  expect(form.getAllByRole('option')).toHaveLength(1)
  await press('ArrowDown', {}, field)
  field.form?.requestSubmit()
  await settled()
  expect(field.value).toBe('')
  expect(form.getByRole('list', { name: 'Chosen' }).textContent).toContain('3 × Wolf')
  await click(form.getByRole('button', { name: 'One Wolf fewer' }))
  await click(form.getByRole('checkbox', { name: 'Hidden from players' }))
  expect((form.getByRole('checkbox', { name: 'Like ones as one group' }) as HTMLInputElement).checked).toBe(true)
  await submit(form, 'Add')
  expect(opened.bridge.asked('fight.add')).toEqual([{ fight: 7, characters: [{ id: 2, count: 2 }], hidden: true, grouped: true }])
})

test('one of a kind is chosen once, and let go by a second choice', async () => {
  const opened = await openFight()
  const form = await openDialog(opened, 'add', 'Add to the fight')
  const reeve = form.getByRole('option', { name: /The Reeve/ })
  await click(reeve)
  expect(form.getByRole('list', { name: 'Chosen' }).textContent).toContain('The Reeve')
  await click(reeve)
  expect(form.queryByRole('list', { name: 'Chosen' })).toBeNull()
})

test('a refused addition stays as it was written, with the refusal beside the field', async () => {
  const opened = await openFight({ 'fight.add': () => failed('“500 wolves”: from 1 to 100 of a kind can come at once.') })
  const form = await openDialog(opened, 'add', 'Add to the fight')
  const field = form.getByRole('combobox', { name: 'Who comes' }) as HTMLInputElement
  await type(field, '500 wolves')
  await submit(form, 'Add')
  expect(field.value).toBe('500 wolves')
  expect(descriptionOf(field)).toContain('from 1 to 100')
  await type(field, '5 wolves')
  expect(form.queryByRole('alert')).toBeNull()
})

test('without a fight, all the players’ characters start one in one step', async () => {
  const opened = await openFight({ 'fight.add': () => done([]) }, {})
  const form = await openDialog(opened, 'add', 'Add to the fight')
  await submit(form, "All players' characters")
  await submit(form, 'Add')
  expect(opened.bridge.asked('fight.add')).toEqual([{ characters: [{ id: 1, count: 1 }], hidden: false, grouped: false }])
})

test('adding and rolling draws for the NPCs that came, and asks for the players’ dice', async () => {
  const came = fight({ places: [place(4)], combatants: [combatant(4)] })
  const opened = await openFight({ 'fight.initiative': () => done(null) }, { fight: came })
  opened.bridge.answer({
    'fight.add': () => {
      opened.bridge.send('fight.changed', fight())
      return done([1 as CombatantId, 5 as CombatantId])
    },
  })
  const form = await openDialog(opened, 'add', 'Add to the fight')
  await submit(form, "All players' characters")
  await submit(form, 'Add and roll initiative')
  expect(opened.bridge.asked('fight.initiative')).toEqual([{ fight: 7, places: [50], typed: [], inputs: [] }])
  expect(opened.state.dialog).toBe('initiative')
})

test('harm is written as arithmetic, shows what it would come to, and is told with the way back', async () => {
  const effects = [{ character: characterId(4), explain: ['Grace 3 to 0'] }, { character: characterId(5), explain: ['Grace 3 to 0'] }]
  const opened = await openFight({ 'health.preview': () => done(effects), 'health.change': () => done(null) })
  opened.state.select([4 as CombatantId, 5 as CombatantId], false)
  const form = await openDialog(opened, 'damage', 'Damage')
  const field = form.getByRole('textbox', { name: 'How much' }) as HTMLInputElement
  expect(document.activeElement).toBe(field)
  await type(field, '2*3')
  expect(opened.bridge.asked('health.preview').at(-1)).toEqual({ characters: [4, 5], as: 'damage', amount: '2*3' })
  expect(descriptionOf(field)).toContain('Wolf 1 Grace 3 to 0')
  field.form?.requestSubmit()
  await settled()
  expect(opened.bridge.asked('health.change')).toEqual([{ characters: [4, 5], as: 'damage', amount: '2*3' }])
  expect(screen.queryByRole('dialog')).toBeNull()
  const news = screen.getByRole('status', { name: 'Done' })
  for (const words of ['Damage 2*3 to Wolf 1, Wolf 2', 'Wolf 2: Grace 3 to 0', 'takes it back']) expect(news.textContent).toContain(words)
})

test('what it would come to is told of two of the same name', async () => {
  const effects = [{ character: characterId(4), explain: ['Grace 3 to 1'] }, { character: characterId(5), explain: ['Grace 2 to 0'] }]
  const twins = everybody.map((each) => (each.role === 'copy' ? { ...each, name: 'Wolf' } : each))
  const opened = await openFight({ 'health.preview': () => done(effects) }, { ...inFight, characters: twins })
  opened.state.select([4 as CombatantId, 5 as CombatantId], false)
  const form = await openDialog(opened, 'damage', 'Damage')
  await type(form.getByRole('textbox', { name: 'How much' }), '2')
  expect(descriptionOf(form.getByRole('textbox', { name: 'How much' }))).toMatch(/Wolf Grace 3 to 1.*Wolf Grace 2 to 0/)
})

test('targets are let go and taken in, and without any nothing is asked', async () => {
  const opened = await openFight({ 'health.change': () => done(null) })
  const form = await openDialog(opened, 'heal', 'Heal')
  await type(form.getByRole('textbox', { name: 'How much' }), '4')
  await click(form.getByRole('button', { name: 'Leave Wolf 1 out' }))
  await submit(form, 'Heal')
  expect(form.getByRole('alert').textContent).toBe('Choose whom it is for.')
  expect(opened.bridge.asked('health.change')).toEqual([])
  await fireEvent.change(form.getByRole('combobox', { name: 'Take somebody in' }), { target: { value: '1' } })
  await settled()
  await submit(form, 'Heal')
  expect(opened.bridge.asked('health.change')).toEqual([{ characters: [1], as: 'heal', amount: '4' }])
})

test('amounts that were used are one click away, and half is always', async () => {
  const opened = await openFight({ 'health.change': () => done(null) })
  const form = await openDialog(opened, 'damage', 'Damage')
  await type(form.getByRole('textbox', { name: 'How much' }), '14 half')
  await submit(form, 'Damage')
  const again = await openDialog(opened, 'damage', 'Damage')
  expect(within(again.getByRole('list', { name: 'Used before' })).getAllByRole('button').map((each) => each.textContent)).toEqual(['½', '14 half'])
  await submit(again, 'half')
  await submit(again, 'Damage')
  expect(opened.bridge.asked('health.change').at(-1)?.amount).toBe('half')
})

test('a refused amount keeps the dialog with the refusal beside the field', async () => {
  const opened = await openFight({ 'health.change': () => failed('“much” is no amount.', { problems: [{ side: 0, field: 'amount', message: '“much” is no amount.' }] }) })
  const form = await openDialog(opened, 'damage', 'Damage')
  const field = form.getByRole('textbox', { name: 'How much' }) as HTMLInputElement
  await type(field, 'much')
  await submit(form, 'Damage')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field)).toContain('no amount')
  expect(field.value).toBe('much')
})

test('what the amount alone can’t say is asked for in the action’s own form, with the amount filled in', async () => {
  const strike = { ...declarations.actions.strike, input: [{ id: 'amount', label: 'Harm', type: 'number' as const }, { id: 'pool', label: 'Pool', type: 'text' as const }] }
  const choosing = { ...fighting, actions: { ...declarations.actions, strike }, health: { counters: ['grace'], damage: 'strike' } }
  const opened = await openFight({ 'health.change': () => failed('Which pool?', { problems: [{ side: 0, field: 'pool', message: 'Which pool?' }] }) }, { ...inFight, declarations: choosing })
  const form = await openDialog(opened, 'damage', 'Damage')
  await type(form.getByRole('textbox', { name: 'How much' }), '6')
  await submit(form, 'Damage')
  expect((dialog('Strike: Wolf 1').getByRole('textbox', { name: 'Harm' }) as HTMLInputElement).value).toBe('6')
})

test('a condition of the system is found by its words and ends at the start of somebody’s next turn', async () => {
  const opened = await openFight({ 'condition.add': () => done(null) })
  opened.state.select([5 as CombatantId], false)
  const form = await openDialog(opened, 'condition', 'Condition')
  const field = form.getByRole('combobox', { name: 'Which' }) as HTMLInputElement
  await type(field, 'comes next')
  await press('ArrowDown', {}, field)
  field.form?.requestSubmit()
  await settled()
  expect(field.value).toBe('Dazed')
  await click(form.getByRole('radio', { name: 'To the start of a turn' }))
  expect(form.getByText('until the start of Wolf 1’s next turn')).toBeTruthy()
  await fireEvent.change(form.getByRole('combobox', { name: 'Of whom' }), { target: { value: '1' } })
  await settled()
  expect(form.getByText('until the start of Ysolde Marr’s next turn')).toBeTruthy()
  await submit(form, 'Place')
  expect(opened.bridge.asked('condition.add')).toEqual([{ characters: [5], label: 'Dazed', condition: 'dazed', until: { fight: 7, anchor: 1, edge: 'start', left: 1 } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('words of the GM’s own make a condition, and the end of the running turn counts', async () => {
  const opened = await openFight({ 'condition.add': () => done(null) })
  const form = await openDialog(opened, 'condition', 'Condition')
  await type(form.getByRole('combobox', { name: 'Which' }), 'On fire')
  await click(form.getByRole('radio', { name: 'To the end of a turn' }))
  expect(form.getByText('until the end of Wolf 1’s next turn')).toBeTruthy()
  await submit(form, 'Place')
  expect(opened.bridge.asked('condition.add').at(-1)).toEqual({ characters: [4], label: 'On fire', until: { fight: 7, anchor: 4, edge: 'end', left: 2 } })
  const again = await openDialog(opened, 'condition', 'Condition')
  await type(again.getByRole('combobox', { name: 'Which' }), 'Wet')
  await click(again.getByRole('radio', { name: 'This turn' }))
  await submit(again, 'Place')
  expect(opened.bridge.asked('condition.add').at(-1)?.until).toEqual({ fight: 7, anchor: 4, edge: 'end', left: 1 })
})

test('what holds now is lengthened, made endless and taken away', async () => {
  const held = { id: 3 as ConditionId, label: 'Poisoned', until: { fight: 7 as FightId, anchor: 5 as CombatantId, edge: 'end' as const, left: 2 } }
  const characters = everybody.map((each) => (each.id === 4 ? { ...each, conditions: [held] } : each))
  const opened = await openFight({}, { ...inFight, characters })
  const form = await openDialog(opened, 'condition', 'Condition')
  expect(form.getByText('for 2 of Wolf 2’s turns, to the end of the last')).toBeTruthy()
  await submit(form, 'One turn more of Poisoned of Wolf 1')
  await submit(form, 'No end for Poisoned of Wolf 1')
  await submit(form, 'Take away Poisoned of Wolf 1')
  expect(opened.bridge.asked('condition.change')).toEqual([{ condition: 3, until: { ...held.until, left: 3 } }, { condition: 3, until: null }])
  expect(opened.bridge.asked('condition.remove')).toEqual([{ conditions: [3] }])
})

test('a refused condition stays as it was written', async () => {
  const opened = await openFight({ 'condition.add': () => failed('A condition needs a name.') })
  const form = await openDialog(opened, 'condition', 'Condition')
  await submit(form, 'Place')
  expect(descriptionOf(form.getByRole('combobox', { name: 'Which' }))).toContain('needs a name')
})

test('fights are gone on with, named, and started', async () => {
  const other = { id: 8 as FightId, name: 'The mill', round: 0, combatants: 1 }
  const opened = await openFight({ 'fight.open': () => failed('That fight is not there any more.'), 'fight.create': () => done(9 as FightId) }, { ...inFight, fights: [card, other] })
  const form = await openDialog(opened, 'fights', 'Fights')
  expect(form.getByRole('list', { name: 'Fights' }).textContent).toMatch(/On the pier.*round 1 · 3 combatants.*The mill.*not begun · 1 combatant/)
  await submit(form, 'Go on with The mill')
  expect(opened.bridge.asked('fight.open')).toEqual([{ fight: 8 }])
  expect(opened.state.dialog).toBe('fights')
  await submit(form, 'More about The mill')
  await click(screen.getByRole('menuitem', { name: 'Rename' }))
  const name = form.getByRole('textbox', { name: 'Name of The mill' })
  await fireEvent.input(name, { target: { value: 'The old mill' } })
  await press('Enter', {}, name)
  expect(opened.bridge.asked('fight.rename')).toEqual([{ fight: 8, name: 'The old mill' }])
  await type(form.getByRole('textbox', { name: 'A new fight' }), 'The ford')
  await submit(form, 'Start')
  expect(opened.bridge.asked('fight.create')).toEqual([{ name: 'The ford' }])
  expect(opened.state.dialog).toBeUndefined()
})

test('ending shows what happened, and undo is in it', async () => {
  const opened = await openFight({ 'fight.end': () => done({ summary: ['3 rounds in 4 minutes', 'Fell: Wolf 1'] }) }, { ...inFight, history: { undo: 'ending On the pier' } })
  await opened.state.end()
  await settled()
  const form = dialog('On the pier is over')
  expect(form.getAllByRole('listitem').map((each) => each.textContent)).toEqual(['3 rounds in 4 minutes', 'Fell: Wolf 1'])
  await submit(form, 'Undo: go on with it')
  expect(opened.bridge.asked('history.undo')).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was done since a fight ended is not taken back in its name', async () => {
  const opened = await openFight({ 'fight.end': () => done({ summary: ['3 rounds in 4 minutes'] }) }, { ...inFight, history: { undo: 'ending On the pier' } })
  await opened.state.end()
  await settled()
  const form = dialog('On the pier is over')
  expect(form.getByRole('button', { name: 'Undo: go on with it' })).toBeTruthy()
  opened.bridge.send('history.changed', { undo: 'adding Hob' })
  await settled()
  expect(form.queryByRole('button', { name: /Undo/ })).toBeNull()
})

test('clearing tells that undo takes it back', async () => {
  const opened = await openFight({ 'fight.clear': () => done(null) })
  await opened.state.clear()
  await settled()
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toMatch(/cleared.*takes it back/)
})

test('how fights go counts at once, and a timer out of range is refused beside its field', async () => {
  const opened = await openFight()
  const form = await openDialog(opened, 'rules', 'How fights go')
  await click(form.getByRole('checkbox', { name: 'The defeated have no turn' }))
  await click(form.getByRole('radio', { name: 'I am asked' }))
  const timer = form.getByRole('textbox', { name: 'Seconds for a turn' })
  await type(timer, '90')
  await type(timer, '9000')
  expect(descriptionOf(timer)).toContain('From 0 to 3600')
  expect(opened.bridge.asked('fight.rules')).toEqual([{ skipDefeated: false }, { atZero: 'ask' }, { turnSeconds: 90 }])
})

test('getting ready ends the turn with a note', async () => {
  const opened = await openFight()
  const form = await openDialog(opened, 'note', 'Wolf 1 gets ready')
  await type(form.getByRole('textbox', { name: 'For what' }), 'when the door opens ')
  await submit(form, 'Ready')
  expect(opened.bridge.asked('turn.wait')).toEqual([{ fight: 7, turn: 2, note: 'when the door opens' }])
})

test('initiative is rolled for all in one step, players’ dice typed first, the rest drawn', async () => {
  const opened = await openFight({ 'fight.initiative': () => done(null) })
  const form = await openDialog(opened, 'initiative', 'Initiative')
  const lines = within(form.getByRole('list', { name: 'Places' }))
  expect(lines.getAllByRole('textbox').map((field) => field.closest('li')?.querySelector('label')?.textContent)).toEqual(['Ysolde Marr', 'Wolf 1', 'Wolf 2'])
  expect(document.activeElement).toBe(lines.getByRole('textbox', { name: 'Ysolde Marr' }))
  await type(lines.getByRole('textbox', { name: 'Ysolde Marr' }), '17')
  await submit(form, 'More about Wolf 2')
  await type(within(form.getByRole('group', { name: 'Wolf 2' })).getByRole('textbox', { name: 'Haste' }), '2')
  await submit(form, 'Roll')
  expect(opened.bridge.asked('fight.initiative')).toEqual([{ fight: 7, places: [10, 40, 50], typed: [{ place: 10, dice: ['17'] }], inputs: [{ place: 50, input: { haste: 2 } }] }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('initiative is rolled for the NPCs, or for the selected, which is what it opens with', async () => {
  const opened = await openFight({ 'fight.initiative': () => done(null) })
  opened.state.select([5 as CombatantId], false)
  const form = await openDialog(opened, 'initiative', 'Initiative')
  expect((form.getByRole('radio', { name: 'The selected' }) as HTMLInputElement).checked).toBe(true)
  expect(form.getAllByRole('listitem')).toHaveLength(1)
  await click(form.getByRole('radio', { name: 'NPCs' }))
  await submit(form, 'Roll')
  expect(opened.bridge.asked('fight.initiative')).toEqual([{ fight: 7, places: [40, 50], typed: [], inputs: [] }])
})

test('who has no number yet is offered apart, once some have one', async () => {
  const opened = await openFight({}, { fights: [card], fight: fight({ places: [place(1, { number: 12 }), place(4), place(5, { number: 0 })] }) })
  const form = await openDialog(opened, 'initiative', 'Initiative')
  expect((form.getByRole('radio', { name: 'Without a number' }) as HTMLInputElement).checked).toBe(true)
  expect(form.getAllByRole('listitem')).toHaveLength(1)
})

test('a die that can’t be is refused beside its place, and what was typed stays', async () => {
  const opened = await openFight({ 'fight.initiative': () => failed('Wolf 1: 99 is not on d20. Nothing was rolled.', { problems: [{ side: 1, field: 'typed', message: '99 is not on d20.' }] }) })
  const form = await openDialog(opened, 'initiative', 'Initiative')
  const field = form.getByRole('textbox', { name: 'Wolf 1' }) as HTMLInputElement
  await type(field, '99')
  await submit(form, 'Roll')
  expect(descriptionOf(field)).toContain('99 is not on d20.')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('99')
  await type(field, '9')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test('a field that the sheet leaves open is shown with what it wants', async () => {
  const opened = await openFight({
    'initiative.preview': ({ places }) => done(places.map((each, index) => ({ place: each, input: {}, limits: {}, dice: [], problems: index === 1 ? [{ side: 0, field: 'haste', message: 'Haste is needed.' }] : [] }))),
  })
  const form = await openDialog(opened, 'initiative', 'Initiative')
  expect(descriptionOf(within(form.getByRole('group', { name: 'Wolf 1' })).getByRole('textbox', { name: 'Haste' }))).toContain('Haste is needed.')
  expect(form.getAllByText('no die')).toHaveLength(2)
})

test('a system without initiative takes numbers, halves and negatives too, in one step', async () => {
  const opened = await openFight({ 'fight.numbers': () => done(null) }, { ...inFight, declarations: still, fight: fight({ places: [place(1, { number: 3 }), place(4), place(5)] }) })
  const form = await openDialog(opened, 'initiative', 'Initiative')
  await click(form.getByRole('radio', { name: 'All' }))
  await type(form.getByRole('textbox', { name: 'Wolf 1' }), '7,5')
  await type(form.getByRole('textbox', { name: 'Wolf 2' }), 'quick')
  await submit(form, 'Set')
  expect(descriptionOf(form.getByRole('textbox', { name: 'Wolf 2' }))).toContain('Type a number')
  await type(form.getByRole('textbox', { name: 'Wolf 2' }), '-2')
  await submit(form, 'Set')
  expect(opened.bridge.asked('fight.numbers')).toEqual([{ fight: 7, numbers: [{ place: 10, number: 3 }, { place: 40, number: 7.5 }, { place: 50, number: -2 }] }])
})

const blow = { ...roll(9).outcome, offers: [{ label: 'Deal 2 harm', action: 'mend', to: 'target' as const, input: { amount: 2 } }] }
const struck = () => within(screen.getByRole('article', { name: 'Verdict' })).getAllByRole('group', { name: 'Deal 2 harm to' })[0] as HTMLElement

async function rollBlow(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const hit = roll(9, { outcome: blow, participants: [{ id: characterId(1), name: 'Ysolde Marr', kind: 'pc' }] })
  const opened = await openFight({ 'roll.make': () => done({ kind: 'rolled', roll: hit }), ...answers })
  await press('r')
  opened.bridge.send('roll.changed', [hit])
  await settled()
  return opened
}

test('a blow lands on somebody of the fight by one click, says so, and is not done to them twice', async () => {
  const opened = await rollBlow({ 'action.apply': () => done({ headline: 'Wolf 2 takes 2 harm', explain: ['Grace 3 to 1'] }) })
  const names = within(struck()).getAllByRole('button').map((each) => each.textContent?.trim())
  // Whoever rolled is no target.
  expect(names).toEqual(['Wolf 1', 'Wolf 2', 'somebody else…'])
  const target = within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 2' })
  await click(target)
  await click(target)
  expect(opened.bridge.asked('action.apply')).toEqual([{ action: 'mend', who: 5, picks: {}, input: { amount: 2 } }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toContain('Wolf 2 takes 2 harm')
  expect(within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 2: done' })).toBeTruthy()
  await click(within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 1' }))
  expect(opened.bridge.asked('action.apply')).toHaveLength(2)
})

test('a blow that was undone can be dealt again', async () => {
  const deed = { id: 4, at: 0, headline: 'Wolf 1 takes 2 harm', explain: [], payments: [], undone: false }
  const opened = await rollBlow()
  opened.bridge.answer({
    'action.apply': () => {
      opened.bridge.send('deed.changed', [deed])
      return done({ headline: deed.headline, explain: [] })
    },
  })
  await click(within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 1' }))
  opened.bridge.send('deed.changed', [{ ...deed, undone: true }])
  await settled()
  await click(within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 1' }))
  expect(opened.bridge.asked('action.apply')).toHaveLength(2)
})

test('a blow that needs more words opens its dialog for the target, with what is wrong', async () => {
  const problems = [{ side: 0, field: 'amount', message: 'How much?' }]
  const opened = await rollBlow({ 'action.apply': () => failed('How much?', { problems }) })
  await click(within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 1' }))
  const form = dialog('Mend: Wolf 1')
  expect(descriptionOf(form.getByRole('textbox', { name: 'Amount' }))).toContain('How much?')
  opened.bridge.answer({ 'action.apply': () => done({ headline: 'done', explain: [] }) })
  await submit(form, 'Mend')
  expect(within(struck()).getByRole('button', { name: 'Deal 2 harm to Wolf 1: done' })).toBeTruthy()
})

test('somebody else is chosen in the dialog', async () => {
  await rollBlow()
  await click(within(struck()).getByRole('button', { name: 'Deal 2 harm to somebody else' }))
  expect(dialog('Mend').getByRole('combobox', { name: 'To whom' })).toBeTruthy()
})

test('a number of turns that can’t be is refused beside its field, and the last good one stays', async () => {
  const opened = await openFight({ 'condition.add': () => done(null) })
  const form = await openDialog(opened, 'condition', 'Condition')
  await click(form.getByRole('radio', { name: 'Several turns' }))
  const turns = form.getByRole('textbox', { name: 'Turns' })
  await type(turns, '3')
  expect(form.getByText('for 3 of Wolf 1’s turns with this one, to the end of the last')).toBeTruthy()
  await type(turns, '0')
  expect(turns.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(turns)).toBe('From 1 to 1000 turns.')
  await click(form.getByRole('radio', { name: 'start' }))
  await type(turns, '2')
  expect(form.getByText('for 2 of Wolf 1’s turns, to the start of the last')).toBeTruthy()
})
