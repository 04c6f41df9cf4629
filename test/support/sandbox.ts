/** Sandboxes out of a few lines of script, for tests. */
import { createSandbox } from '../../main/sandbox/host.ts'
import type { Answer, Fault, Sandbox } from '../../main/sandbox/host.ts'
import type { Limits } from '../../main/sandbox/protocol.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import type { Context } from '../../plugins/api/index.ts'

/** A player's character in a campaign without settings. */
export const pc: Context = { settings: {}, actor: 'pc' }

/** A whole outcome as script text, on which a test changes what it is about. */
export const outcomeScript =
  `const outcome = (more = {}) => ({ success: true, flags: [], grants: [], costs: [], facts: {}, explain: [], headline: 'Done', ...more })`

/** A die of `to` faces as script text. */
export const die = (to: number, from = 1): string => `{ id: 'd${to}', from: ${from}, to: ${to} }`

/**
 * The script of a system whose check `task` (input: a number `score`, 0 by default) has this body for
 * `resolve(input, faces, context)`; `rest` adds or replaces parts of the system.
 */
export const systemScript = (body: string, rest = ''): string => `
${outcomeScript}
defineSystem({
  stats: [],
  counters: [
    { id: 'points', label: 'Points', owner: 'character', initial: 0, tone: 'boon' },
    { id: 'doom', label: 'Doom', owner: 'gm', initial: 0, tone: 'bane' },
  ],
  settings: [],
  houseRules: { ours: 'Our own rule.' },
  checks: {
    task: {
      label: 'Task', for: ['pc', 'npc', 'none'],
      input: [{ id: 'score', label: 'Score', type: 'number', default: 0 }],
      flags: [{ id: 'spike', label: 'Spike', tone: 'boon' }, { id: 'fumble', label: 'Fumble', tone: 'bane' }],
      resolve(input, faces, context) { ${body} },
    },
    good: { label: 'Good', for: ['pc'], input: [], resolve: () => outcome({ headline: 'Good' }) },
  },
  ${rest}
})`

/** Loads a script; the test ends it with `close()`. Throws the fault's message when it doesn't load. */
export async function sandboxOf(source: string, limits: Partial<Limits> = {}): Promise<Sandbox> {
  const answer = await createSandbox({ source, spawn: spawnWorker, limits })
  if (!answer.ok) throw new Error(`${answer.fault.kind}: ${answer.fault.message}`)
  return answer.value
}

/** Loads a script for the length of one test. */
export async function withSandbox<T>(source: string, use: (sandbox: Sandbox) => Promise<T>, limits: Partial<Limits> = {}): Promise<T> {
  const sandbox = await sandboxOf(source, limits)
  try {
    return await use(sandbox)
  } finally {
    await sandbox.close()
  }
}

/** The value of an answer; throws the fault's message. */
export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.fault.kind}: ${answer.fault.message}`)
  return answer.value
}

/** The fault of an answer; throws when there is none. */
export function faultOf(answer: Answer<unknown>): Fault {
  if (answer.ok) throw new Error(`expected a fault, got ${JSON.stringify(answer.value)}`)
  return answer.fault
}
