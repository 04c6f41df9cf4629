/** Plays one check for many at once, in few calls. */
import type { Cost, Dice } from '../../plugins/api/index.ts'
import { sumOfFaces } from '../rules/dice.ts'
import type { Answer, Sandbox } from './host.ts'
import type { Played, PlayedDice, PlaySide } from './play.ts'

export interface PlayManyOptions {
  /** The natural faces of a group for one of them, `count` of them; `undefined` when there are none to give. */
  take(index: number, dice: Dice): readonly number[] | undefined
  /** Why these costs can't be paid; asked before any face that hangs on them is taken. */
  afford(index: number, costs: readonly Cost[]): string | undefined
  /** How many have ended. Returning false ends the work, with nothing to show for it. */
  progress(ended: number): boolean
}

/** A check that asks for more than this doesn't end. */
const needLimit = 100
/** So many are resolved before anybody is told how far it is. */
const stride = 250

/** Plays a check for each of the sides; in their order, or `undefined` where `progress` ended it. */
export async function playMany(sandbox: Sandbox, check: string, sides: readonly PlaySide[], options: PlayManyOptions): Promise<Answer<readonly Played[] | undefined>> {
  const parts: Answer<readonly Played[]>[] = []
  let begun = 0
  let ended = 0
  let goesOn = options.progress(0)
  const play = async (): Promise<void> => {
    while (goesOn && begun < sides.length) {
      const from = begun
      const to = Math.min(from + stride, sides.length)
      begun = to
      const part = await playPart(sandbox, check, sides, from, to, options)
      parts[from / stride] = part
      ended += to - from
      goesOn &&= part.ok && options.progress(ended)
    }
  }
  // The system works on one part while the other is read.
  await Promise.all([play(), play()])
  const failed = parts.find((part) => !part.ok)
  if (failed) return failed
  return { ok: true, value: goesOn ? parts.flatMap((part) => (part.ok ? part.value : [])) : undefined }
}

async function playPart(sandbox: Sandbox, check: string, sides: readonly PlaySide[], from: number, to: number, options: PlayManyOptions): Promise<Answer<readonly Played[]>> {
  const hands = sides.slice(from, to).map((side, index) => ({ ...side, index: from + index, faces: [] as number[], dice: [] as PlayedDice[] }))
  const ended = new Map<number, Played>()
  let open = hands
  for (let needs = 0; needs <= needLimit && open.length > 0; needs += 1) {
    // A call has one context for all: players' characters and NPCs go apart.
    for (const alike of Map.groupBy(open, ({ context }) => context.actor).values()) {
      const [first] = alike
      if (!first) continue
      const steps = await sandbox.resolveMany(check, alike, first.context)
      if (!steps.ok) return steps
      for (const [at, step] of steps.value.entries()) {
        const hand = alike[at] as (typeof hands)[number]
        const end = (played: Played): unknown => ended.set(hand.index, played)
        if ('refuse' in step) end({ kind: 'refused', side: 0, ...step.refuse })
        else if (!('need' in step)) {
          const message = needs === 0 && step.costs.length > 0 ? options.afford(hand.index, step.costs) : undefined
          end(message === undefined ? { kind: 'done', outcome: step, dice: hand.dice, sides: [step] } : { kind: 'refused', side: 0, message })
        } else {
          const message = (step.costs ?? []).length > 0 ? options.afford(hand.index, step.costs ?? []) : undefined
          if (message !== undefined) end({ kind: 'refused', side: 0, message })
          else if (!draw(hand, step.need, options)) end({ kind: 'needs', side: 0, dice: step.need, costs: step.costs ?? [] })
        }
      }
    }
    open = hands.filter(({ index }) => !ended.has(index))
  }
  if (open.length > 0) return { ok: false, fault: { kind: 'invalid', message: `checks.${check}.resolve: asks for dice without end, expected an outcome after at most ${needLimit} needs.` } }
  return { ok: true, value: hands.map(({ index }) => ended.get(index) as Played) }
}

function draw(hand: { readonly index: number; readonly faces: number[]; readonly dice: PlayedDice[] }, need: readonly Dice[], { take }: PlayManyOptions): boolean {
  for (const dice of need) {
    const taken = take(hand.index, dice)
    if (!taken) return false
    hand.dice.push({ side: 0, dice, faces: taken })
    hand.faces.push(...(dice.sum ? [sumOfFaces(dice.die, taken)] : taken))
  }
  return true
}
