import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { ContentPreview, PackageCard, PackagePreview } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const about = { authors: ['Ada', 'Bo'], license: 'MIT', description: 'Lights over a river.', compatibility: { minimum: '0.1.0', verified: '0.1.0' } }
const card = (rest: Partial<PackageCard> = {}): PackageCard => ({ from: 'installed', folder: 'lantern', name: 'Lantern', id: 'lantern', version: '2.0.0', ...about, sha256: 'a'.repeat(64), disabled: false, previous: '1.0.0', campaigns: [{ name: 'The Ninth Ferry', version: '1.0.0', isBehind: true }], ...rest })
const ember: PackageCard = { from: 'built in', folder: 'ember', name: 'Ember', id: 'ember', version: '1.0.0', ...about, disabled: false, campaigns: [] }
const preview = (rest: Partial<PackagePreview> = {}): PackagePreview => ({ sha256: 'b'.repeat(64), id: 'lantern', name: 'Lantern', version: '2.1.0', ...about, change: 'update', signed: 'no', installed: '2.0.0', differences: ['Licence: MIT before, GPL now'], campaigns: ['The Ninth Ferry'], ...rest })
const dialog = (name: string | RegExp = 'Game systems') => within(screen.getByRole('dialog', { name }))
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name })

async function open(answers: Parameters<typeof createFakeBridge>[0] = {}) {
  const bridge = createFakeBridge({ 'packages.list': () => done([ember, card()]), ...answers })
  await openWindow(bridge)
  await click(button('Game systems'))
  return bridge
}

test('lists every system with its state, and shows what each says of itself, as text alone', async () => {
  const wild = '<img src=x onerror=alert(1)>'
  await open({ 'packages.list': () => done([ember, card({ name: wild, description: wild, disabled: true }), { from: 'by hand', folder: 'broken', name: 'broken', sample: false, problem: 'manifest.json: ends in the middle.', disabled: false, campaigns: [] } as PackageCard]) })
  expect(dialog().getAllByRole('listitem').slice(0, 3).map((item) => item.textContent?.trim())).toEqual(['Ember 1.0.0 Built in', `${wild} 2.0.0 Off`, expect.stringContaining('Can’t be used')])
  await click(inDialog(/img/))
  expect(dialog().getByRole('region', { name: wild }).textContent).toContain(wild)
  expect(document.querySelector('dialog img')).toBeNull()
  expect(dialog().getByRole('region').textContent).toMatch(/Ada, Bo.*MIT.*Tollkeeper 0\.1\.0 or later.*reaches no file.*a{64}.*The Ninth Ferry\s*with 1\.0\.0/s)
  await click(inDialog(/broken/))
  expect(dialog().getByRole('region').textContent).toContain('ends in the middle.')
})

const marsh: PackageCard = { ...ember, from: 'installed', folder: 'marsh-folk', id: 'marsh-folk', name: 'Marsh Folk', contentFor: 'game', pack: { system: 'Game', versions: { minimum: '1.0.0', verified: '1.0.0', maximum: '1.9.0' }, counts: { creatures: 12, characters: 0, tables: 1, conditions: 2 } } }
const content: ContentPreview = {
  name: 'Marsh Folk',
  version: '1.0.0',
  parts: [
    { part: 'creatures', items: [{ name: 'Reed heron', state: 'new' }, { name: '<b>Eel</b>', state: 'different' }] },
    { part: 'tables', items: [{ name: 'Weather', state: 'same' }] },
  ],
}

/** The dialog with a content pack, in an open campaign of its system. */
async function openInCampaign(answers: Parameters<typeof createFakeBridge>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'packages.list': () => done([ember, { ...marsh, contentFor: view().system.id }]), 'content.preview': () => done(content), ...answers })
  await openWindow(bridge)
  await press('k', { ctrlKey: true })
  const find = screen.getByRole('combobox', { name: 'Find' })
  await type(find, 'Game systems')
  await fireEvent.submit(find)
  await settled()
  return bridge
}

