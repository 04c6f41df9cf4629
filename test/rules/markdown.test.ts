import { Marked } from 'marked'
import { expect, it } from 'vitest'
import { escapeMarkdown, tableToMarkdown } from '../../main/rules/markdown.ts'

const marked = new Marked({ gfm: true })

it.each(['*bold* _it_ ~~gone~~', '[a](http://x.y) ![p](q)', '<img src=x onerror=y>', '| cell |', '# head', '`code` \\', '&lt;b&gt;', '[[Hob]] $x$ ==m== %%c%% ^b', 'www.x.org, mailto me@x.org', 'a\n\n- b'])('shows %j as it is', (text) => {
  const html = marked.parse(`x ${escapeMarkdown(text)}`, { async: false })
  const shown = html.replace(/^<p>x |<\/p>\n$/g, '')
  expect(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(text.replace(/\s+/g, ' '))
})

it('leaves out what turns the reading direction, and half a sign', () => {
  expect(escapeMarkdown('a\u202eb\u0007c\ud800')).toBe('abc\ufffd')
})

it('makes a table with its numbers to the right', () => {
  expect(tableToMarkdown(['Counter', 'To'], [['Luck', 3]])).toEqual(['| Counter | To |', '| --- | ---: |', '| Luck | 3 |'])
})
