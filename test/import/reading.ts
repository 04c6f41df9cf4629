import { readFileSync } from 'node:fs'
import type { ReadImport } from '../../main/import/read.ts'
import { readImport } from '../../main/import/read.ts'

/** What a file holds; throws when it is refused. */
export function valueOf(read: ReturnType<typeof readImport>): ReadImport {
  if (!read.ok) throw new Error(read.message)
  return read.value
}

export const fixture = (file: string): ReadImport => valueOf(readImport(readFileSync(`test/fixtures/import/${file}`), file))

export const readText = (text: string): ReturnType<typeof readImport> => readImport(new TextEncoder().encode(text), 'a file')
export const readJson = (json: unknown): ReturnType<typeof readImport> => readText(JSON.stringify(json))

/** The message of a refusal; empty when the file is read. */
export const refusalOf = (read: ReturnType<typeof readImport>): string => (read.ok ? '' : read.message)
