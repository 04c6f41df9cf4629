import { readdirSync } from 'node:fs'

/** What every campaign file ends in. */
export const ending = '.campaign'

/** A file name that every system takes, made from the campaign's name; numbered when it is taken. */
export function freeName(folder: string, name: string): string {
  const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i
  const cleaned = name.normalize('NFC').replace(forbidden, ' ').replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '')
  let short = [...cleaned].slice(0, 60).join('').trim()
  // File systems count bytes: the ending, a number and the lock beside it must fit too.
  while (Buffer.byteLength(short) > 200) short = [...short].slice(0, -1).join('').trim()
  const base = short === '' || reserved.test(short) ? `Campaign ${short}`.trim() : short
  const taken = new Set(readdirSync(folder).map((file) => file.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const file = `${number === 1 ? base : `${base} ${number}`}${ending}`
    if (!taken.has(file.toLowerCase())) return file
  }
}
