import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import { createFakeBridge, done, preferences, roll, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled } from './open-window.ts'

afterEach(closeWindow)

const file = view().file

async function openCampaign(layout?: unknown) {
  const layouts = layout === undefined ? {} : { [file]: typeof layout === 'string' ? layout : JSON.stringify(layout) }
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'preferences.get': () => done(preferences({ layouts })) })
  const shell = await openWindow(bridge)
  const kept = () => JSON.parse(bridge.asked('preferences.set').at(-1)?.layouts?.[file] ?? 'null') as unknown
  return { bridge, shell, kept }
}

const rail = () => within(screen.getByRole('navigation', { name: 'Panels' }))
const toggle = (name: string) => rail().getByRole('button', { name: `Show ${name}` })
const shown = () => ['Roster', 'Log'].filter((name) => screen.queryByRole('region', { name })).concat(screen.queryByRole('form', { name: 'Roll' }) ? ['Roll'] : [])
const line = (name: string) => screen.getByRole('separator', { name })
const value = (element: Element) => Number(element.getAttribute('aria-valuenow'))

test('the rail puts panels away and brings them back, and the campaign keeps it', async () => {
  const { kept } = await openCampaign()
  expect(toggle('Log').getAttribute('aria-pressed')).toBe('true')
  await click(toggle('Log'))
  expect(shown()).toEqual(['Roster', 'Roll'])
  expect(toggle('Log').getAttribute('aria-pressed')).toBe('false')
  expect(kept()).toMatchObject({ hidden: ['fight', 'counters', 'notes', 'roller', 'log'] })
  await press('5', { ctrlKey: true })
  expect(shown()).toEqual(['Roster', 'Log', 'Roll'])
})

const notesShown = () => screen.queryByRole('region', { name: 'Notes' }) !== null

test('a panel that can be spared stands in a new campaign where all have room, and is put away where not', async () => {
  const wide = await openCampaign()
  expect(notesShown()).toBe(false)
  if (wide.shell.table) wide.shell.table.layout.width = 200
  await settled()
  expect(notesShown()).toBe(true)
  if (wide.shell.table) wide.shell.table.layout.width = 60
  await settled()
  expect(notesShown()).toBe(true)
  closeWindow()
  const narrow = await openCampaign()
  if (narrow.shell.table) narrow.shell.table.layout.width = 75
  await settled()
  if (narrow.shell.table) narrow.shell.table.layout.width = 200
  await settled()
  expect(notesShown()).toBe(false)
})

test('an arrangement from before a panel came to the app leaves that put away, one from after shows it as it was', async () => {
  const before = await openCampaign({ hidden: ['log'], shares: {} })
  if (before.shell.table) before.shell.table.layout.width = 200
  await settled()
  expect(notesShown()).toBe(false)
  closeWindow()
  await openCampaign({ hidden: ['log'], shares: {}, known: ['characters', 'roll', 'log', 'notes'] })
  expect(notesShown()).toBe(true)
})

test('the last panel stays', async () => {
  await openCampaign({ hidden: ['log', 'roll'], shares: {} })
  expect(toggle('Roster').getAttribute('aria-disabled')).toBe('true')
  await click(toggle('Roster'))
  expect(shown()).toEqual(['Roster'])
})

test('a panel opens as it was left, and only those of this campaign', async () => {
  const { bridge } = await openCampaign({ hidden: ['characters'], shares: {} })
  expect(shown()).toEqual(['Log', 'Roll'])
  bridge.send('campaign.opened', view({ file: 'other.campaign' }))
  await settled()
  expect(shown()).toEqual(['Roster', 'Log', 'Roll'])
})

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['everything put away', { hidden: ['characters', 'roll', 'log'], shares: {} }],
  ['panels that are no more, and widths that are none', { hidden: ['gone', 7], shares: { roll: -3, log: 'wide', gone: 1 } }],
])('a kept arrangement with %s shows every panel as usual', async (_, layout) => {
  await openCampaign(layout)
  expect(shown()).toEqual(['Roster', 'Log', 'Roll'])
  expect(value(line('Width of Roster and Roll'))).toBe(28)
})

test('the arrow keys move the line between two panels, no further than they can be, and it is kept', async () => {
  const { kept } = await openCampaign()
  const divider = line('Width of Roster and Roll')
  await press('ArrowRight', {}, divider)
  expect(value(divider)).toBe(30)
  await press('Home', {}, divider)
  expect(value(divider)).toBe(Number(divider.getAttribute('aria-valuemin')))
  await press('ArrowLeft', {}, divider)
  expect(value(divider)).toBe(10)
  await press('End', {}, divider)
  expect(value(divider)).toBe(Number(divider.getAttribute('aria-valuemax')))
  expect(kept()).toMatchObject({ hidden: ['fight', 'counters', 'notes', 'roller'] })
  expect((kept() as { shares: { roll: number } }).shares.roll).toBeLessThan(1)
})

