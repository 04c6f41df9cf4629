import semver from 'semver'
import { z } from 'zod'
import { parseStrictJson } from './json.ts'
import { version } from './manifest.ts'
import { decodeText } from './text.ts'
import { appVersion } from './version.ts'

/** A version of a system as an index lists it. */
export interface Listed {
  readonly id: string
  readonly version: string
  /** Where its package lies, relative to the index. */
  readonly address: string
  /** Of the package's file, in hex. */
  readonly sha256: string
}

export type ReadIndex = { readonly ok: true; readonly listed: Listed } | { readonly ok: false; readonly message: string }

/** The largest index.json that is looked at, in bytes. */
export const indexLimitBytes = 256 * 1024

const shape = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/),
  versions: z
    .array(z.strictObject({ version, address: z.string().min(1).max(2_000), sha256: z.string().regex(/^[0-9a-f]{64}$/), compatibility: z.strictObject({ minimum: version, verified: version, maximum: version.optional() }) }))
    .min(1)
    .max(1_000),
})

/** Reads an index that a stranger wrote, and chooses its newest version that goes with this app. */
export function readIndex(bytes: Uint8Array, app: string = appVersion): ReadIndex {
  const text = decodeText('index.json', bytes, indexLimitBytes)
  if (!text.ok) return text
  const json = parseStrictJson(text.text)
  if (!json.ok) return refuse(`There is neither a package nor an index of one: ${json.message}.`)
  const parsed = shape.safeParse(json.value)
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? ''
    return refuse(`index.json can’t be used: ${at === '' ? 'it must hold an id and versions' : `"${at}" is missing or wrong`}.`)
  }
  const { id, versions } = parsed.data
  const fitting = versions.filter(({ compatibility: { minimum, maximum } }) => semver.gte(app, minimum) && (maximum === undefined || semver.lte(app, maximum)))
  const newest = (list: typeof versions) => list.toSorted((a, b) => semver.rcompare(a.version, b.version))[0]
  const found = newest(fitting.filter((each) => semver.prerelease(each.version) === null)) ?? newest(fitting)
  if (found) return { ok: true, listed: { id, version: found.version, address: found.address, sha256: found.sha256 } }
  const last = newest(versions)
  const { minimum = '', maximum } = last?.compatibility ?? {}
  return refuse(`No version of "${id}" goes with Tollkeeper ${app}: ${last?.version ?? ''} is for ${minimum}${maximum === undefined ? ' or later' : ` to ${maximum}`}.`)
}

const refuse = (message: string) => ({ ok: false, message }) as const
