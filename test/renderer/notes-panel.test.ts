import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CampaignView, CharacterId, Note, NoteId, Reply, Session, SessionId } from '../../preload/contract.ts'
import { excerptOf } from '../../renderer/state/note-entries.ts'
import { character, createFakeBridge, done, failed, later, preferences, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 }))
afterEach(() => {
  vi.useRealTimers()
  closeWindow()
})

const note = (id: number, title: string, text = ''): Note => ({ id: id as NoteId, title, text })
const session = (id: number, name: string, notes = ''): Session => ({ id: id as SessionId, name, startedAt: Date.UTC(2026, 0, 5, 19), endedAt: 1, notes, present: [] })

const shown = preferences({ layouts: { [view().file]: JSON.stringify({ hidden: [], shares: {}, known: ['notes'] }) } })

async function openNotes(rest: Partial<CampaignView> = {}, answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)), 'preferences.get': () => done(shown), 'notes.write': () => done(null), 'note.rename': () => done(null), ...answers })
  const shell = await openWindow(bridge)
  return { bridge, shell }
}

const panel = () => within(screen.getByRole('region', { name: 'Notes' }))
const rows = () => [...screen.getByRole('region', { name: 'Notes' }).querySelectorAll('[data-note]')].map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
const row = (name: RegExp) => panel().getByRole('button', { name })
const text = () => panel().getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement
const title = () => panel().getByRole('textbox', { name: 'Title' }) as HTMLInputElement
const pause = async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  await settled()
}

test('free notes, sessions and the characters that have notes are listed, and what is sought is found in them', async () => {
  await openNotes({ notes: [note(1, 'The ferry', '# Ten *coins*')], sessions: [session(1, 'First evening')], characters: [character(1, 'Ysolde Marr', { notes: 'Owes the ferryman.' }), character(2, 'Hob')] })
  expect(rows()).toEqual(['The ferry Ten coins', expect.stringMatching(/^First evening .*2026.* Nothing written yet$/), "Ysolde Marr Player's character Owes the ferryman."])
  const search = panel().getByRole('searchbox', { name: 'Search the notes' })
  await type(search, 'FERRY')
  expect(rows()?.map((each) => each?.slice(0, 9))).toEqual(['The ferry', 'Ysolde Ma'])
  await type(search, 'hob')
  expect(rows()).toEqual(["Hob Player's character Nothing written yet"])
  await type(search, 'zzz')
  expect(panel().getByRole('status').textContent).toBe('No notes hold that.')
})

test('a campaign without notes says what will stand there', async () => {
  await openNotes({ characters: [] })
  expect(panel().getByText(/What you write down will stand here/)).toBeTruthy()
})

test('the arrow keys move from row to row, and Tab stops at one', async () => {
  await openNotes({ notes: [note(1, 'One'), note(2, 'Two'), note(3, 'Three')] })
  row(/^One/).focus()
  await press('ArrowDown', {}, row(/^One/))
  expect(document.activeElement).toBe(row(/^Two/))
  await press('End', {}, row(/^Two/))
  expect(document.activeElement).toBe(row(/^Three/))
  expect([/^One/, /^Two/, /^Three/].map((name) => row(name).tabIndex)).toEqual([-1, -1, 0])
})

test('a new note is begun with its title to be written, and kept a moment after typing', async () => {
  const { bridge } = await openNotes({ notes: [note(1, 'New note')] })
  bridge.answer({
    'note.create': ({ title: called }) => {
      bridge.send('note.changed', [note(2, called)])
      return done(2 as NoteId)
    },
  })
  await click(button('New note'))
  expect(bridge.asked('note.create')).toEqual([{ title: 'New note 2' }])
  expect(document.activeElement).toBe(title())
  await type(title(), 'The causeway')
  await type(text(), 'T')
  await type(text(), 'Ten')
  expect(bridge.asked('notes.write')).toEqual([])
  expect(panel().queryByText('Saved')).toBeNull()
  await pause()
  expect(bridge.asked('notes.write')).toEqual([{ of: { kind: 'note', id: 2 }, text: 'Ten' }])
  expect(bridge.asked('note.rename')).toEqual([{ id: 2, title: 'The causeway' }])
  expect(panel().getByText('Saved')).toBeTruthy()
})

