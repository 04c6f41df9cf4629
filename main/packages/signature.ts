import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { parseStrictJson } from './json.ts'
import { decodeText } from './text.ts'

/** The largest signature.json that is looked at, in bytes. */
export const signatureLimitBytes = 4 * 1024

/** `key` is the signer's ed25519 key: 32 bytes in base64. */
export type ReadSignature = { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string }

const base64Of = (bytes: number) => z.string().refine((text) => Buffer.from(text, 'base64').length === bytes && Buffer.from(text, 'base64').toString('base64') === text)
const shape = z.strictObject({ key: base64Of(32), signature: base64Of(64) })

/** Checks that a package's text of hashes was signed by the key that its signature.json names. */
export function readSignature(bytes: Uint8Array, signed: string): ReadSignature {
  const text = decodeText('signature.json', bytes, signatureLimitBytes)
  if (!text.ok) return text
  const json = parseStrictJson(text.text)
  if (!json.ok) return refuse(`signature.json: ${json.message}.`)
  const parsed = shape.safeParse(json.value)
  if (!parsed.success) return refuse('signature.json must hold an ed25519 key and a signature, both in base64.')
  const { key, signature } = parsed.data
  const x = Buffer.from(key, 'base64').toString('base64url')
  try {
    const isSigned = verify(null, Buffer.from(signed), createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), Buffer.from(signature, 'base64'))
    return isSigned ? { ok: true, key } : refuse('The signature is wrong: the package was changed after it was signed, or another key signed it.')
  } catch {
    return refuse('signature.json holds a key that is none.')
  }
}

/** The text of signature.json for a package's text of hashes. Throws where the key isn't an ed25519 one. */
export function writeSignature(signed: string, key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return `${JSON.stringify({ key: Buffer.from(x, 'base64url').toString('base64'), signature: sign(null, Buffer.from(signed), key).toString('base64') })}\n`
}

const refuse = (message: string) => ({ ok: false, message }) as const
