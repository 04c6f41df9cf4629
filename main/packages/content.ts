/** What a package brings along besides rules, as its author wrote it. */
import { z } from 'zod'
import type { CharacterKind, Condition, Field, Value } from '../../plugins/api/index.ts'
import { loopOf, parseTable, type RandomTable } from '../rules/tables.ts'
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

/** A random table, its lines as they are typed. */
export interface TableSample {
  readonly name: string
  readonly lines: readonly string[]
}

export interface Content {
  /** Of content/characters.json. */
  readonly characters: readonly Sample[]
  /** Of content/creatures.json. */
  readonly creatures: readonly Sample[]
  /** Of content/tables.json. */
  readonly tables: readonly TableSample[]
  /** Of content/conditions.json. */
  readonly conditions: readonly Condition[]
}

export type ContentPart = keyof Content

export type ReadContent = { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly message: string }
export type ParsedContent<P extends ContentPart> = { readonly ok: true; readonly rows: Content[P] } | { readonly ok: false; readonly message: string }

/** Where each part of the content lies in a package. */
export const contentFiles = { characters: 'content/characters.json', creatures: 'content/creatures.json', tables: 'content/tables.json', conditions: 'content/conditions.json' } as const

/** What a file of content may weigh, and how many rows it may have. */
export const contentLimits = { bytes: 1024 * 1024, samples: 500, tables: 200, lines: 2_001, conditions: 100 } as const

/** How much there is of each part. */
export type ContentCounts = Readonly<Record<ContentPart, number>>

export const countContent = ({ characters, creatures, tables, conditions }: Content): ContentCounts => ({ characters: characters.length, creatures: creatures.length, tables: tables.length, conditions: conditions.length })

/** Reads the content of a package through `read`; a file that isn't there holds nothing. */
export async function readContent(read: (name: string, limitBytes: number) => Promise<ReadFile>): Promise<ReadContent> {
  const partOf = async <P extends ContentPart>(part: P): Promise<ParsedContent<P>> => {
    const found = await read(contentFiles[part], contentLimits.bytes)
    return found.ok ? parseContent(part, found.bytes) : found.missing ? { ok: true, rows: [] } : found
  }
  const characters = await partOf('characters')
  if (!characters.ok) return characters
  const creatures = await partOf('creatures')
  if (!creatures.ok) return creatures
  const tables = await partOf('tables')
  if (!tables.ok) return tables
  const conditions = await partOf('conditions')
  return conditions.ok ? { ok: true, content: { characters: characters.rows, creatures: creatures.rows, tables: tables.rows, conditions: conditions.rows } } : conditions
}

/** Checks a file of content that a stranger wrote. The message names the file, the row and the entry that is wrong. */
export function parseContent<P extends ContentPart>(part: P, bytes: Uint8Array): ParsedContent<P> {
  const file = contentFiles[part]
  const text = decodeText(file, bytes, contentLimits.bytes)
  if (!text.ok) return text
  const json = parseStrictJson(text.text)
  if (!json.ok) return refuse(`${file}: ${json.message}.`)
  const parsed = shapes[part].safeParse(json.value)
  if (!parsed.success) return refuse(`${file}: ${describe(parsed.error, json.value)}.`)
  const rows: Content[P] = parsed.data
  const keys = rows.map((row) => ('id' in row ? row.id : row.name))
  const twice = keys.find((key, index) => keys.findIndex((each) => each.toLowerCase() === key.toLowerCase()) !== index)
  if (twice !== undefined) return refuse(`${file}: the ${part === 'conditions' ? 'id' : 'name'} ${JSON.stringify(twice)} stands there twice.`)
  const unread = part === 'tables' ? whyUnreadable(rows as Content['tables']) : undefined
  return unread === undefined ? { ok: true, rows } : refuse(`${file}: ${unread}`)
}

/** Why a package's random tables can't be rolled on, or undefined when they can. They may lead to one another alone. */
function whyUnreadable(tables: readonly TableSample[]): string | undefined {
  const read = new Map<string, RandomTable>()
  for (const { name, lines } of tables) {
    const parsed = parseTable(lines.join('\n'))
    if (!parsed.ok) return `${JSON.stringify(name)}, line ${parsed.line}: ${parsed.message}`
    read.set(name.toLowerCase(), parsed.table)
  }
  for (const { name } of tables) {
    const stranger = read.get(name.toLowerCase())?.calls.find((call) => !read.has(call.toLowerCase()))
    if (stranger !== undefined) return `${JSON.stringify(name)} rolls on "${stranger}", which is not among these tables.`
    const loop = loopOf(name, read)
    if (loop) return `${JSON.stringify(name)} would roll on itself: ${loop.join(' → ')}.`
  }
  return undefined
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

const tablesShape = z
  .array(
    z.strictObject({
      name: plainText(80).refine((text) => !/[[\]]/.test(text), 'must not hold square brackets'),
      lines: z.array(plainText(500), 'must be a list of lines').min(1, 'must hold a line at least').max(contentLimits.lines, `must hold at most ${contentLimits.lines} lines`),
    }),
    'must be a list of tables',
  )
  .max(contentLimits.tables, `must hold at most ${contentLimits.tables} tables`)

const conditionsShape = z
  .array(
    z.strictObject({
      id: z.string('must be a text').regex(/^[a-z][A-Za-z0-9-]{0,59}$/, 'must be letters, digits and hyphens, a small letter first'),
      label: plainText(80),
      help: plainText(500).optional(),
      tone: z.enum(['boon', 'bane', 'plain'], 'must be "boon", "bane" or "plain"'),
    }).transform(({ help, ...condition }): Condition => ({ ...condition, ...(help !== undefined && { help }) })),
    'must be a list of conditions',
  )
  .max(contentLimits.conditions, `must hold at most ${contentLimits.conditions} conditions`)

const shapes: { readonly [P in ContentPart]: z.ZodType<Content[P]> } = { characters: samplesShape, creatures: samplesShape, tables: tablesShape, conditions: conditionsShape }

/** The first problem, with the row by its place and, where it can be read, its name. */
function describe(error: z.ZodError, json: unknown): string {
  const [issue] = error.issues
  const [index, ...path] = issue?.path ?? []
  if (issue === undefined || typeof index !== 'number') return issue?.message ?? 'not a list'
  const row: unknown = Array.isArray(json) ? json[index] : undefined
  const { name, label = name }: { readonly name?: unknown; readonly label?: unknown } = typeof row === 'object' && row !== null ? row : {}
  const where = `row ${index + 1}${typeof label === 'string' ? ` (${JSON.stringify(label.slice(0, 80))})` : ''}`
  if (issue.code === 'unrecognized_keys') return `${where}: there is no entry ${JSON.stringify(issue.keys[0])} here`
  return path.length === 0 ? `${where} must be an object` : `${where}: "${path.join('.')}" ${issue.message}`
}
