import type { RefusedImport } from './entry.ts'
import { refuse } from './entry.ts'
import type { Mend } from './clean.ts'

export type Decoded = { readonly ok: true; readonly text: string } | RefusedImport

/** The text of a file: by its byte order mark, else UTF-8, else Windows-1252, which fits any bytes. */
export function decode(bytes: Uint8Array, mend: Mend): Decoded {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return decodeWide(bytes.subarray(2), 'UTF-16 LE', mend)
  if (first === 0xfe && second === 0xff) return decodeWide(swapPairs(bytes.subarray(2)), 'UTF-16 BE', mend)
  const marked = first === 0xef && second === 0xbb && third === 0xbf
  if (marked) mend('The byte order mark was dropped')
  const decoded = decodeNarrow(marked ? bytes.subarray(3) : bytes, mend)
  if (decoded.ok && decoded.text.includes('\0')) return refuse('The file is no text.', 'Choose a JSON, CSV or Markdown file.')
  return decoded
}

function decodeWide(bytes: Uint8Array, encoding: string, mend: Mend): Decoded {
  if (bytes.length % 2 === 1) return refuse(`The file ends in the middle of a character (byte ${bytes.length + 2}).`, 'Export it again and try that.')
  mend(`The file was ${encoding}`)
  return { ok: true, text: new TextDecoder('utf-16le').decode(bytes) }
}

function swapPairs(bytes: Uint8Array): Uint8Array {
  const swapped = bytes.slice()
  for (let at = 0; at + 1 < swapped.length; at += 2) [swapped[at], swapped[at + 1]] = [bytes[at + 1] ?? 0, bytes[at] ?? 0]
  return swapped
}

function decodeNarrow(bytes: Uint8Array, mend: Mend): Decoded {
  const text = decodeUtf8(bytes, false)
  if (text !== undefined) return { ok: true, text }
  // Only the last character is broken, and there are whole ones: UTF-8 that was cut, not another encoding.
  const start = decodeUtf8(bytes, true)
  if (start !== undefined && /[^\0-\x7f]/.test(start)) {
    return refuse(`The file ends in the middle of a character (byte ${bytes.length}).`, 'Export it again and try that.')
  }
  mend('The file was no UTF-8 and was read as Windows-1252; look at letters with accents')
  return { ok: true, text: decodeWindows1252(bytes) }
}

function decodeUtf8(bytes: Uint8Array, stream: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream })
  } catch {
    return undefined
  }
}

/** What 0x80 to 0x9f are; the other bytes are Latin-1. Written out, as the runtime need not know the encoding. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function decodeWindows1252(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return parts.join('').replace(/[\x80-\x9f]/g, (sign) => high[sign.charCodeAt(0) - 0x80] ?? sign)
}