test('notes of a session and of a character are written in place', async () => {
  const { bridge } = await openNotes({ sessions: [session(3, 'First evening')], characters: [character(1, 'Ysolde Marr', { notes: 'Owes *much*.' })] })
  await click(row(/^First evening/))
  expect(document.activeElement).toBe(text())
  await type(text(), 'They **crossed**.')
  await click(button('All notes'))
  expect(bridge.asked('notes.write')).toEqual([{ of: { kind: 'session', id: 3 }, text: 'They **crossed**.' }])
  expect(document.activeElement).toBe(row(/^First evening/))
  await click(row(/^Ysolde Marr/))
  await vi.waitFor(() => expect(screen.getByRole('region', { name: 'Notes' }).querySelector('.markdown em')?.textContent).toBe('much'))
  expect(panel().queryByRole('button', { name: 'Delete note' })).toBeNull()
})

test('what is typed while it is being kept is kept after it, and what main says later stands', async () => {
  const slow = later<Reply<null>>()
  const { bridge } = await openNotes({ notes: [note(1, 'One')] }, { 'notes.write': () => slow.promise })
  await click(row(/^One/))
  await type(text(), 'a')
  await pause()
  expect(panel().getByText('Saving…')).toBeTruthy()
  await type(text(), 'ab')
  bridge.send('note.changed', [note(1, 'One', 'a')])
  await settled()
  expect(text().value).toBe('ab')
  slow.keep(done(null))
  await pause()
  expect(bridge.asked('notes.write').map((each) => each.text)).toEqual(['a', 'ab'])
  bridge.send('note.changed', [note(1, 'One', '')])
  await settled()
  expect(text().value).toBe('')
})

test('what can not be kept says so and is not left behind', async () => {
  const { bridge } = await openNotes({ notes: [note(1, 'One'), note(2, 'Two')] }, { 'notes.write': () => failed('The disk is full.') })
  await click(row(/^One/))
  await type(text(), 'precious')
  await click(button('All notes'))
  expect(panel().getByRole('alert').textContent).toBe('The disk is full.')
  expect(text().value).toBe('precious')
  bridge.answer({ 'notes.write': () => done(null) })
  await click(button('All notes'))
  expect(bridge.asked('notes.write').at(-1)).toEqual({ of: { kind: 'note', id: 1 }, text: 'precious' })
  expect(row(/^Two/)).toBeTruthy()
})

test('a title that is emptied is refused beside it and stays as it was', async () => {
  const { bridge } = await openNotes({ notes: [note(1, 'One')] }, { 'note.rename': () => failed('A note needs a title.') })
  await click(row(/^One/))
  await type(title(), '')
  await pause()
  expect(title().getAttribute('aria-invalid')).toBe('true')
  expect(panel().getByRole('alert').textContent).toBe('A note needs a title.')
  expect(bridge.asked('note.rename').at(-1)).toEqual({ id: 1, title: '' })
  await click(button('All notes'))
  expect(row(/^One/)).toBeTruthy()
})

test('a deleted note gives the focus to the next one, and the last one to the button that begins one', async () => {
  const { bridge } = await openNotes({ notes: [note(1, 'One'), note(2, 'Two')], characters: [] })
  bridge.answer({
    'note.delete': ({ id }) => {
      bridge.send('note.removed', [id])
      return done(null)
    },
  })
  await click(row(/^One/))
  button('Delete note').focus()
  await click(button('Delete note'))
  expect(bridge.asked('note.delete')).toEqual([{ id: 1 }])
  expect(document.activeElement).toBe(row(/^Two/))
  await click(row(/^Two/))
  button('Delete note').focus()
  await click(button('Delete note'))
  expect(document.activeElement).toBe(button('New note'))
})

test('a page whose note goes by Undo leads back to the list with the focus', async () => {
  const { bridge } = await openNotes({ notes: [note(1, 'One')] })
  await click(row(/^One/))
  expect(document.activeElement).toBe(title())
  bridge.send('note.removed', [1 as NoteId])
  await settled()
  expect(panel().queryByRole('textbox', { name: 'Title' })).toBeNull()
  expect(document.activeElement).toBe(button('New note'))
})

test('Escape lets go of the text, and once more goes back to the list', async () => {
  await openNotes({ notes: [note(1, 'One')] })
  await click(row(/^One/))
  text().focus()
  await press('Escape', {}, text())
  expect(document.activeElement).toBe(panel().getByRole('group', { name: 'One' }))
  await press('Escape', {}, panel().getByRole('group', { name: 'One' }))
  expect(document.activeElement).toBe(row(/^One/))
})

