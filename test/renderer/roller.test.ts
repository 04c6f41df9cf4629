import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { BatchInput, CampaignView, CharacterId, Combatant, CombatantId, FightId, FightView, PlaceId, Roll } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, declarations, done, failed, later, preview, roll, rollId, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const wolf = (id: number, rest: object = {}) => character(id, `Wolf ${id}`, { kind: 'npc', role: 'copy', stats: { level: 1, scores: [{ name: 'Bite', value: 30 + id }, ...(id === 12 ? [] : [{ name: 'Scent', value: 70 }])] }, ...rest })
const wolves = [10, 11, 12].map((id) => wolf(id))
const players = [character(1, 'Ysolde Marr')]

const combatant = (who: CharacterId, place: number, rest: Partial<Combatant> = {}): Combatant => ({ id: (who + 100) as CombatantId, place: place as PlaceId, character: who, hidden: false, defeated: false, done: false, ...rest })
const fight = (combatants: readonly Combatant[]): FightView => ({
  id: 5 as FightId,
  name: 'At the ford',
  round: 0,
  turn: 0,
  extra: false,
  upNext: [],
  places: [...new Set(combatants.map(({ place }) => place))].map((id) => ({ id, explain: [] })),
  combatants,
  canGoBack: false,
  elapsedMs: 0,
  clockAt: 0,
  turnAt: 0,
})

/** Main as far as the roller asks it: each one's score from its picked row, and half the chance of it. */
const previewBatch = ({ actors, input, inputs }: BatchInput) =>
  done(
    actors.map((who) => {
      const own = inputs?.find((each) => each.who === who)
      const scores = wolves.find(({ id }) => id === who)?.stats['scores'] as readonly { value: number }[] | undefined
      const score = Number({ ...input, ...own?.input }['score'] ?? scores?.[own?.picks?.['scores'] ?? 0]?.value ?? 1)
      return { who, input: { score, risk: 'low', push: 0 }, success: score / 100 }
    }),
  )

const rolled = ({ actors }: BatchInput): readonly Roll[] =>
  actors.map((who, index) =>
    roll(50 + index, {
      participants: [{ id: who, name: `Wolf ${who}`, kind: 'npc' }],
      outcome: { ...roll(1).outcome, success: index !== 1, flags: index === 0 ? ['spark'] : [], headline: index === 1 ? 'Failure' : 'Success' },
      batch: { first: rollId(50), count: actors.length, ...(index === 0 && { succeeded: actors.length - 1 }) },
    }),
  )

async function open(answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Partial<CampaignView> = {}) {
  const combatants = [combatant(characterId(1), 1), ...wolves.map(({ id }) => combatant(id, 2))]
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ characters: [...players, ...wolves], fight: fight(combatants), ...rest })),
    'roll.previewBatch': previewBatch,
    'roll.batch': (input) => done(rolled(input)),
    ...answers,
  })
  const shell = await openWindow(bridge)
  shell.table?.layout.show('roller')
  await settled()
  return { bridge, shell }
}

const panel = () => within(screen.getByRole('region', { name: 'NPC roller' }))
const rows = () => [...panel().getByRole('list', { name: 'Who rolls' }).children] as HTMLElement[]
const texts = () => rows().map((row) => row.textContent?.replace(/\s+/g, ' ').trim())
const take = async (name: string | RegExp) => {
  await click(panel().getByRole('button', { name: 'Take in from the fight' }))
  await click(screen.getByRole('menuitem', { name }))
}
const last = <T>(items: readonly T[]): T | undefined => items.at(-1)

test('those of the fight are taken in at once, each with its own number and chance, and what is to be expected', async () => {
  await open()
  await take('All NPCs of the fight (3)')
  expect(texts()).toEqual(['Wolf 10 40 %', 'Wolf 11 41 %', 'Wolf 12 42 %'])
  expect(panel().getAllByRole<HTMLInputElement>('textbox', { name: /^Score of/ }).map(({ value }) => value)).toEqual(['40', '41', '42'])
  expect(panel().getByText('About 1.2 of 3 succeed')).toBeTruthy()
  await click(panel().getByRole('button', { name: 'Leave Wolf 11 out' }))
  expect(texts()).toEqual(['Wolf 10 40 %', 'Wolf 12 42 %'])
})

test('a group of the fight is taken in by its name, and nobody twice', async () => {
  await open()
  await take(/^Wolf/)
  await take(/^Wolf/)
  expect(rows()).toHaveLength(3)
})

test('somebody is found by a part of the name, and all with a tag together', async () => {
  await open({}, { characters: [...players, ...wolves.map((each) => ({ ...each, tags: ['pack'] }))] })
  const find = panel().getByRole('combobox', { name: 'Who rolls' })
  await fireEvent.focus(find)
  await type(find, '11')
  await press('Enter', {}, find)
  expect(texts()).toEqual(['Wolf 11 41 %'])
  await type(find, 'pa')
  expect(screen.getByRole('option', { name: /All tagged pack/ })).toBeTruthy()
  await press('Enter', {}, find)
  expect(rows()).toHaveLength(3)
})

