/** Names of files that are offered to the GM. Pure. */

/** Names that some systems keep for devices, whatever ends them. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** File systems take 255 bytes. */
const mostBytes = 200

/**
 * A name that every system takes: nothing that leads into a folder or hides the file, no sign that
 * turns the reading direction and so its ending, not too long, and never empty. Its ending stays.
 */
export function safeFileName(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z0-9]{1,10})?$/is.exec(name) ?? []
  const clean = stem
    .toWellFormed()
    .replace(/[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = shorten(clean, mostBytes - ending.length)
  return `${device.test(short) ? `${short} file` : short === '' ? 'Untitled' : short}${ending}`
}

/** As many whole signs as fit. */
function shorten(text: string, bytes: number): string {
  let left = bytes
  let kept = ''
  for (const sign of text) {
    left -= bytesOf(sign.codePointAt(0) ?? 0)
    if (left < 0) break
    kept += sign
  }
  return kept.replace(/[. ]+$/, '')
}

/** In UTF-8. */
const bytesOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
