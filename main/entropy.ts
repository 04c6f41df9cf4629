import { randomFillSync } from 'node:crypto'

const words = new Uint32Array(1024)
let next = words.length

/** A uniform whole number from 0 to 2^32 - 1 from the system's cryptographic source, buffered. */
export const randomUint32 = (): number => {
  if (next === words.length) {
    randomFillSync(words)
    next = 0
  }
  return words[next++] as number
}
