import semver from 'semver'
import { z } from 'zod'
import type { Content } from './content.ts'
import { nameProblem } from './entry-name.ts'
import { parseStrictJson } from './json.ts'
import { mixesAlphabets } from './likeness.ts'
import { decodeText, plainText } from './text.ts'
import { apiVersion, appVersion } from './version.ts'

/** Versions from `minimum` to `maximum`, both among them; tried with `verified`. */
export interface VersionRange {
  readonly minimum: string
  readonly verified: string
  readonly maximum?: string | undefined
}

/** What a package says of itself. */
export interface Manifest {
  /** Lower case, stable, unique: `[a-z][a-z0-9-]{1,39}`. */
  readonly id: string
  readonly name: string
  /** Semantic version, without a leading v or =. */
  readonly version: string
  readonly api: number
  /** Versions of the app. */
  readonly compatibility: VersionRange
  /** Of a content pack, which has no rules: the system that it is for, and its versions. */
  readonly system?: (VersionRange & { readonly id: string }) | undefined
  readonly license: string
  readonly authors: readonly string[]
  readonly description: string
  readonly homepage?: string | undefined
  /** Counts up whenever stored sheets need a migration. Of a content pack: the one of its system that its sheets are written for. */
  readonly dataVersion: number
}

/** What a content pack says of itself. */
export type PackManifest = Manifest & { readonly system: NonNullable<Manifest['system']> }

export const isPack = (manifest: Manifest): manifest is PackManifest => manifest.system !== undefined

export type ParsedManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly message: string }

/** The largest manifest.json that is looked at, in bytes. */
export const manifestLimitBytes = 64 * 1024

/**
 * Checks a manifest that a stranger wrote: its bytes, its JSON, each value, and whether it goes with
 * this version of the app. The message says what is wrong and what was expected.
 */
export function parseManifest(bytes: Uint8Array, app: string = appVersion): ParsedManifest {
  const text = decodeText('manifest.json', bytes, manifestLimitBytes)
  if (!text.ok) return refuse(text.message)
  const json = parseStrictJson(text.text)
  if (!json.ok) return refuse(`manifest.json: ${json.message}.`)
  const parsed = manifestSchema.safeParse(json.value)
  if (!parsed.success) return refuse(`manifest.json: ${describe(parsed.error, json.value)}.`)
  const misfit = whyUnfit(parsed.data, app)
  return misfit === undefined ? { ok: true, manifest: parsed.data } : refuse(misfit)
}

const refuse = (message: string) => ({ ok: false, message }) as const

/** A version as its author writes it, without a leading v or =. */
export const version = z
  .string('must be a version such as 1.2.3')
  .max(64, 'must be at most 64 characters long')
  .refine((text) => semver.valid(text) !== null && !/^[v=\s]|\s$/.test(text), 'must be a version such as 1.2.3')

const homepage = plainText(500).refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an address that begins with https://')

const id = z
  .string('must be a text')
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be 2 to 40 lower-case letters, digits and hyphens, a letter first')
  .refine((text) => nameProblem(text) === undefined && !(text in {}), 'must be no word that Windows or JavaScript keeps for itself')

const range = { minimum: version, verified: version, maximum: version.optional() }

const manifestSchema = z.strictObject({
  id,
  name: plainText(80).refine((text) => !mixesAlphabets(text), 'must not mix alphabets within a word'),
  version,
  api: z.literal(apiVersion, `must be ${apiVersion}: this app offers no other plugin API`),
  compatibility: z.strictObject(range, 'must hold minimum and verified'),
  system: z.strictObject({ id, ...range }, 'must hold id, minimum and verified').optional(),
  license: plainText(80),
  authors: z.array(plainText(80), 'must be a list of names').min(1, 'must name somebody').max(50, 'must hold at most 50 names'),
  description: plainText(500),
  homepage: homepage.optional(),
  dataVersion: z.int('must be a whole number').min(1, 'must be 1 or more').max(10_000, 'must be at most 10000'),
})

function describe(error: z.ZodError, json: unknown): string {
  const [issue] = error.issues
  if (issue === undefined) return 'not a manifest'
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => [...issue.path, key].join('.'))
    return `there is no entry ${JSON.stringify(keys[0])} in a manifest`
  }
  if (path === 'api' && typeof (json as { api?: unknown }).api === 'number') return `"api" is ${String((json as { api: number }).api)}; this app offers plugin API ${apiVersion} alone`
  if (path === '') return 'must be an object with id, name, version and so on'
  const found = issue.path.reduce<unknown>((at, key) => (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key], json)
  return found === undefined ? `"${path}" is missing: it ${issue.message}` : `"${path}" ${issue.message}`
}

/** Why a package can't be used with this app, or undefined when it can. */
function whyUnfit({ name, compatibility, system }: Manifest, app: string): string | undefined {
  const wrong = whyContradictory('compatibility', compatibility) ?? (system && whyContradictory('system', system))
  if (wrong !== undefined) return wrong
  const { minimum, maximum } = compatibility
  if (semver.gt(minimum, app)) return `${name} needs Tollkeeper ${minimum} or later; this is ${app}.`
  if (maximum !== undefined && semver.lt(maximum, app)) return `${name} works up to Tollkeeper ${maximum}; this is ${app}.`
  return undefined
}

function whyContradictory(entry: string, { minimum, verified, maximum }: VersionRange): string | undefined {
  if (semver.gt(minimum, verified)) return `manifest.json: "${entry}.verified" ${verified} is older than "minimum" ${minimum}.`
  return maximum !== undefined && semver.gt(verified, maximum) ? `manifest.json: "${entry}.maximum" ${maximum} is older than "verified" ${verified}.` : undefined
}

/** Why a content pack doesn't go with a version of its system, or undefined when it does. */
export function whyNotFor({ name, system }: PackManifest, { name: title, version }: Manifest): string | undefined {
  const { minimum, maximum } = system
  const fits = semver.gte(version, minimum) && (maximum === undefined || semver.lte(version, maximum))
  return fits ? undefined : `${name} is for ${title} ${minimum} ${maximum === undefined ? 'or later' : `to ${maximum}`}; this is ${version}.`
}

/** Why the sheets that a package brings are none of a system's, or undefined when they are, or it brings none. */
export function whyOtherSheets({ name, dataVersion }: Manifest, { characters, creatures }: Pick<Content, 'characters' | 'creatures'>, system: Manifest): string | undefined {
  if (dataVersion === system.dataVersion || characters.length + creatures.length === 0) return undefined
  return `${name} holds sheets of data version ${dataVersion}; ${system.name} ${system.version} is at ${system.dataVersion}.`
}
