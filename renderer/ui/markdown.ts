/**
 * Markdown as nodes that are safe to show, whoever wrote it: no HTML of its own, no styles, no forms, no
 * pictures, and links only as text with their address. Loaded when the first notes are shown.
 */
import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import type { Tokens } from 'marked'

/** What a rendered `[[Name]]` carries the name in. */
export const nameAttribute = 'data-name'

const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ALLOWED_ATTR: ['start', 'align', nameAttribute],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escape(text),
    // A dialog's title is a heading of the second level.
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      const address = escape(href)
      return words === address ? `<span>${words}</span>` : `<span>${words} (${address})</span>`
    },
    image: ({ href, text }) => `<span>${escape(text || 'picture')} (${escape(href)})</span>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
  extensions: [
    {
      name: 'character',
      level: 'inline',
      start: (text) => text.indexOf('[['),
      tokenizer(text) {
        const [raw, name] = /^\[\[([^[\]\n]{1,200})\]\]/.exec(text) ?? []
        return raw === undefined || name === undefined ? undefined : { type: 'character', raw, text: name.trim() }
      },
      renderer: ({ text }: Tokens.Generic) => `<span ${nameAttribute}="${escape(String(text))}">${escape(String(text))}</span>`,
    },
  ],
})

export function renderMarkdown(text: string): DocumentFragment {
  return DOMPurify.sanitize(marked.parse(text, { async: false }), { ...allowed, ALLOWED_TAGS: [...allowed.ALLOWED_TAGS], ALLOWED_ATTR: [...allowed.ALLOWED_ATTR] })
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