test('a content pack says what it is for and what it brings, and that it holds no code', async () => {
  await open({ 'packages.list': () => done([ember, marsh]) })
  await click(inDialog(/Marsh Folk/))
  const shown = dialog().getByRole('region', { name: 'Marsh Folk' })
  expect(shown.textContent).toMatch(/Game 1\.0\.0 to 1\.9\.0, tried with 1\.0\.0.*12 creatures, 1 random table, 2 conditions.*holds no code/s)
  expect(inDialog(/Marsh Folk/).textContent).toContain('Content for Game')
  expect(within(shown).queryByRole('button', { name: /^Add to/ })).toBeNull()
})

test('adding content shows what comes part by part, and what came of it', async () => {
  const bridge = await openInCampaign({ 'content.add': () => done({ created: 1, updated: 1, unchanged: 0, problems: [] }) })
  await click(inDialog(/^Add to/))
  expect(bridge.asked('content.preview')).toEqual([{ folder: 'marsh-folk' }])
  const add = dialog('Add from Marsh Folk')
  expect(add.getByText('1 new, 1 different here')).toBeTruthy()
  expect(add.getByText('<b>Eel</b>')).toBeTruthy()
  await click(add.getByRole('checkbox', { name: /^1 random table/ }))
  await click(add.getByRole('checkbox', { name: /Bring the 1 that is different here/ }))
  await click(add.getByRole('button', { name: 'Add' }))
  expect(bridge.asked('content.add')).toEqual([{ leave: ['tables'], refresh: true }])
  const told = dialog('Added from Marsh Folk')
  expect(told.getByRole('list', { name: 'What came of it' }).textContent).toMatch(/1\s*new.*1\s*brought up to date/)
  await click(told.getByRole('button', { name: 'Done' }))
  expect(dialog().getByRole('region', { name: 'Marsh Folk' })).toBeTruthy()
})

test('opens on the system of the campaign where that brings no content', async () => {
  await openInCampaign({ 'packages.list': () => done([ember, card({ id: view().system.id })]) })
  expect(dialog().getByRole('region', { name: 'Lantern' })).toBeTruthy()
  expect(inDialog('Turn off')).toBeTruthy()
})

test('nothing is added where nothing is new, and a refusal is told', async () => {
  const bridge = await openInCampaign({ 'content.add': () => failed('The disk is full. Nothing was added.') })
  await click(inDialog(/^Add to/))
  const add = dialog('Add from Marsh Folk')
  const submit = () => add.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  await click(add.getByRole('checkbox', { name: /^2 creatures/ }))
  expect(submit().disabled).toBe(true)
  expect(add.getByText('Nothing of this would be new here.')).toBeTruthy()
  await click(add.getByRole('checkbox', { name: /^2 creatures/ }))
  await click(submit())
  expect(add.getByRole('alert').textContent).toBe('The disk is full. Nothing was added.')
  expect(bridge.asked('content.add')).toEqual([{ leave: [], refresh: false }])
})

test('arrows lead from one system to the next', async () => {
  await open()
  inDialog(/Ember/).focus()
  await press('ArrowDown', {}, inDialog(/Ember/))
  expect(document.activeElement).toBe(inDialog(/Lantern 2/))
  expect(dialog().getByRole('region', { name: 'Lantern' })).toBeTruthy()
})

test('a package is shown before it is installed, says what changes, and what came of it after', async () => {
  const installed = later<ReturnType<typeof done<{ moved: string[]; stayed: { name: string; why: string }[] }>>>()
  const bridge = await open({ 'packages.choose': () => done(preview()), 'packages.install': () => installed.promise })
  await click(inDialog('Install from a file…'))
  expect(bridge.asked('packages.choose')).toEqual([{ what: 'file' }])
  const shown = dialog('Update Lantern')
  expect(shown.getByText(/takes the place of 2\.0\.0/)).toBeTruthy()
  expect(shown.getByText('Licence: MIT before, GPL now')).toBeTruthy()
  expect(shown.getByText(/One campaign moves to it, after a backup: The Ninth Ferry/)).toBeTruthy()
  await click(shown.getByRole('button', { name: 'Update to 2.1.0' }))
  expect(shown.getByRole('button', { name: 'Installing…' })).toBeTruthy()
  installed.keep(done({ moved: ['The Ninth Ferry'], stayed: [{ name: 'Old', why: 'It is open elsewhere.' }] }))
  await settled()
  expect(bridge.asked('packages.install')).toEqual([{ sha256: 'b'.repeat(64) }])
  expect(dialog().getByRole('status').textContent).toMatch(/Lantern 2\.1\.0 is installed\..*The Ninth Ferry.*Old stays with the version that it has\. It is open elsewhere\./s)
})

