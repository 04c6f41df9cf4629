/** Calls to a system: one that is answered, and ones that never would be. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { workerOptions } from '../../main/sandbox/protocol.ts'
import { pc, systemScript } from '../support/sandbox.ts'
import { interleave, median, percentile, timed } from './measure.ts'
import { fixed, held, type Row } from './report.ts'
import { loadD100, newContext, withSystem } from './systems.ts'

const input = { score: 62 }
const faces = [44]
const restMs = 400

/**
 * One check with its face, to the worker and back, against an engine in a worker of the same kind that
 * reads the same request and writes the same answer. (A system's own worker has no echo to ask.)
 */
export async function measureCheck(): Promise<readonly Row[]> {
  const { source } = await loadD100()
  return withSystem(source, async (sandbox) => {
    const context = newContext(sandbox)
    const check = () => sandbox.resolve('check', input, faces, context)
    const answer = await check()
    if (!answer.ok) throw new Error(answer.fault.message)
    const echo = createEcho([input, faces, context], answer.value)
    try {
      const [ours, bare] = await interleave([timed(check), timed(echo.ask)], { rounds: 3_000, warmUp: 500 })
      return [
        held({ name: 'check', unit: 'ms', value: median(ours) }, median(bare), 1.5),
        fixed({ name: 'check-p99', unit: 'ms', value: percentile(ours, 99) }, 0.5),
      ]
    } finally {
      await echo.close()
    }
  })
}

/**
 * A call that loops for ever, in its own code and inside a built-in: until its fault is there, at worst.
 * Each begins with a worker in reserve, as a roll does that isn't made within moments of the last fault.
 */
export async function measureFaults(): Promise<readonly Row[]> {
  const loops = {
    'fault-loop': 'for (;;);',
    'fault-native-loop': 'return outcome({ success: [].indexOf.call({ length: 2 ** 53 - 1 }, 1) === 0 })',
  }
  const rows: Row[] = []
  for (const [name, body] of Object.entries(loops)) {
    const worst = await withSystem(systemScript(body), async (sandbox) => {
      const times: number[] = []
      const loop = timed(async () => {
        const answer = await sandbox.resolve('task', { score: 0 }, [], pc)
        if (answer.ok) throw new Error('The loop ended')
      })
      for (let round = 0; round < 4; round += 1) {
        await sleep(restMs)
        times.push(await loop())
        const good = await sandbox.resolve('good', {}, [], pc)
        if (!good.ok) throw new Error(good.fault.message)
      }
      return Math.max(...times)
    })
    rows.push(fixed({ name, unit: 'ms', value: worst }, 250))
  }
  return rows
}

function createEcho(args: readonly unknown[], answer: unknown) {
  const worker = new Worker(new URL('./echo-worker.ts', import.meta.url), { ...workerOptions, workerData: JSON.stringify(answer) })
  return {
    async ask(): Promise<unknown> {
      const text = JSON.stringify({ do: 'call', group: 'checks', id: 'check', run: 'resolve', args })
      worker.postMessage({ do: 'call', text, softMs: 50 })
      const said = await new Promise<{ readonly text: string }>((resolve) => worker.once('message', resolve))
      return JSON.parse(said.text.slice(1))
    },
    close: () => worker.terminate(),
  }
}
