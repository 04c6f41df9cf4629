/** Texts of other tools, made fit to keep: well formed, without control characters, of a sane length. */

/** Told what was repaired, in words. */
export type Mend = (what: string) => void

const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A text of several lines, of at most `limit` characters. `where` names it when it is cut. */
export function cleanText(text: string, limit: number, where: string, mend: Mend): string {
  return cut(text.replace(/\r\n?/g, '\n').replace(control, '').toWellFormed(), limit, where, mend)
}

/** A text of one line, without space around it. */
export function cleanLine(text: string, limit: number, where: string, mend: Mend): string {
  const line = text.replace(/[\t\r\n]+/g, ' ').replace(control, '').toWellFormed().trim()
  return cut(line, limit, where, mend).trimEnd()
}

/** A long text as it is shown in a message. */
export const shorten = (text: string): string => (text.length <= 60 ? text : `${halve(text, 57)}...`)

function cut(text: string, limit: number, where: string, mend: Mend): string {
  if (text.length <= limit) return text
  mend(`${where} was longer than ${limit} characters and was cut`)
  return halve(text, limit)
}

/** Never between the halves of one sign. */
function halve(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit)
}
