/** The characters and creatures that a package brings along, as its author wrote them. */
import { z } from 'zod'
import type { CharacterKind, Field, Value } from '../../plugins/api/index.ts'
import type { ReadFile } from './archive.ts'
import { parseStrictJson } from './json.ts'
import { decodeText, plainText } from './text.ts'

/** A ready character. Its values are not yet held against the system's declarations. */
export interface Sample {
  readonly name: string
  readonly kind: CharacterKind
  /** Input for the system's NPC builder; only an NPC has any. */
  readonly build?: Readonly<Record<string, number | string | boolean>> | undefined
  /** By stat id. Where a stat was built too, this value counts. */
  readonly stats: Readonly<Record<string, Value>>
  /** One line about who or what it is. It becomes the text stat `notes` where the system declares that. */
  readonly notes?: string | undefined
}

/** What the sheet of a sample is made from: what was built, then the notes, then its own values. */
export function statsOfSample({ stats, notes }: Sample, declared: readonly Field[], built: Readonly<Record<string, Value>> = {}): Readonly<Record<string, Value>> {
  const noted = notes !== undefined && declared.some(({ id, type }) => id === 'notes' && type === 'text')
  return { ...built, ...(noted && { notes }), ...stats }
}

export interface Content {
  /** Of content/characters.json. */
  readonly characters: readonly Sample[]
  /** Of content/creatures.json. */
  readonly creatures: readonly Sample[]
}

export type ReadContent = { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly message: string }
export type ParsedSamples = { readonly ok: true; readonly samples: readonly Sample[] } | { readonly ok: false; readonly message: string }

/** Where each part of the content lies in a package. */
export const contentFiles = { characters: 'content/characters.json', creatures: 'content/creatures.json' } as const

/** What a file of samples may weigh. */
export const contentLimits = { bytes: 1024 * 1024, samples: 500 } as const

/** Reads the content of a package through `read`; a file that isn't there holds nothing. */
export async function readContent(read: (name: string, limitBytes: number) => Promise<ReadFile>): Promise<ReadContent> {
  const characters = await readSamples(read, contentFiles.characters)
  if (!characters.ok) return characters
  const creatures = await readSamples(read, contentFiles.creatures)
  if (!creatures.ok) return creatures
  return { ok: true, content: { characters: characters.samples, creatures: creatures.samples } }
}

async function readSamples(read: (name: string, limitBytes: number) => Promise<ReadFile>, file: string): Promise<ParsedSamples> {
  const found = await read(file, contentLimits.bytes)
  if (found.ok) return parseSamples(file, found.bytes)
  return found.missing ? { ok: true, samples: [] } : found
}

/** Checks a file of samples that a stranger wrote. The message names the row and the entry that is wrong. */
export function parseSamples(file: string, bytes: Uint8Array): ParsedSamples {
  const text = decodeText(file, bytes, contentLimits.bytes)
  if (!text.ok) return text
  const json = parseStrictJson(text.text)
  if (!json.ok) return refuse(`${file}: ${json.message}.`)
  const parsed = samplesShape.safeParse(json.value)
  if (!parsed.success) return refuse(`${file}: ${describe(parsed.error, json.value)}.`)
  const names = parsed.data.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? { ok: true, samples: parsed.data } : refuse(`${file}: the name ${JSON.stringify(twice)} stands there twice.`)
}

const refuse = (message: string) => ({ ok: false, message }) as const

const id = z.string().regex(/^[a-z][A-Za-z0-9]{0,59}$/)
const whole = z.custom<number>((value) => Number.isSafeInteger(value))
const plain = z.union([z.boolean(), whole, z.string().max(2_000)], 'must be a whole number, a text of at most 2000 characters, or true or false')
const byId = 'must hold values by the id of a field, such as "level": lower-case first letter, then letters and digits'
const few = <T>(record: Readonly<Record<string, T>>): boolean => Object.keys(record).length <= 300
const cells = z.record(id, plain, byId).refine(few, 'must hold at most 300 entries')
const rows = z.array(cells).max(500, 'must hold at most 500 rows')
const value = z.union([plain, rows], 'must be a whole number, a text of at most 2000 characters, true or false, or rows of these')

const samplesShape = z
  .array(
    z
      .strictObject({
        name: plainText(80),
        kind: z.enum(['pc', 'npc'], 'must be "pc" or "npc"'),
        build: cells.optional(),
        stats: z.record(id, value, byId).refine(few, 'must hold at most 300 entries').default({}),
        notes: plainText(500).optional(),
      })
      .refine(({ kind, build }) => kind === 'npc' || build === undefined, { path: ['build'], message: 'is for NPCs alone' }),
    'must be a list of characters',
  )
  .max(contentLimits.samples, `must hold at most ${contentLimits.samples} characters`)

/** The first problem, with the row by its place and, where it can be read, its name. */
function describe(error: z.ZodError, json: unknown): string {
  const [issue] = error.issues
  const [index, ...path] = issue?.path ?? []
  if (issue === undefined || typeof index !== 'number') return issue?.message ?? 'not a list of characters'
  const row: unknown = Array.isArray(json) ? json[index] : undefined
  const name: unknown = typeof row === 'object' && row !== null && 'name' in row ? row.name : undefined
  const where = `row ${index + 1}${typeof name === 'string' ? ` (${JSON.stringify(name.slice(0, 80))})` : ''}`
  if (issue.code === 'unrecognized_keys') return `${where}: there is no entry ${JSON.stringify(issue.keys[0])} here`
  return path.length === 0 ? `${where} must be an object with name, kind and stats` : `${where}: "${path.join('.')}" ${issue.message}`
}
