import { screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, done, roll, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled } from './open-window.ts'

afterEach(closeWindow)

async function openCampaign(rest: Partial<CampaignView> = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)) })
  await openWindow(bridge)
  return bridge
}
const headingOf = (name: string) => screen.getByRole('heading', { level: 2, name })

test('a row that goes by Undo gives the focus to the one in its place, and the last one to the one before', async () => {
  const bridge = await openCampaign({ characters: [character(1, 'Anna'), character(2, 'Bela'), character(3, 'Cora')] })
  button('Bela').focus()
  bridge.send('character.removed', [characterId(2)])
  await settled()
  expect(document.activeElement).toBe(button('Cora'))
  bridge.send('character.removed', [characterId(3)])
  await settled()
  expect(document.activeElement).toBe(button('Anna'))
})

test('the last row of a list leaves the focus at the head of its panel', async () => {
  const bridge = await openCampaign({ characters: [character(1, 'Anna')] })
  button('Anna').focus()
  bridge.send('character.removed', [characterId(1)])
  await settled()
  expect(document.activeElement).toBe(headingOf('Roster'))
})

test('a button that can not be used any more stays in focus and does nothing', async () => {
  const bridge = await openCampaign({ history: { undo: 'adding Hob' } })
  button('Undo adding Hob').focus()
  bridge.send('history.changed', { redo: 'adding Hob' })
  await settled()
  expect(document.activeElement).toBe(button('Nothing to undo'))
  await click(button('Nothing to undo'))
  expect(bridge.asked('history.undo')).toEqual([])
})

test('a part that goes with the focus in it leaves it at the head of its panel', async () => {
  const offering = roll(7, { outcome: { ...roll(7).outcome, offers: [{ label: 'Mend at once', action: 'mend', input: { amount: 2 } }] } })
  const bridge = await openCampaign()
  bridge.answer({ 'roll.make': () => done({ kind: 'rolled', roll: offering }) })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [offering])
  await settled()
  button('Mend at once').focus()
  bridge.send('roll.changed', [{ ...offering, undone: true }])
  await settled()
  expect(document.activeElement).toBe(headingOf('Log'))
})

test('a panel that is put away with the focus in it leaves it at the top', async () => {
  await openCampaign()
  screen.getByRole('searchbox', { name: 'Search the log' }).focus()
  await press('k', { ctrlKey: true })
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Find' }).value = 'hide log'
  screen.getByRole('combobox', { name: 'Find' }).dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
  screen.getByRole('combobox', { name: 'Find' }).closest('form')?.requestSubmit()
  await settled()
  expect(screen.queryByRole('region', { name: 'Log' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('whoever takes the focus by itself keeps it', async () => {
  const bridge = await openCampaign()
  await click(button('Sheet of Ysolde Marr'))
  bridge.answer({
    'character.delete': ({ id }) => {
      bridge.send('character.removed', [id])
      return done(null)
    },
  })
  await click(button('Delete character'))
  expect(document.activeElement).toBe(button('Lantern hound'))
})
