import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { CampaignView, Session, SessionId } from '../../preload/contract.ts'
import { nameAttribute, renderMarkdown } from '../../renderer/ui/markdown.ts'
import { character, createFakeBridge, done, failed, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, settled, type } from './open-window.ts'

afterEach(closeWindow)

const session = (id: number, name: string, rest: Partial<Session> = {}): Session => ({ id: id as SessionId, name, startedAt: Date.UTC(2026, 0, 5, 19), notes: '', present: [], ...rest })
const ended = Date.UTC(2026, 0, 5, 23)

async function openCampaign(rest: Partial<CampaignView> = {}, answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)), ...answers })
  await openWindow(bridge)
  return bridge
}
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const menu = async (opener: string, item: string) => {
  await click(button(opener))
  await click(screen.getByRole('menuitem', { name: item, hidden: true }))
}
const html = (text: string): string => {
  const box = document.createElement('div')
  box.append(renderMarkdown(text))
  return box.innerHTML.trim()
}

test('a session is started from the bar, and the focus stays there', async () => {
  const bridge = await openCampaign()
  button('Start session').focus()
  await click(button('Start session'))
  bridge.send('session.changed', [session(1, 'Session 1')])
  await settled()
  expect(bridge.asked('session.start')).toEqual([{}])
  expect(document.activeElement).toBe(button('Session: Session 1'))
  await menu('Session: Session 1', 'End session')
  bridge.send('session.changed', [session(1, 'Session 1', { endedAt: ended })])
  await settled()
  expect(bridge.asked('session.end')).toHaveLength(1)
  expect(document.activeElement).toBe(button('Start session'))
})