test('the key takes the selected of the fight in place of all, and the panel comes into sight', async () => {
  const { shell } = await open()
  shell.table?.layout.toggle('roller')
  shell.table?.fight.select([111 as CombatantId, 112 as CombatantId], false)
  await settled()
  await press('b')
  expect(texts()).toEqual(['Wolf 11 41 %', 'Wolf 12 42 %'])
})

test('where nobody is selected and no turn runs, the key takes all NPCs, and the next one rolls for them', async () => {
  const { bridge } = await open()
  await press('b')
  expect(rows()).toHaveLength(3)
  expect(document.activeElement?.textContent).toBe('NPC roller')
  await press('r', {}, document.activeElement ?? document.body)
  expect(bridge.asked('roll.batch')).toHaveLength(1)
  expect(bridge.asked('roll.make')).toHaveLength(0)
})

test('what is entered for all counts for each, and what is entered in a row for that one alone', async () => {
  const { bridge } = await open()
  await take(/^Wolf/)
  await type(panel().getByRole('textbox', { name: 'Score of Wolf 11' }), '90')
  await type(panel().getByRole('textbox', { name: 'Push' }), '2')
  expect(last(bridge.asked('roll.previewBatch'))).toMatchObject({ check: 'test', input: { push: 2 }, inputs: [{ who: 10, input: {} }, { who: 11, input: { score: 90 } }, { who: 12, input: {} }] })
  expect(texts()[1]).toBe('Wolf 11 90 %')
  await type(panel().getByRole('textbox', { name: 'Score' }), '55')
  expect(texts()).toEqual(['Wolf 10 55 %', 'Wolf 11 90 %', 'Wolf 12 55 %'])
})

test('another number may be each one’s own, and what was entered before stays', async () => {
  const { bridge } = await open()
  await take(/^Wolf/)
  await type(panel().getByRole('textbox', { name: 'Score of Wolf 11' }), '90')
  await fireEvent.change(panel().getByRole('combobox', { name: 'For each its own' }), { target: { value: 'push' } })
  await settled()
  await type(panel().getByRole('textbox', { name: 'Push of Wolf 12' }), '2')
  expect(last(bridge.asked('roll.previewBatch'))?.inputs).toMatchObject([{ who: 10, input: {} }, { who: 11, input: { score: 90 } }, { who: 12, input: { push: 2 } }])
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  expect(last(bridge.asked('roll.batch'))?.inputs?.map(({ input }) => input)).toEqual([{}, { score: 90 }, { push: 2 }])
})

test('a row that all sheets have is picked by its name, and one that some lack is not offered', async () => {
  const own = [wolf(10, { stats: { level: 1, scores: [{ name: 'Scent', value: 70 }, { name: 'Bite', value: 40 }] } }), wolf(11), wolf(12)]
  const { bridge } = await open({}, { characters: [...players, ...own] })
  await take(/^Wolf/)
  expect(panel().getAllByRole('radio', { name: /Bite|Scent/ }).map((each) => each.parentElement?.textContent?.trim())).toEqual(['Bite'])
  expect(last(bridge.asked('roll.previewBatch'))?.inputs?.map(({ picks }) => picks)).toEqual([{ scores: 1 }, { scores: 0 }, { scores: 0 }])
})

test('all are rolled as one, and what came of it is told and stands in a table', async () => {
  const { bridge } = await open()
  await take(/^Wolf/)
  await click(panel().getByRole('checkbox', { name: 'Secret' }))
  await click(panel().getByRole('button', { name: /^Roll for all 3/ }))
  expect(last(bridge.asked('roll.batch'))).toMatchObject({ check: 'test', actors: [10, 11, 12], secret: true })
  expect(panel().getByRole('heading', { name: '2 of 3 succeed · 1 Spark' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'NPC roller' }).querySelector('[role="status"]')?.textContent).toBe('Test: 2 of 3 succeed · 1 Spark')
})

test('Escape lets go of a field, so that its key rolls for all and not for one', async () => {
  const { bridge } = await open()
  await take(/^Wolf/)
  const field = panel().getByRole('textbox', { name: 'Push' })
  field.focus()
  await press('Escape', {}, field)
  expect(document.activeElement).toBe(panel().getByRole('form', { name: 'Check for all' }))
  await press('r', {}, document.activeElement ?? document.body)
  expect(bridge.asked('roll.batch')).toHaveLength(1)
  expect(bridge.asked('roll.make')).toHaveLength(0)
})