test('a name in brackets leads to a character, a note or a session, and the panel comes up', async () => {
  const page = note(1, 'One', '[[two]] [[Lantern hound]] [[First evening]] [[Nobody]]')
  const { shell } = await openNotes({ notes: [page, note(2, 'Two', 'The second')], sessions: [session(1, 'First evening', 'An evening')], characters: [character(1, 'Ysolde Marr'), character(2, 'Lantern hound', { kind: 'npc', notes: 'See [[Two]]' })] })
  const link = async (name: string) => click(await vi.waitFor(() => screen.getByRole('button', { name })))
  await click(row(/^One/))
  await vi.waitFor(() => expect(panel().getByRole('button', { name: 'Lantern hound' })).toBeTruthy())
  expect(panel().queryByRole('button', { name: 'Nobody' })).toBeNull()
  await click(panel().getByRole('button', { name: 'Lantern hound' }))
  expect(shell.table?.form.who(0)).toBe(2 as CharacterId)
  await link('First evening')
  expect(panel().getByRole('group', { name: 'First evening' })).toBeTruthy()
  shell.table?.layout.toggle('notes')
  await click(button('Sheet of Lantern hound'))
  await link('Two')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(title().value).toBe('Two')
})

test('the palette finds notes by what they say and opens them, and begins one', async () => {
  const { bridge, shell } = await openNotes({ notes: [note(1, 'One', 'a ferryman')] })
  shell.table?.layout.toggle('notes')
  const take = async (words: string) => {
    await press('k', { ctrlKey: true })
    await type(screen.getByRole('combobox', { name: 'Find' }), words)
    await fireEvent.submit(screen.getByRole('combobox', { name: 'Find' }))
    await settled()
  }
  await take('ferryman')
  expect(title().value).toBe('One')
  await take('new note')
  expect(bridge.asked('note.create')).toEqual([{ title: 'New note' }])
})

test('what was typed is kept before the campaign is closed and before the app ends', async () => {
  const { bridge, shell } = await openNotes({ notes: [note(1, 'One')] })
  await click(row(/^One/))
  await type(text(), 'a')
  const slow = later<Reply<null>>()
  bridge.answer({ 'notes.write': () => slow.promise })
  bridge.send('app.closing', null)
  await settled()
  expect([bridge.asked('notes.write').length, bridge.asked('app.letGo').length]).toEqual([1, 0])
  slow.keep(done(null))
  await settled()
  expect(bridge.asked('app.letGo')).toHaveLength(1)
  await type(text(), 'ab')
  await shell.closeCampaign()
  expect(bridge.asked('notes.write')).toHaveLength(2)
  expect(bridge.asked('campaign.close')).toHaveLength(1)
})

test('what was typed stays, and is kept, where an update closes the campaign for a moment', async () => {
  const { bridge } = await openNotes({ notes: [note(1, 'One')] })
  await click(row(/^One/))
  await type(text(), 'half a sen')
  bridge.send('campaign.closed', null)
  bridge.send('campaign.opened', view({ notes: [note(1, 'One')] }))
  await settled()
  expect(panel().getByText('half a sen')).toBeTruthy()
  await vi.waitFor(() => expect(bridge.asked('notes.write')).toContainEqual({ of: { kind: 'note', id: 1 }, text: 'half a sen' }))
  // Another campaign has another page.
  bridge.send('campaign.closed', null)
  bridge.send('campaign.opened', view({ file: 'other.campaign', notes: [note(1, 'Two')] }))
  await settled()
  expect(screen.queryByText('half a sen')).toBeNull()
})

test('an excerpt shows where what is sought stands', () => {
  const long = `${'word '.repeat(60)}**needle** ${'word '.repeat(60)}`
  expect(excerptOf(long, '')).toMatch(/^word word .*…$/)
  expect(excerptOf(long, 'NEEDLE')).toMatch(/^….*word needle word.*…$/)
  expect(excerptOf('# Ferry\n> **Tom & Jerry’s** `run` <b>x</b> [[Mill]] a_b 2 > 1', '')).toBe('Ferry Tom & Jerry’s run <b>x</b> Mill a_b 2 > 1')
  expect(excerptOf('  ', '')).toBe('')
})