test.each([
  ['downgrade', 'is older than 2.0.0'],
  ['replaced', 'with other contents'],
  ['same', 'is installed already'],
] as const)('installing a %s asks', async (change, words) => {
  await open({ 'packages.choose': () => done(preview({ change })) })
  await click(inDialog('From a folder…'))
  expect(dialog('Install Lantern').getByText(new RegExp(words))).toBeTruthy()
  expect(dialog('Install Lantern').getByRole('button', { name: 'Install anyway' })).toBeTruthy()
  await click(dialog('Install Lantern').getByRole('button', { name: 'Cancel' }))
  expect(dialog().getByRole('button', { name: 'Install from a file…' })).toBeTruthy()
})

test.each([
  ['changed', /Its key changed: another one signed 2\.0\.0/],
  ['no longer', /It is not signed, and 2\.0\.0 was/],
] as const)('an update whose signature is %s asks', async (signed, words) => {
  await open({ 'packages.choose': () => done(preview({ signed })) })
  await click(inDialog('Install from a file…'))
  expect(dialog('Update Lantern').getByText(words)).toBeTruthy()
  expect(dialog('Update Lantern').getByRole('button', { name: 'Update anyway' })).toBeTruthy()
})

test('an update by the same key says so and asks nothing', async () => {
  await open({ 'packages.choose': () => done(preview({ signed: 'same', signer: 'abcd' })) })
  await click(inDialog('Install from a file…'))
  expect(dialog('Update Lantern').getByText('It is signed by the same key as 2.0.0.')).toBeTruthy()
  expect(dialog('Update Lantern').getByText('abcd')).toBeTruthy()
  expect(dialog('Update Lantern').getByRole('button', { name: 'Update to 2.1.0' })).toBeTruthy()
})

test('a refused package says why, and nothing else changes', async () => {
  await open({ 'packages.choose': () => failed('"x" can\'t be installed. It is 3 MB.') })
  await click(inDialog('Install from a file…'))
  expect(dialog().getByRole('alert').textContent).toBe('"x" can\'t be installed. It is 3 MB.')
})

test('thinking better of choosing a file changes nothing', async () => {
  await open({ 'packages.choose': () => done(null) })
  await click(inDialog('Install from a file…'))
  expect(dialog().queryByRole('alert')).toBeNull()
  expect(dialog().getByRole('button', { name: 'Install from a file…' })).toBeTruthy()
})

test('going back and removing are asked before they are done', async () => {
  const bridge = await open({ 'packages.rollBack': () => done({ moved: [], stayed: [] }) })
  await click(inDialog(/Lantern 2/))
  await click(inDialog('Go back to 1.0.0…'))
  expect(bridge.asked('packages.rollBack')).toEqual([])
  expect(document.activeElement).toBe(inDialog('Go back to 1.0.0'))
  await click(inDialog('Go back to 1.0.0'))
  expect(bridge.asked('packages.rollBack')).toEqual([{ folder: 'lantern' }])
  expect(dialog().getByRole('status').textContent).toContain('Lantern is at 1.0.0 again.')
  await click(inDialog('Remove…'))
  await click(inDialog('Keep it'))
  expect(bridge.asked('packages.remove')).toEqual([])
  await click(inDialog('Remove…'))
  await click(inDialog('Remove'))
  expect(bridge.asked('packages.remove')).toEqual([{ folder: 'lantern' }])
})

