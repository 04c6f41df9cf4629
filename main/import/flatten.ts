/** Turns a record of any shape into flat fields and lines of notes. */
import type { FieldValue } from './collect.ts'
import { importLimits } from './entry.ts'
import { htmlToMarkdown } from './html.ts'
import type { Json, JsonObject } from './json.ts'
import { get, isList, isObject, textOf } from './json.ts'

export interface Flat {
  readonly fields: readonly (readonly [name: string, value: FieldValue])[]
  /** Lists, and texts that no field holds. */
  readonly lines: readonly string[]
}

/** @param prefix what stands before each name, with its dot. */
export function flatten(record: JsonObject, prefix = ''): Flat {
  const fields: (readonly [string, FieldValue])[] = []
  const lines: string[] = []
  const walk = (object: JsonObject, path: string): void => {
    for (const [key, value] of object.entries) {
      if (value === null || value === '') continue
      if (isObject(value)) walk(value, `${path}${key}.`)
      else if (isList(value)) lines.push(...listToLines(key, value))
      else if (typeof value === 'string' && value.length > importLimits.text) lines.push(toLine(key, value))
      else fields.push([`${path}${key}`, value])
    }
  }
  walk(record, prefix)
  return { fields, lines }
}

/** `**Motive:** Defend the nest`. */
export const toLine = (key: string, text: string): string => `**${labelOf(key)}:** ${htmlToMarkdown(text)}`

/** A list as lines: short plain values in one, records each in its own. */
export function listToLines(key: string, list: readonly Json[]): readonly string[] {
  const shown = list.map(itemToText).filter((text) => text !== '')
  if (shown.length === 0) return []
  return list.some(isObject) ? [`**${labelOf(key)}**\n\n${shown.map((text) => `- ${text.replace(/\n+/g, ' ')}`).join('\n')}`] : [toLine(key, shown.join('; '))]
}

function itemToText(item: Json): string {
  if (item === null) return ''
  if (isList(item)) return item.map(itemToText).filter((text) => text !== '').join(', ')
  if (!isObject(item)) return String(item)
  const range = rangeToText(item)
  if (range !== undefined) return range
  const named = ['name', 'Name', 'label'].find((key) => textOf(item, key) !== undefined)
  const rest = item.entries.filter(([key, value]) => key !== named && value !== null && value !== '')
  const told = rest.map(([key, value]) => (rest.length === 1 || prose.test(key) ? itemToText(value) : `${key} ${itemToText(value)}`)).join(', ')
  return named === undefined ? told : `**${textOf(item, named) ?? ''}** ${htmlToMarkdown(told)}`.trim()
}

const prose = /^(content|description|desc|text|entry|effect)$/i

/** One line of a table. A range that ends in 0 ends in 100, as on two ten-sided dice. */
function rangeToText(item: JsonObject): string | undefined {
  const [start, end, entry] = [get(item, 'start'), get(item, 'end'), textOf(item, 'entry')]
  if (typeof start !== 'number' || typeof end !== 'number' || entry === undefined) return undefined
  const [from, to] = [start === 0 && end === 0 ? 100 : start, end === 0 ? 100 : end]
  return `${from === to ? from : `${from} to ${to}`}: ${entry}`
}

const labelOf = (key: string): string => {
  const words = key.replace(/_+/g, ' ').replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/[\\*`[\]<>]/g, '\\$&')
}
