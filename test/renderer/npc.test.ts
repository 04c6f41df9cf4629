import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Character } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, declarations, done, failed, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, type } from './open-window.ts'

afterEach(closeWindow)

const built = { level: 4, scores: [{ name: 'Bite', value: 44 }], morale: 8, notes: '' }

async function openBuilder(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'npc.build': () => done(built), 'character.create': () => done(characterId(9)), ...answers })
  await openWindow(bridge)
  await click(button('Add'))
  await click(screen.getByRole('radio', { name: 'NPC' }))
  return { bridge, dialog: within(screen.getByRole('dialog', { name: 'New character' })) }
}

const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement

test('a new NPC takes a name, a number and Enter', async () => {
  const { bridge, dialog } = await openBuilder()
  expect((dialog.getByRole('radio', { name: 'NPC' }) as HTMLInputElement).checked).toBe(true)
  await type(field('Name'), 'Wolf')
  await type(field('Rank'), '4')
  field('Rank').focus()
  field('Rank').form?.requestSubmit()
  await click(document.body)
  expect(bridge.asked('npc.build')).toEqual([{ input: { rank: 4 } }])
  expect(bridge.asked('character.create')).toEqual([{ kind: 'npc', name: 'Wolf', stats: built }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new character rolls next, unless nothing is rolled for its kind', async () => {
  for (const kinds of [['pc', 'npc'], ['pc']] as const) {
    const checks = { test: { ...declarations.checks.test, for: kinds } }
    const { bridge, dialog } = await openBuilder({ 'campaign.current': () => done(view({ declarations: { ...declarations, checks, opposed: {} } })) })
    bridge.answer({
      'character.create': () => {
        bridge.send('character.changed', [character(9, 'Wolf', { kind: 'npc' })])
        return done(characterId(9))
      },
    })
    await click(dialog.getByRole('button', { name: 'Add character' }))
    expect(button('Wolf').getAttribute('aria-pressed')).toBe(String(kinds.length > 1))
    closeWindow()
  }
})

test('the filled sheet may be changed before it is added', async () => {
  const { bridge, dialog } = await openBuilder()
  await type(field('Rank'), '4')
  await click(dialog.getByRole('button', { name: 'Fill the sheet' }))
  expect(bridge.asked('character.create')).toEqual([])
  expect(field('Morale').value).toBe('8')
  expect(dialog.getByRole('status').textContent).toContain('filled')
  await type(field('Morale'), '9')
  await type(field('Name'), 'Wolf')
  await click(dialog.getByRole('button', { name: 'Add character' }))
  expect(bridge.asked('character.create')).toEqual([{ kind: 'npc', name: 'Wolf', stats: { ...built, morale: 9 } }])
})

test('a refused choice is said beside it and adds nobody', async () => {
  const problems = [{ side: 0, field: 'rank', message: 'Rank is 1 to 10.' }]
  const { bridge, dialog } = await openBuilder({ 'npc.build': () => failed('Rank is 1 to 10.', { problems }) })
  await type(field('Rank'), '11')
  await click(dialog.getByRole('button', { name: 'Build and add' }))
  expect(field('Rank').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getAllByText('Rank is 1 to 10.')).toHaveLength(1)
  expect(bridge.asked('character.create')).toEqual([])
})

test('a system that fails to build says so, and the sheet can be filled by hand', async () => {
  const { bridge, dialog } = await openBuilder({ 'npc.build': () => failed('Sample failed. Nothing was changed.', { code: 'fault' }) })
  await click(dialog.getByRole('button', { name: 'Build and add' }))
  expect(dialog.getByRole('alert').textContent).toContain('Sample failed.')
  await type(field('Name'), 'Wolf')
  await click(dialog.getByRole('button', { name: 'Add character' }))
  expect(bridge.asked('character.create')).toEqual([{ kind: 'npc', name: 'Wolf', stats: {} }])
})

test('a built NPC without a name is refused at the name', async () => {
  const { dialog } = await openBuilder({ 'character.create': () => failed('A name is needed.', { problems: [{ side: 0, field: 'name', message: 'A name is needed.' }] }) })
  await click(dialog.getByRole('button', { name: 'Build and add' }))
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByRole('button', { name: 'Add character' })).toBeTruthy()
})

test('only a new NPC is built, and only where the system can', async () => {
  const { dialog } = await openBuilder()
  await click(dialog.getByRole('radio', { name: "Player's character" }))
  expect(dialog.queryByRole('group', { name: 'Build from' })).toBeNull()
  await click(dialog.getByRole('button', { name: 'Cancel' }))
  await click(button('Sheet of Lantern hound'))
  expect(screen.queryByRole('group', { name: 'Build from' })).toBeNull()
  closeWindow()
  const withoutBuilder = ({ npc: _, ...plain }: typeof declarations) => plain
  await openWindow(createFakeBridge({ 'campaign.current': () => done(view({ declarations: withoutBuilder(declarations) })) }))
  expect(screen.queryByRole('button', { name: 'Quick NPC' })).toBeNull()
})

test('the parts of a long sheet are one click away', async () => {
  const stats = ['Body', 'Mind', 'Gear', 'Past'].map((group) => ({ id: group.toLowerCase(), label: `${group} note`, type: 'text', default: '', group }) as const)
  await openWindow(createFakeBridge({ 'campaign.current': () => done(view({ declarations: { ...declarations, stats } })) }))
  await click(button('Sheet of Ysolde Marr'))
  await click(within(screen.getByRole('navigation', { name: 'Parts of the sheet' })).getByRole('button', { name: 'Gear' }))
  expect(document.activeElement).toBe(field('Gear note'))
})

test('an NPC is itself in fights until the sheet says that it is copied', async () => {
  const { bridge, dialog: form } = await openBuilder({ 'character.create': () => failed('Not now.') })
  expect((form.getByRole('radio', { name: 'Is itself' }) as HTMLInputElement).checked).toBe(true)
  await type(form.getByRole('textbox', { name: 'Name' }), 'Wolf')
  await click(form.getByRole('radio', { name: 'Is copied (a template)' }))
  await click(form.getByRole('button', { name: 'Add character' }))
  expect(bridge.asked('character.create').at(-1)).toMatchObject({ name: 'Wolf', kind: 'npc', role: 'template' })
  await click(form.getByRole('radio', { name: "Player's character" }))
  expect(form.queryByRole('radio', { name: 'Is itself' })).toBeNull()
})

test('templates stand in a group of their own, and the copies of fights do not stand among the characters', async () => {
  const npc = (id: number, name: string, role: Character['role']) => character(id, name, { kind: 'npc', role })
  await openWindow(createFakeBridge({ 'campaign.current': () => done(view({ characters: [npc(1, 'The Reeve', 'self'), npc(2, 'Wolf', 'template'), npc(3, 'Wolf 1', 'copy')] })) }))
  expect(within(screen.getByRole('list', { name: 'NPCs' })).getAllByRole('listitem')).toHaveLength(1)
  expect(within(screen.getByRole('list', { name: 'Templates' })).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText('Wolf 1')).toBeNull()
})
