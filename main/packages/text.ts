import { z } from 'zod'

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** The text of a JSON file that a stranger wrote: plain UTF-8 of at most `limitBytes`. */
export function decodeText(file: string, bytes: Uint8Array, limitBytes: number): Decoded {
  if (bytes.length > limitBytes) return refuse(`${file} is ${bytes.length} bytes long; at most ${limitBytes} are read.`)
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return refuse(`${file} starts with a byte order mark; plain UTF-8 was expected.`)
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]) || bytes.includes(0)) {
    return refuse(`${file} is UTF-16 or holds NUL bytes; plain UTF-8 was expected.`)
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return refuse(`${file} is no valid UTF-8.`)
  }
}

const refuse = (message: string) => ({ ok: false, message }) as const

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)

/** Control characters, text direction overrides, and characters that take no room. */
const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]/u

/** One line that shows what it says. */
export const plainText = (longest: number) =>
  z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(longest, `must be at most ${longest} characters long`)
    .refine((text) => !deceptive.test(text), 'must not hold control, invisible or direction characters')
    .refine((text) => text.trim() === text, 'must not begin or end with a space')