test('panels stand below each other where they have no room side by side', async () => {
  const { shell } = await openCampaign()
  if (shell.table) shell.table.layout.width = 40
  await settled()
  expect(screen.queryByRole('separator')).toBeNull()
  await press('3', { ctrlKey: true })
  await press('5', { ctrlKey: true })
  if (shell.table) shell.table.layout.width = 50
  await click(toggle('Log'))
  expect(line('Width of Roster and Log')).toBeTruthy()
})

test('where panels stand below each other the rail, a choice and a roll bring theirs into sight', async () => {
  const { bridge, shell } = await openCampaign()
  const scrolled: (string | null)[] = []
  const usual = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.getAttribute('aria-labelledby'))
  }
  try {
    await click(screen.getByRole('button', { name: 'Lantern hound' }))
    expect(scrolled).toEqual([])
    if (shell.table) shell.table.layout.width = 40
    await settled()
    await click(screen.getByRole('button', { name: 'Ysolde Marr' }))
    await click(toggle('Roster'))
    bridge.answer({
      'roll.make': () => {
        bridge.send('roll.changed', [roll(1)])
        return done({ kind: 'rolled', roll: roll(1) })
      },
    })
    await press('r')
    expect(scrolled).toEqual(['roll', 'characters', 'log'])
    expect(screen.getByRole('region', { name: 'Roster' })).toBeTruthy()
  } finally {
    Element.prototype.scrollIntoView = usual
  }
})

test('F6 goes from panel to panel, and Shift with it back', async () => {
  await openCampaign()
  const at = () => document.activeElement?.textContent
  await press('F6')
  expect(at()).toBe('Roster')
  await press('F6', {}, document.activeElement ?? document.body)
  expect(at()).toBe('Roll')
  screen.getByRole('textbox', { name: 'Score' }).focus()
  await press('F6', { shiftKey: true }, document.activeElement ?? document.body)
  expect(at()).toBe('Roster')
  await press('F6', { shiftKey: true }, document.activeElement ?? document.body)
  expect(at()).toBe('Log')
})

test('a roll brings back the panel that says what came of it', async () => {
  const { bridge } = await openCampaign({ hidden: ['log', 'roll'], shares: {} })
  bridge.answer({
    'roll.make': () => {
      bridge.send('roll.changed', [roll(1)])
      return done({ kind: 'rolled', roll: roll(1) })
    },
  })
  await press('r')
  expect(shown()).toEqual(['Roster', 'Log', 'Roll'])
  expect(screen.getByRole('article', { name: 'Verdict' })).toBeTruthy()
})

test('settings and the way out are in the rail', async () => {
  const { bridge } = await openCampaign()
  await click(rail().getByRole('button', { name: 'Settings' }))
  expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy()
  await click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await click(button('Close campaign'))
  expect(bridge.asked('campaign.close')).toHaveLength(1)
})

test('a panel that is brought up takes the place of the one that was longest not used, of Roll only at last', async () => {
  const { shell } = await openCampaign({ hidden: ['fight', 'notes'], shares: {}, known: ['fight', 'notes'] })
  const layout = shell.table?.layout
  if (!layout) throw new Error('No campaign is open')
  layout.width = 77
  await settled()
  const ids = () => layout.shown.map(({ id }) => id)
  screen.getByRole('searchbox', { name: 'Search the log' }).focus()
  await click(toggle('Fight'))
  expect(ids()).toEqual(['fight', 'roll', 'log'])
  await click(toggle('Roster'))
  expect(ids()).toEqual(['fight', 'characters', 'roll'])
  expect(layout.stacked).toBe(false)
  await click(toggle('Log'))
  expect(ids()).toEqual(['characters', 'roll', 'log'])
  layout.toggle('characters')
  layout.toggle('log')
  layout.width = 30
  await click(toggle('Fight'))
  expect(ids()).toEqual(['fight'])
})

test('a panel that a verdict brings up counts as used only where it was away', async () => {
  const { shell } = await openCampaign({ hidden: ['characters', 'notes', 'counters', 'roller'], shares: {}, known: ['fight', 'notes', 'counters', 'roller'] })
  const layout = shell.table?.layout
  if (!layout) throw new Error('No campaign is open')
  layout.width = 77
  layout.use('log')
  layout.use('fight')
  layout.bringUp('log')
  layout.show('counters')
  expect(layout.shown.map(({ id }) => id)).toEqual(['fight', 'roll', 'counters'])
})
