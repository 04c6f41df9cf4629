/**
 * JSON as data that is safe to walk: objects are lists of pairs, so that a key such as `__proto__` is
 * only text and a key that stands there twice is kept twice.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly entries: readonly (readonly [key: string, value: Json])[]
}

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

const depthLimit = 32

export const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The value of the first such key. */
export const get = (object: JsonObject, key: string): Json | undefined => object.entries.find(([name]) => name === key)?.[1]

/** A text with something in it. */
export function textOf(object: JsonObject, key: string): string | undefined {
  const value = get(object, key)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Reads JSON text. Says where it breaks off; refuses deep nesting. */
export function parseJson(text: string): ParsedJson {
  let at = 0
  let problem: string | undefined

  const refuse = (message: string): undefined => {
    if (problem === undefined) problem = `${message} (line ${countLines(text, at)}, character ${at - text.lastIndexOf('\n', at - 1)})`
    return undefined
  }
  const expected = (what: string): undefined => refuse(at >= text.length ? 'it ends in the middle' : `${what} was expected`)
  const sign = (): string | undefined => {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
    return text[at]
  }
  const skip = (wanted: string): boolean => {
    if (sign() !== wanted) return false
    at += 1
    return true
  }

  function value(depth: number): Json | undefined {
    if (depth > depthLimit) return refuse(`nested deeper than ${depthLimit} levels`)
    const first = sign()
    if (first === '{') return object(depth)
    if (first === '[') return list(depth)
    if (first === '"') return string()
    return word()
  }

  function object(depth: number): JsonObject | undefined {
    const entries: (readonly [string, Json])[] = []
    at += 1
    if (skip('}')) return { entries }
    do {
      if (sign() !== '"') return expected('a key in double quotes')
      const key = string()
      if (key === undefined) return undefined
      if (!skip(':')) return expected('a colon')
      const held = value(depth + 1)
      if (held === undefined) return undefined
      entries.push([key, held])
    } while (skip(','))
    return skip('}') ? { entries } : expected('a comma or }')
  }

  function list(depth: number): readonly Json[] | undefined {
    const values: Json[] = []
    at += 1
    if (skip(']')) return values
    do {
      const held = value(depth + 1)
      if (held === undefined) return undefined
      values.push(held)
    } while (skip(','))
    return skip(']') ? values : expected('a comma or ]')
  }

  /** Scanned by hand: a pattern over a text of megabytes runs out of stack. */
  function string(): string | undefined {
    const start = at
    let escaped = false
    for (at += 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < 0x20) return refuse('a line break or control character stands in a text')
      if (escaped) escaped = false
      else if (code === 0x5c) escaped = true
      else if (code === 0x22) {
        at += 1
        return unquote(text.slice(start, at)) ?? refuse('a wrong escape stands in a text')
      }
    }
    return expected('"')
  }

  function word(): Json | undefined {
    const pattern = /(?:-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,400})?|true|false|null)(?![\w.+-])/y
    pattern.lastIndex = at
    const token = pattern.exec(text)?.[0]
    if (token === undefined) {
      if (text.length - at < 6 && /^[\w.+-]*$/.test(text.slice(at))) at = text.length
      return expected('a value')
    }
    at += token.length
    return JSON.parse(token) as Json
  }

  const read = value(0)
  if (read !== undefined && sign() !== undefined) refuse('something follows the end')
  return read === undefined || problem !== undefined ? { ok: false, message: problem ?? 'it is empty' } : { ok: true, value: read }
}

function unquote(token: string): string | undefined {
  try {
    return JSON.parse(token) as string
  } catch {
    return undefined
  }
}

function countLines(text: string, end: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
