/** Texts of others in Markdown. Pure. */

/** A text that Markdown shows as it is, in a line or a cell: no mark-up, link, tag, formula or comment of its own, and no line breaks. */
export const escapeMarkdown = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .replace(/[\\`*_{}[\]<>#|~&$^@]|([%=])(?=\1)|:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')

/** A table; cells are Markdown already. Columns but the first are numbers. */
export const tableToMarkdown = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