test('a session is renamed and noted, a refusal stands beside its field', async () => {
  const bridge = await openCampaign({ sessions: [session(1, 'Session 1')] }, { 'session.update': () => failed('A name is needed.', { problems: [{ side: 0, field: 'name', message: 'A name is needed.' }] }) })
  await menu('Session: Session 1', 'Name and notes')
  const form = dialog('Session 1')
  await type(form.getByRole('textbox', { name: 'Name' }), ' ')
  await click(form.getByRole('button', { name: 'Save session' }))
  expect(form.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true')
  bridge.answer({ 'session.update': () => done(null) })
  await type(form.getByRole('textbox', { name: 'Name' }), 'The causeway')
  await type(form.getByRole('textbox', { name: 'Notes' }), '# Tonight')
  await click(form.getByRole('button', { name: 'Save session' }))
  expect(bridge.asked('session.update').at(-1)).toEqual({ id: 1, name: 'The causeway', notes: '# Tonight' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('notes of a session that are not saved are not dropped by one key', async () => {
  await openCampaign({ sessions: [session(1, 'Session 1')] })
  await menu('Session: Session 1', 'Name and notes')
  await type(dialog('Session 1').getByRole('textbox', { name: 'Notes' }), 'Half a thought')
  await click(button('Cancel'))
  expect(screen.getByText('What you changed is not saved.')).toBeTruthy()
  await click(button('Discard changes'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('all sessions are listed with their dates, and lead to their log and notes', async () => {
  const bridge = await openCampaign({ sessions: [session(2, 'The causeway'), session(1, 'The ferry', { endedAt: ended, notes: 'We **crossed**.' })] })
  await menu('Session: The causeway', 'All sessions')
  const rows = dialog('Sessions').getAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('running')
  expect(rows[1]?.textContent).toContain('2026')
  await click(dialog('Sessions').getByRole('button', { name: 'Name and notes of The ferry' }))
  expect(screen.getByRole('dialog', { name: 'The ferry' })).toBeTruthy()
  await click(button('Cancel'))
  await click(dialog('Sessions').getByRole('button', { name: 'Log of The ferry' }))
  expect(bridge.asked('log.read').at(-1)?.filter).toEqual({ session: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a character’s notes are kept with the sheet, and sent only when they changed', async () => {
  const bridge = await openCampaign({}, { 'character.update': () => done(null) })
  await click(button('Sheet of Ysolde Marr'))
  await click(button('Save sheet'))
  expect(bridge.asked('character.update').at(-1)).not.toHaveProperty('notes')
  await click(button('Sheet of Ysolde Marr'))
  await type(screen.getByRole('textbox', { name: 'Your notes' }), 'Owes the *ferryman*.')
  await click(button('Save sheet'))
  expect(bridge.asked('character.update').at(-1)).toMatchObject({ id: 1, notes: 'Owes the *ferryman*.' })
})

test('notes are read as they will stand, and a name in them chooses that character', async () => {
  await openCampaign({ characters: [character(1, 'Ysolde Marr', { notes: 'Fears the [[lantern hound]], not [[Nobody known]].' }), character(2, 'Lantern hound', { kind: 'npc' })] })
  await click(button('Sheet of Ysolde Marr'))
  const sheet = dialog('Ysolde Marr')
  await vi.waitFor(() => expect(sheet.getByText(/^Fears the/)).toBeTruthy())
  expect(sheet.getByText(/^Fears the/).textContent).toBe('Fears the lantern hound, not Nobody known.')
  expect(sheet.queryByRole('button', { name: 'Nobody known' })).toBeNull()
  await click(sheet.getByRole('button', { name: 'lantern hound' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Lantern hound').getAttribute('aria-pressed')).toBe('true')
})

test('Markdown is shown with headings below the dialog’s, lists, tables and code', () => {
  expect(html('# One\n\n###### Six')).toBe('<h3>One</h3><h6>Six</h6>')
  expect(html('3. three\n4. *four*')).toBe('<ol start="3">\n<li>three</li>\n<li><em>four</em></li>\n</ol>')
  expect(html('- [x] done\n- [ ] not')).not.toContain('<input')
  expect(html('| a | b |\n|:-:|--|\n| 1 | 2 |')).toContain('<th align="center">a</th>')
  expect(html('`<b>`')).toBe('<p><code>&lt;b&gt;</code></p>')
})

test('links are words with their address, and nothing in them can be followed', () => {
  expect(html('[the map](https://example.org/map "title")')).toBe('<p><span>the map (https://example.org/map)</span></p>')
  expect(html('https://example.org')).toBe('<p><span>https://example.org</span></p>')
  for (const text of ['[x](javascript:alert(1))', '[x](data:text/html,<script>alert(1)</script>)', '[x]: vbscript:a\n\n[x]', '<https://example.org>', '[**b**](file:///etc/passwd)']) {
    expect(html(text)).not.toMatch(/<a\b|href/i)
  }
})

test('a name in brackets carries nothing but itself', () => {
  expect(html('[[Ysolde Marr]]')).toBe(`<p><span ${nameAttribute}="Ysolde Marr">Ysolde Marr</span></p>`)
  expect(html('[["><img src=x onerror=alert(1)>]]')).not.toMatch(/<img/)
  expect(html('`[[Hob]]`')).toBe('<p><code>[[Hob]]</code></p>')
})

test.each([
  '<script>globalThis.broken = true</script>',
  '<img src="https://example.org/x.png" onerror="globalThis.broken = true">',
  '![alt](https://example.org/x.png)',
  '![alt](data:image/svg+xml;base64,PHN2Zy8+)',
  '<svg onload="globalThis.broken = true"><a href="javascript:1">x</a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror="globalThis.broken = true">',
  '<iframe src="https://example.org"></iframe><object data="x"></object><embed src="x">',
  '<form action="https://example.org"><input name="a"><button>go</button></form>',
  '<style>* { display: none }</style><p style="position: fixed">x</p><link rel="stylesheet" href="x">',
  '<base href="https://example.org"><meta http-equiv="refresh" content="0;url=https://example.org">',
  '<a href="https://example.org" target="_blank">x</a>',
  '<details open ontoggle="globalThis.broken = true">x</details>',
  '<span data-name="Ysolde Marr" id="app" class="panel">x</span>',
  '```<img src=x onerror="globalThis.broken = true">\nx\n```',
  '| a |\n|---|\n| <img src=x onerror="globalThis.broken = true"> |',
  '# <b onclick="globalThis.broken = true">x</b>',
  '<scr<script>ipt>globalThis.broken = true</scr</script>ipt>',
  '<!-- --!><img src=x onerror="globalThis.broken = true">',
  'x'.repeat(50) + '*'.repeat(5000) + '['.repeat(2000),
])('hostile Markdown shows words and nothing else: %s', (text) => {
  const box = document.createElement('div')
  box.append(renderMarkdown(text))
  document.body.append(box)
  const elements = [...box.querySelectorAll('*')]
  expect(elements.map(({ localName }) => localName).filter((name) => !/^(p|br|hr|h[3-6]|strong|em|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|span)$/.test(name))).toEqual([])
  expect(elements.flatMap((element) => element.getAttributeNames()).filter((name) => name !== 'start')).toEqual([])
  expect('broken' in globalThis).toBe(false)
  box.remove()
})

test('a character’s hostile notes are words in the sheet', async () => {
  await openCampaign({ characters: [character(1, 'Ysolde Marr', { notes: '<img src=x onerror="globalThis.broken=true">[here](javascript:alert(1)) <form><button>Delete all</button></form>' })] })
  await click(button('Sheet of Ysolde Marr'))
  const sheet = screen.getByRole('dialog', { name: 'Ysolde Marr' })
  await vi.waitFor(() => expect(sheet.querySelector('.markdown p')).toBeTruthy())
  expect(sheet.querySelector('.markdown :is(img, a, form, button)')).toBeNull()
  expect(sheet.textContent).toContain('here (javascript:alert(1))')
})
