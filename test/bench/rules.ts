/** Dice. */
import { randomFillSync } from 'node:crypto'
import { randomUint32 } from '../../main/entropy.ts'
import { drawFace } from '../../main/rules/dice.ts'
import { interleave, median, timed } from './measure.ts'
import { held, type Row } from './report.ts'

const d100 = { id: 'd100', from: 1, to: 100 }
// Few enough that other processes seldom come in between.
const faces = 5_000

/** A face from the cryptographic source, against the same loop written bare. */
export async function measureDie(): Promise<readonly Row[]> {
  const [ours, theirs] = await interleave([timed(rollOurs), timed(rollBare)], { rounds: 3_000, warmUp: 1_000 })
  const nsEach = (ms: number): number => (ms * 1e6) / faces
  return [held({ name: 'die', unit: 'ns', value: nsEach(median(ours)) }, nsEach(median(theirs)), 2)]
}

function rollOurs(): number {
  let sum = 0
  for (let count = 0; count < faces; count += 1) sum += drawFace(d100, randomUint32)
  return sum
}

const words = new Uint32Array(1024)

/** Buffered, rejection sampled, and nothing else. */
function rollBare(): number {
  const size = 100
  const limit = 2 ** 32 - (2 ** 32 % size)
  let sum = 0
  let left = faces
  while (left > 0) {
    randomFillSync(words)
    for (let next = 0; next < words.length && left > 0; next += 1) {
      const word = words[next] as number
      if (word >= limit) continue
      sum += 1 + (word % size)
      left -= 1
    }
  }
  return sum
}