test('campaigns that play with another version are moved when the GM says so', async () => {
  const bridge = await open({ 'packages.bringAlong': () => done({ moved: ['The Ninth Ferry'], stayed: [] }) })
  await click(inDialog(/Lantern 2/))
  await click(inDialog('Move a campaign to 2.0.0…'))
  await click(inDialog('Leave it'))
  expect(bridge.asked('packages.bringAlong')).toEqual([])
  await click(inDialog('Move a campaign to 2.0.0…'))
  expect(document.activeElement).toBe(inDialog('Move'))
  await click(inDialog('Move'))
  expect(bridge.asked('packages.bringAlong')).toEqual([{ folder: 'lantern' }])
  expect(dialog().getByRole('status').textContent).toContain('The Ninth Ferry.')
})

test('a system is turned off with one click; a built-in one can be neither turned off nor removed', async () => {
  const bridge = await open()
  expect(dialog().queryByRole('button', { name: /Turn off|Remove/ })).toBeNull()
  await click(inDialog(/Lantern 2/))
  await click(inDialog('Turn off'))
  expect(bridge.asked('packages.disable')).toEqual([{ folder: 'lantern', disabled: true }])
})

test('the list follows what main says, also while a campaign is open', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'packages.list': () => done([ember]) })
  const shell = await openWindow(bridge)
  shell.showPackages()
  await settled()
  bridge.answer({ 'packages.list': () => done([ember, card()]) })
  bridge.send('packages.changed', null)
  await settled()
  expect(inDialog(/Lantern 2/)).toBeTruthy()
})

test('a package that is dropped on the window is read, whatever is open', async () => {
  const bridge = createFakeBridge({ 'packages.list': () => done([ember]), 'packages.drop': () => done(preview({ change: 'new' })) })
  await openWindow(bridge)
  await fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [new File(['PK'], 'lantern-2.1.0.tollkeeper-plugin')] } })
  await settled()
  expect(bridge.asked('packages.drop')).toMatchObject([{ name: 'lantern-2.1.0.tollkeeper-plugin', size: 2 }])
  expect(dialog('Install Lantern').getByRole('button', { name: 'Install' })).toBeTruthy()
})

test('a package is fetched from an address, with its progress, and can be cancelled', async () => {
  const fetched = later<ReturnType<typeof done<PackagePreview>>>()
  const bridge = await open({ 'packages.fetch': () => fetched.promise })
  await click(inDialog('From an address…'))
  const address = () => dialog('From an address')
  await type(address().getByLabelText('Address of a package, or of an index of one'), 'https://example.org/index.json')
  await click(address().getByRole('button', { name: 'Fetch' }))
  expect(bridge.asked('packages.fetch')).toEqual([{ address: 'https://example.org/index.json' }])
  bridge.send('packages.progressed', { ended: 500_000, of: 1_000_000 })
  await settled()
  expect(address().getByRole('progressbar').getAttribute('value')).toBe('0.5')
  await click(address().getByRole('button', { name: 'Cancel' }))
  expect(bridge.asked('packages.cancel')).toHaveLength(1)
  fetched.keep(done(preview({ change: 'new' })))
  await settled()
  expect(dialog('Install Lantern').getByRole('button', { name: 'Install' })).toBeTruthy()
})

test('what was ended is no mistake, and the address stays', async () => {
  await open({ 'packages.fetch': () => done(null) })
  await click(inDialog('From an address…'))
  await type(dialog('From an address').getByLabelText(/^Address of a package/), 'https://example.org/')
  await click(dialog('From an address').getByRole('button', { name: 'Fetch' }))
  expect(dialog('From an address').queryByRole('alert')).toBeNull()
  expect(dialog('From an address').getByLabelText<HTMLInputElement>(/^Address of a package/).value).toBe('https://example.org/')
})

test('a package that is dropped while another is shown takes its place, refused or not', async () => {
  const bridge = await open({ 'packages.choose': () => done(preview()), 'packages.drop': () => failed('"x" can\'t be installed.') })
  await click(inDialog('Install from a file…'))
  const drop = () => fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [new File(['PK'], 'x.tollkeeper-plugin')] } })
  await drop()
  await settled()
  expect(dialog().getByRole('alert').textContent).toBe('"x" can\'t be installed.')
  bridge.answer({ 'packages.drop': () => done(preview({ name: 'Candle', change: 'new' })) })
  await drop()
  await settled()
  expect(dialog('Install Candle')).toBeTruthy()
})

