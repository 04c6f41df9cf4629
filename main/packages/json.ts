/** A value of JSON text. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

const depthLimit = 8
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads JSON that a stranger wrote. Besides what isn't JSON, it refuses what `JSON.parse` lets pass:
 * two keys of the same name, keys that reach for a prototype, and deep nesting.
 */
export function parseStrictJson(text: string): ParsedJson {
  const reader = createReader(text)
  try {
    const value = reader.value(0)
    reader.end()
    return { ok: true, value }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message }
    throw error
  }
}

/** Leaves the reader from any depth; never leaves this file. */
class Unreadable extends Error {}

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const word = /true|false|null/y

function createReader(text: string) {
  let at = 0

  const refuse = (message: string): never => {
    const before = text.slice(0, at)
    throw new Unreadable(`${message} (line ${before.split('\n').length})`)
  }
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const skip = (sign: string): boolean => {
    take(space)
    if (text[at] !== sign) return false
    at += 1
    return true
  }

  function value(depth: number): Json {
    if (depth > depthLimit) refuse(`nested deeper than ${depthLimit} levels`)
    if (skip('{')) return object(depth)
    if (skip('[')) return list(depth)
    const token = take(string) ?? take(number) ?? take(word)
    return token === undefined ? refuse(at < text.length ? 'not valid JSON' : 'ends in the middle') : (JSON.parse(token) as Json)
  }

  function object(depth: number): Json {
    const entries: Record<string, Json> = {}
    if (skip('}')) return entries
    do {
      take(space)
      const token = take(string) ?? refuse('not valid JSON: a key in double quotes was expected')
      const key = JSON.parse(token) as string
      if (forbiddenKeys.has(key)) refuse(`the key "${key}" is not allowed`)
      if (Object.hasOwn(entries, key)) refuse(`the key ${token} stands there twice`)
      if (!skip(':')) refuse(`not valid JSON: a colon was expected after ${token}`)
      entries[key] = value(depth + 1)
    } while (skip(','))
    return skip('}') ? entries : refuse('not valid JSON: a comma or } was expected')
  }

  function list(depth: number): Json {
    const values: Json[] = []
    if (skip(']')) return values
    do values.push(value(depth + 1))
    while (skip(','))
    return skip(']') ? values : refuse('not valid JSON: a comma or ] was expected')
  }

  function end(): void {
    take(space)
    if (at < text.length) refuse('something follows the JSON')
  }

  return { value, end }
}