test('put away it asks nothing, and shown again it asks for chances as they are now', async () => {
  const { bridge, shell } = await open()
  await take(/^Wolf/)
  shell.table?.layout.toggle('roller')
  await settled()
  const before = bridge.asked('roll.previewBatch').length
  bridge.send('character.changed', [wolf(10)])
  await settled()
  expect(bridge.asked('roll.previewBatch')).toHaveLength(before)
  shell.table?.layout.show('roller')
  await settled()
  expect(bridge.asked('roll.previewBatch').length).toBeGreaterThan(before)
})

test('dice are typed for some of them, and the others are drawn', async () => {
  const { bridge } = await open()
  await take(/^Wolf/)
  await click(panel().getByRole('checkbox', { name: 'Typed dice' }))
  await type(panel().getByRole('textbox', { name: 'd100 of Wolf 11' }), '33')
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  expect(last(bridge.asked('roll.batch'))?.typed).toEqual([{ who: 11, dice: ['33'] }])
})

test('where only totals are known those are typed, and marked in the table', async () => {
  const [first, ...others] = rolled({ check: 'test', actors: wolves.map(({ id }) => id), input: {} })
  const { bridge } = await open({ 'roll.batch': () => done([{ ...(first as Roll), dice: [{ side: 0, die: 'd100', faces: [33], shown: ['33'], typed: true, from: 1, to: 100, total: 33 }] }, ...others]) })
  await take(/^Wolf/)
  expect(panel().queryByRole('checkbox', { name: 'Totals only' })).toBeNull()
  await click(panel().getByRole('checkbox', { name: 'Typed dice' }))
  await click(panel().getByRole('checkbox', { name: 'Totals only' }))
  await type(panel().getByRole('textbox', { name: 'Total of Wolf 10' }), ' 33 ')
  await type(panel().getByRole('textbox', { name: 'Total of Wolf 11' }), ' ')
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  expect(last(bridge.asked('roll.batch'))?.typed).toEqual([{ who: 10, dice: { total: '33' } }])
  expect(within(panel().getByRole('list', { name: 'Test, each of them' })).getAllByRole('listitem')[0]?.textContent).toContain('total typed')
})

test('an opposed check has the other side once, with its own dice', async () => {
  const { bridge } = await open({ 'check.preview': () => done(preview({ sides: [...preview().sides, ...preview().sides] })) })
  await take(/^Wolf/)
  await click(panel().getByRole('radio', { name: 'Duel' }))
  await click(panel().getByRole('checkbox', { name: 'Typed dice' }))
  await fireEvent.change(panel().getByRole('combobox', { name: 'The other side' }), { target: { value: '1' } })
  await settled()
  await type(panel().getByRole('textbox', { name: 'Dice of Ysolde Marr' }), '12')
  await type(within(panel().getByRole('group', { name: 'Ysolde Marr' })).getByRole('textbox', { name: 'Score' }), '77')
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  expect(last(bridge.asked('roll.batch'))).toMatchObject({ check: 'duel', opponent: { who: 1, input: { score: 77 } }, opponentTyped: ['12'] })
})

test('what the other side lacks is said once, and not of each of them', async () => {
  await open({ 'check.preview': () => done(preview({ sides: [...preview().sides, ...preview().sides], problems: [{ side: 1, field: 'score', message: 'Score is needed.' }] })) })
  await take(/^Wolf/)
  expect(panel().queryByText(/The other side:/)).toBeNull()
  await click(panel().getByRole('radio', { name: 'Duel' }))
  expect(panel().getAllByText(/is needed/).map(({ textContent }) => textContent)).toEqual(['The other side: Score is needed.'])
})

test('a row is rolled again and led to in the log', async () => {
  const { bridge, shell } = await open({ 'roll.reroll': () => failed('You can’t pay for that.') })
  await take(/^Wolf/)
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  const table = () => within(panel().getByRole('list', { name: 'Test, each of them' }))
  await click(table().getAllByRole('listitem')[1]?.querySelector('summary') ?? document.body)
  await click(table().getByRole('button', { name: /^Reroll/ }))
  expect(bridge.asked('roll.reroll')).toEqual([{ roll: 51 }])
  expect(panel().getByText('You can’t pay for that.')).toBeTruthy()
  const [first] = rolled({ check: 'test', actors: wolves.map(({ id }) => id), input: {} })
  bridge.send('roll.changed', [first as Roll])
  await click(table().getByRole('button', { name: 'Show in the log' }))
  expect(shell.table?.campaign.log.entries.some((entry) => shell.table?.campaign.log.isOpen(entry))).toBe(true)
  await click(panel().getByRole('button', { name: 'Who rolls' }))
  expect(rows()).toHaveLength(3)
})