test('a package that is opened while another is installed is shown after that', async () => {
  const installed = later<ReturnType<typeof done<{ moved: string[]; stayed: never[] }>>>()
  const bridge = await open({ 'packages.choose': () => done(preview()), 'packages.install': () => installed.promise })
  await click(inDialog('Install from a file…'))
  await click(dialog('Update Lantern').getByRole('button', { name: 'Update to 2.1.0' }))
  bridge.answer({ 'packages.takeOpened': () => done(preview({ id: 'candle', name: 'Candle', change: 'new' })) })
  bridge.send('packages.opened', null)
  await settled()
  expect(dialog('Update Lantern')).toBeTruthy()
  installed.keep(done({ moved: [], stayed: [] }))
  await vi.waitFor(() => expect(dialog('Install Candle')).toBeTruthy())
})

test('a folder put there by hand that is called like another is shown by itself', async () => {
  await open({ 'packages.list': () => done([ember, card({ from: 'by hand', folder: 'ember', name: 'Ember by hand', problem: 'Its id is taken.' })]) })
  await click(inDialog(/Ember by hand/))
  expect(dialog().getByRole('region', { name: 'Ember by hand' }).textContent).toContain('Its id is taken.')
})

test('an address that leads nowhere stays with the reason, and Cancel leads back', async () => {
  await open({ 'packages.fetch': () => failed('There is nothing at that address.') })
  await click(inDialog('From an address…'))
  await click(dialog('From an address').getByRole('button', { name: 'Fetch' }))
  expect(dialog('From an address').getByRole('alert').textContent).toBe('There is nothing at that address.')
  await click(dialog('From an address').getByRole('button', { name: 'Cancel' }))
  expect(dialog().getByRole('button', { name: 'Install from a file…' })).toBeTruthy()
})

test('a package that was opened from outside is shown at the start, and when it comes later', async () => {
  const opened: (PackagePreview | null)[] = [preview({ change: 'new' }), null, preview()]
  const bridge = createFakeBridge({ 'packages.list': () => done([ember]), 'packages.takeOpened': () => done(opened.shift() ?? null) })
  const shell = await openWindow(bridge)
  await click(dialog('Install Lantern').getByRole('button', { name: 'Cancel' }))
  shell.packages = undefined
  bridge.send('packages.opened', null)
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  bridge.send('packages.opened', null)
  await settled()
  expect(dialog('Update Lantern').getByRole('button', { name: 'Update to 2.1.0' })).toBeTruthy()
})

test('shows the folder that its author works on, with what is wrong and which build is in use, until that ends', async () => {
  const developed = { folder: '/home/gm/lantern', name: 'Lantern', builtAt: 1_700_000_000_000, problem: 'index.ts:3:9: ERROR: <b>Unexpected</b> "="' }
  const lantern = { ...card(), from: 'in development', folder: 'lantern', name: 'Lantern', developed } as PackageCard
  const bridge = await open({ 'packages.list': () => done([ember, lantern]), 'packages.develop': () => done(developed), 'packages.endDevelopment': () => done(null) })
  const details = dialog().getByRole('region', { name: 'Lantern' })
  expect(within(details).getByRole('alert').textContent).toBe('index.ts:3:9: ERROR: <b>Unexpected</b> "="')
  expect(details.textContent).toMatch(/The build of .* stays in use until that is mended\./)
  expect(inDialog(/Lantern 2/).textContent).toContain('In development, with a mistake')
  expect(within(details).queryByRole('button', { name: /Turn|Remove/ })).toBeNull()
  await click(inDialog('Develop a folder…'))
  expect(bridge.asked('packages.develop')).toHaveLength(1)
  await click(inDialog('End development'))
  expect(bridge.asked('packages.endDevelopment')).toHaveLength(1)
  expect(dialog().getByRole('status').textContent).toContain('Lantern is no longer loaded from its folder.')
})
