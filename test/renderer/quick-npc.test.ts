import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import { characterId, createFakeBridge, declarations, done, failed, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const varying = { ...declarations, npc: { ...declarations.npc, vary: true as const } }
const built = { level: 4, morale: 8 }

async function openQuick(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ declarations: varying })), 'npc.build': () => done(built), 'character.create': () => done(characterId(9)), 'fight.add': () => done([]), ...answers })
  const shell = await openWindow(bridge)
  await press('A', { shiftKey: true })
  return { bridge, shell, dialog: within(screen.getByRole('dialog', { name: 'Quick NPC' })) }
}
const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement
const submit = async () => {
  field('Name').form?.requestSubmit()
  await settled()
}

test('a key, a name, a number and Enter keep an NPC, who rolls next', async () => {
  const { bridge, shell } = await openQuick()
  await type(field('Name'), ' Wolf ')
  await type(field('Rank'), '4')
  await submit()
  expect(bridge.asked('npc.build')).toEqual([{ input: { rank: 4 } }])
  expect(bridge.asked('character.create')).toEqual([{ kind: 'npc', name: 'Wolf', stats: built }])
  expect(shell.notices.news?.headline).toBe('Wolf is in the roster')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a variation is drawn by the system, and its dice are shown', async () => {
  const { bridge, dialog } = await openQuick({ 'npc.vary': ({ input }) => done({ input: { rank: Number(input['rank']) + 1 }, dice: [{ die: 'd6', shown: ['6', '2'] }] }) })
  await type(field('Rank'), '4')
  await fireEvent.blur(field('Rank'))
  await click(dialog.getByRole('button', { name: 'Vary' }))
  expect(bridge.asked('npc.vary')).toEqual([{ input: { rank: 4 } }])
  expect(field('Rank').value).toBe('5')
  expect(dialog.getByText('Rolled 2d6: 6, 2')).toBeTruthy()
})

test('one for this fight alone goes there and is kept nowhere else', async () => {
  const { bridge, dialog } = await openQuick()
  await type(field('Name'), 'Rat')
  await click(dialog.getByRole('button', { name: 'Into the fight' }))
  expect(bridge.asked('fight.add')).toEqual([{ characters: [], sheet: { name: 'Rat', stats: built } }])
  expect(bridge.asked('character.create')).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is thrown away is written nowhere', async () => {
  const { bridge, dialog } = await openQuick()
  await type(field('Name'), 'Rat')
  await click(dialog.getByRole('button', { name: 'Throw away' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bridge.asked('character.create')).toEqual([])
  await click(button('Quick NPC'))
  expect(field('Name').value).toBe('')
})

test('refusals stand beside what they are about', async () => {
  const problems = (of: string, message: string) => ({ problems: [{ side: 0, field: of, message }] })
  const { bridge, dialog } = await openQuick({ 'npc.build': () => failed('Rank is 1 to 10.', problems('rank', 'Rank is 1 to 10.')), 'npc.vary': () => failed('Sample failed. Nothing was changed.', { code: 'fault' }) })
  await submit()
  expect(field('Rank').getAttribute('aria-invalid')).toBe('true')
  bridge.answer({ 'npc.build': () => done(built), 'character.create': () => failed('A name is needed.', problems('name', 'A name is needed.')) })
  await submit()
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  await click(dialog.getByRole('button', { name: 'Vary' }))
  expect(dialog.getByRole('alert').textContent).toContain('Sample failed.')
})

test('a system that varies nothing offers no variation', async () => {
  const { dialog } = await openQuick({ 'campaign.current': () => done(view()) })
  expect(dialog.queryByRole('button', { name: 'Vary' })).toBeNull()
})
