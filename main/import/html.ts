/** Rich text of other tools as Markdown: what can be read of it, without its markup. */

const markup = /<\/?(?:p|br|div|span|strong|em|b|i|u|ul|ol|li|h[1-6]|a|img|table|tr|td|section|blockquote|hr)\b[^<>]{0,2000}>/i
const entities: ReadonlyMap<string, string> = new Map(Object.entries({ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', ndash: '–', mdash: '—', hellip: '…' }))

/** A text without markup stays as it is. */
export function htmlToMarkdown(text: string): string {
  if (!markup.test(text)) return text
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replace(/<(script|style)\b[^<>]{0,2000}>[^<]*<\/\1>/gi, '')
    .replace(/<li\b[^<>]{0,2000}>/gi, '\n- ')
    .replace(/<h[1-6]\b[^<>]{0,2000}>/gi, '\n\n### ')
    .replace(/<\/?(?:strong|b)>/gi, '**')
    .replace(/<\/?(?:em|i)>/gi, '*')
    .replace(/<br\b[^<>]{0,2000}>/gi, '\n')
    .replace(/<\/?(?:p|div|ul|ol|tr|table|section|blockquote|h[1-6]|hr)\b[^<>]{0,2000}>/gi, '\n\n')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '')
    .replace(/&(?:#(\d{1,7})|([a-z]{2,6}));/gi, (whole, code: string | undefined, name: string | undefined) => (code !== undefined ? fromCode(Number(code)) : entities.get(name ?? '')) ?? whole)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const fromCode = (code: number): string | undefined => (code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined)
