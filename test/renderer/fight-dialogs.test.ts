import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView, Character, Combatant, CombatantId, FightId, FightPlace, FightView, PlaceId } from '../../preload/contract.ts'
import type { Shell } from '../../renderer/state/shell.svelte.ts'
import { character, createFakeBridge, declarations, done, failed, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { click, closeWindow, descriptionOf, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const initiative = { input: [{ id: 'haste', label: 'Haste', type: 'number' as const, default: 0 }] }
const fighting = {
  ...declarations,
  initiative,
  conditions: [
    { id: 'dazed', label: 'Dazed', help: 'Loses what comes next.', tone: 'bane' as const },
    { id: 'hasted', label: 'Hasted', tone: 'boon' as const },
  ],
  health: { counters: ['grace'] },
}

const npc = (id: number, name: string, role: Character['role']) => character(id, name, { kind: 'npc', role })
const everybody = [character(1, 'Ysolde Marr'), npc(2, 'Wolf', 'template'), npc(3, 'The Reeve', 'self'), npc(4, 'Wolf 1', 'copy'), npc(5, 'Wolf 2', 'copy')]

const combatant = (id: number, rest: Partial<Combatant> = {}): Combatant => ({
  id: id as CombatantId,
  place: (id * 10) as PlaceId,
  character: id as Character['id'],
  hidden: false,
  defeated: false,
  done: false,
  ...rest,
})
const place = (id: number, rest: Partial<FightPlace> = {}): FightPlace => ({ id: (id * 10) as PlaceId, explain: [], ...rest })

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

async function openFight(answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Partial<CampaignView> = {}) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ declarations: fighting, characters: everybody, fights: [card], fight: fight(), ...rest })),
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
  expect(descriptionOf(field)).toContain('Boss is in no roster: made up by the system with Rank 6.')
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
  const opened = await openFight({ 'fight.add': () => done([]) }, { fight: undefined, fights: [] } as Partial<CampaignView>)
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
