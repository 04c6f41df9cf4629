import { screen, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SessionId } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, view } from './fake-bridge.ts'
import { click, closeWindow, openWindow, settled } from './open-window.ts'

afterEach(closeWindow)

const session = { id: 1 as SessionId, name: 'The causeway', startedAt: 0, notes: '', present: [] }
const svg = '<svg xmlns="http://www.w3.org/2000/svg" role="img" onload="alert(1)"><title>Counters</title><script>alert(1)</script><text>Luck 3</text></svg>'

async function openRecap(answers: Parameters<typeof createFakeBridge>[0] = {}) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ sessions: [session] })),
    'session.recap': () => done({ markdown: '# Ferry: The causeway\n\n## Rolls\n\n3 rolls.\n', plots: [{ title: 'Counters', svg }] }),
    ...answers,
  })
  const shell = await openWindow(bridge)
  shell.table?.campaign.sessions.showRecap(session)
  await settled()
  const dialog = within(screen.getByRole('dialog', { name: 'Recap of The causeway' }))
  await vi.waitFor(() => expect(dialog.queryAllByRole('heading').length + dialog.queryAllByRole('alert').length).toBeGreaterThan(1))
  return { bridge, dialog }
}

describe('the recap of a session', () => {
  it('is read before it is saved, its pictures without anything that runs', async () => {
    const { bridge, dialog } = await openRecap()
    expect(bridge.asked('session.recap')).toEqual([{ id: 1 }])
    expect(dialog.getByRole('heading', { name: 'Rolls' })).toBeDefined()
    const picture = await vi.waitFor(() => dialog.getByText('Luck 3'))
    expect(picture.closest('svg')?.outerHTML).not.toMatch(/script|onload/)
    expect(bridge.asked('session.saveRecap')).toEqual([])
  })

  it('is saved with its pictures or without, and says where', async () => {
    const { bridge, dialog } = await openRecap({ 'session.saveRecap': () => done('/home/gm/The causeway.md') })
    await click(dialog.getByRole('button', { name: 'Save…' }))
    expect(dialog.getByRole('status').textContent).toBe('Saved as /home/gm/The causeway.md')
    await click(dialog.getByRole('checkbox', { name: /With pictures/ }))
    await vi.waitFor(() => expect(dialog.queryByText('Luck 3')).toBeNull())
    await click(dialog.getByRole('button', { name: 'Save…' }))
    expect(bridge.asked('session.saveRecap')).toEqual([{ id: 1, plots: true }, { id: 1, plots: false }])
  })

  it('is copied as Markdown, and says when that was refused', async () => {
    const { dialog } = await openRecap()
    const copied: string[] = []
    document.execCommand = () => copied.push((document.activeElement as HTMLTextAreaElement).value) === 1
    await click(dialog.getByRole('button', { name: 'Copy' }))
    expect(copied).toEqual(['# Ferry: The causeway\n\n## Rolls\n\n3 rolls.\n'])
    expect(dialog.getByRole('status').textContent).toBe('Copied as Markdown')
    await click(dialog.getByRole('button', { name: 'Copy' }))
    expect(dialog.getByRole('alert').textContent).toContain('could not be copied')
  })

  it('shows a refusal, and nothing to save where there is no recap', async () => {
    const { dialog } = await openRecap({ 'session.saveRecap': () => failed('There is a file already.') })
    await click(dialog.getByRole('button', { name: 'Save…' }))
    expect(dialog.getByRole('alert').textContent).toBe('There is a file already.')
    await closeWindow()
    const { dialog: other } = await openRecap({ 'session.recap': () => failed('That session is not there any more.') })
    expect(other.getByRole('alert').textContent).toBe('That session is not there any more.')
    expect((other.getByRole('button', { name: 'Save…' }) as HTMLButtonElement).disabled).toBe(true)
  })
})