test('a long one tells how far it is and can be cancelled', async () => {
  const held = later<readonly Roll[] | null>()
  const { bridge } = await open({ 'roll.batch': async () => done(await held.promise) })
  await take(/^Wolf/)
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  expect(panel().queryByRole('progressbar')).toBeNull()
  bridge.send('batch.progressed', { ended: 250, of: 1000 })
  await settled()
  expect(panel().getByRole<HTMLProgressElement>('progressbar', { name: 'Rolled so far' }).value).toBe(250)
  await click(panel().getByRole('button', { name: 'Cancel' }))
  expect(bridge.asked('roll.cancelBatch')).toHaveLength(1)
  held.keep(null)
  await settled()
  expect(rows()).toHaveLength(3)
  expect(screen.getByText('Nothing was rolled.')).toBeTruthy()
})

test('a refused roll says why and keeps everything', async () => {
  await open({ 'roll.batch': () => failed('Wolf 11: Five never costs one.') })
  await take(/^Wolf/)
  await click(panel().getByRole('button', { name: /^Roll for all/ }))
  expect(panel().getByRole('alert').textContent).toBe('Wolf 11: Five never costs one.')
  expect(rows()).toHaveLength(3)
})

test('of hundreds only the rows in sight are drawn, and their chances follow what was entered last', async () => {
  const many = Array.from({ length: 300 }, (_, index) => wolf(1_000 + index, { role: 'self', tags: ['horde'] }))
  const { bridge } = await open({}, { characters: [...players, ...many] })
  const find = panel().getByRole('combobox', { name: 'Who rolls' })
  await fireEvent.focus(find)
  await type(find, 'horde')
  await press('Enter', {}, find)
  expect(rows().length).toBeLessThan(200)
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('300')
  for (const text of ['1', '2', '3']) await type(panel().getByRole('textbox', { name: 'Push' }), text)
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(last(bridge.asked('roll.previewBatch'))?.input).toEqual({ push: 3 })
})

const passive = { ...declarations, checks: { vow: { label: 'Vow', for: ['pc' as const], input: declarations.checks.test.input } }, opposed: {}, targets: {} }

test('where NPCs don’t roll, each shows what it sets, and a press makes that roll ready for a player', async () => {
  const { bridge, shell } = await open(
    { 'npc.targets': ({ characters }) => done(characters.map((who) => ({ who, targets: [{ label: 'Attack it', value: 12, explain: 'level 4', check: 'vow', input: { push: 2 } }, { label: 'Stare', value: 9 }] }))) },
    { declarations: passive },
  )
  await take(/^Wolf/)
  const against = within(panel().getByRole('group', { name: 'Against Wolf 10' }))
  expect(against.getAllByRole('button').map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())).toEqual(['Attack it 12 level 4', 'Stare 9'])
  expect(against.getByRole<HTMLButtonElement>('button', { name: /Stare/ }).disabled).toBe(true)
  shell.table?.form.choose(0, characterId(10))
  await click(against.getByRole('button', { name: /Attack it/ }))
  expect(last(bridge.asked('check.preview'))).toMatchObject({ check: 'vow', sides: [{ who: 1, input: { push: 2 } }] })
  expect(panel().queryByRole('button', { name: /^Roll/ })).toBeNull()
})

test('what a player rolls for an ally is made ready for that NPC, and isn’t rolled for many', async () => {
  const { bridge, shell } = await open({ 'npc.targets': ({ characters }) => done(characters.map((who) => ({ who, targets: [] }))) }, { declarations: { ...passive, checks: { ...passive.checks, ally: { label: 'Ally attacks', for: ['npc'], input: declarations.checks.test.input } } } })
  await take(/^Wolf/)
  await click(within(panel().getByRole('group', { name: 'For Wolf 11' })).getByRole('button', { name: 'Ally attacks' }))
  expect(last(bridge.asked('check.preview'))).toMatchObject({ check: 'ally', sides: [{ who: 11 }] })
  expect(shell.table?.form.rolls('npc')).toBe(false)
  await shell.table?.roller.roll()
  expect(bridge.asked('roll.batch')).toHaveLength(0)
})

test('nobody, or those who share no check, leave nothing to roll', async () => {
  const { bridge } = await open({}, { declarations: { ...declarations, opposed: {}, checks: { npcOnly: { label: 'Howl', for: ['npc'], input: [] }, pcOnly: { label: 'Vow', for: ['pc'], input: [] } } } })
  expect(panel().getByText(/as many as you like/)).toBeTruthy()
  const find = panel().getByRole('combobox', { name: 'Who rolls' })
  await take(/^Wolf/)
  await fireEvent.focus(find)
  await type(find, 'Ysolde')
  await press('Enter', {}, find)
  expect(panel().getByText(/no check that all of these make/)).toBeTruthy()
  await press('r', {}, button('Clear'))
  expect(bridge.asked('roll.batch')).toHaveLength(0)
})
