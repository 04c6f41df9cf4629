import type { Dice, Value } from '../../plugins/api/index.ts'
import type { Reply, Roll, RollId, RolledDice } from '../../preload/contract.ts'
import type { RollRecord } from '../db/stores/rolls.ts'
import { drawFace } from '../rules/dice.ts'
import { done, failed } from '../rules/reply.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { playCheck } from '../sandbox/play.ts'
import type { Door } from './act.ts'
import { oddsToSummary } from './chances.ts'
import { readyCheck, type ReadyCheck } from './check.ts'
import { movesBack, rerollMoves, shortfall } from './payments.ts'
import { replayDice } from './quick-dice.ts'
import { replayRoll } from './replay.ts'
import { keepRoll, toRolled, type Done, type RollDesk } from './roll.ts'
import { isUnknown } from './typed-total.ts'

/** What arguing with the log stands on. */
export interface AmendDesk extends RollDesk {
  readonly loadSandbox: (source: string) => Promise<Answer<Sandbox>>
}

/** The same faces with another input. Costs and grants move by the difference; both versions are kept. */
export async function correctRoll(desk: AmendDesk, door: Door, id: RollId, inputs: readonly Readonly<Record<string, Value>>[]): Promise<Reply<Roll>> {
  const before = standing(desk, id, 'corrected')
  if (!before.ok) return before
  if (before.value.dice.some(isUnknown)) return failed('refused', "Only the total of this roll is known, and other dice with it may end otherwise then, so it can't be corrected. Undo it and roll once more.")
  const hand = createOldHand(before.value, desk.random)
  const again = await playAgain(desk, before.value, inputs, 'correction', hand.take)
  if (!again.ok) return again
  const { ready, played } = again.value
  const dice = played.dice.map((group) => ({ ...toRolled(group, hand.wasTyped(group.side)), ...hand.totalOf(group.side) }))
  return keepAgain(desk, door, before.value, ready, played, dice, 'correction')
}

/** New dice for the same check. The first roll's costs and grants are taken back; the system may ask its price. */
export async function rerollRoll(desk: AmendDesk, door: Door, id: RollId): Promise<Reply<Roll>> {
  const before = standing(desk, id, 'rolled again')
  if (!before.ok) return before
  const draw = (_: number, { die, count }: Dice): readonly number[] => Array.from({ length: count }, () => drawFace(die, desk.random))
  const again = await playAgain(desk, before.value, before.value.inputs, 'reroll', draw)
  if (!again.ok) return again
  const { ready, played } = again.value
  return keepAgain(desk, door, before.value, ready, played, played.dice.map((group) => toRolled(group, false)), 'reroll')
}

/** Whether a roll still comes out as it was logged, with the package copy that it was made with. */
export async function checkReplay(desk: AmendDesk, id: RollId): Promise<Reply<{ readonly same: boolean; readonly message?: string }>> {
  const roll = desk.records.rolls.get(id)
  if (!roll) return gone()
  const verdict = (problem: string | undefined) => done(problem === undefined ? { same: true } : { same: false, message: problem })
  if (roll.package === '') return verdict(replayDice(roll))
  if (roll.package === desk.package) {
    const answer = await desk.runner.run(async (sandbox) => ({ ok: true, value: await replayRoll(sandbox, roll) }))
    return answer.ok ? verdict(answer.value) : answer
  }
  const copy = desk.records.packages.find(roll.package)
  if (!copy) return verdict('the file has no copy of its package')
  const loaded = await desk.loadSandbox(copy.source)
  if (!loaded.ok) return verdict(`its package can't be loaded: ${loaded.fault.message}`)
  const problem = await replayRoll(loaded.value, roll)
  await loaded.value.close()
  return verdict(problem)
}

interface Again {
  readonly ready: ReadyCheck
  readonly played: Done
}

async function playAgain(
  desk: AmendDesk,
  before: RollRecord,
  inputs: readonly Readonly<Record<string, Value>>[],
  as: 'correction' | 'reroll',
  take: (side: number, dice: Dice) => readonly number[],
): Promise<Reply<Again>> {
  const sides = before.participants.map(({ id: who }, side) => ({ picks: {}, input: inputs[side] ?? {}, ...(who !== undefined && { who }) }))
  if (inputs.length !== before.participants.length) return failed('invalid', 'A correction gives the input of each side.')
  // The sheet may have changed since; what it allowed then stays allowed.
  const found = readyCheck(desk, { check: before.check, sides }, false)
  if (!found.ok) return found
  const [problem] = found.value.problems
  if (problem) return failed('refused', problem.message, found.value.problems)
  // What was rolled then is judged by the settings of then.
  const ready = { ...found.value, sides: found.value.sides.map((side) => ({ ...side, context: { ...side.context, settings: before.settings } })) }
  const back = [...movesBack(desk, before.id), ...(as === 'reroll' ? rerollMoves(desk, before.participants[0]) : [])]
  const played = await desk.runner.run(async (sandbox) => {
    const answer = await playCheck(sandbox, ready.check, ready.sides, {
      take,
      afford: (side, costs) => shortfall(desk, (ready.sides[side] as (typeof ready.sides)[number]).participant, costs, back),
    })
    return answer.kind === 'fault' ? { ok: false, fault: answer.fault } : { ok: true, value: answer }
  })
  if (!played.ok) return played
  if (played.value.kind === 'done') return done({ ready, played: played.value })
  const message = played.value.kind === 'refused' ? played.value.message : 'This check wants more dice than there are.'
  return failed('refused', message, [{ side: played.value.side, message, ...('field' in played.value && played.value.field !== undefined && { field: played.value.field }) }])
}

async function keepAgain(desk: AmendDesk, door: Door, before: RollRecord, ready: ReadyCheck, played: Done, dice: readonly RolledDice[], as: 'correction' | 'reroll'): Promise<Reply<Roll>> {
  const { odds } = await desk.chances.of(ready)
  return keepRoll(desk, door, ready, played, dice, odds && oddsToSummary(odds), { secret: before.secret, follows: { roll: before, as } })
}

/** A roll that can still be argued with. */
function standing(desk: AmendDesk, id: RollId, verb: string): Reply<RollRecord> {
  const roll = desk.records.rolls.get(id)
  if (!roll) return gone()
  if (roll.package === '') return failed('refused', `Dice in words can't be ${verb}: roll them again.`)
  if (roll.undone) return failed('refused', `This roll was undone, so it can't be ${verb}. Redo it first.`)
  if (roll.replaced) return failed('refused', `This roll was corrected or rolled again already. Take the later one.`)
  if (roll.package !== desk.package) return failed('refused', `This roll was made with another version of the system, so it can't be ${verb}.`)
  return done(roll)
}

/** Gives the faces that a roll had, side by side and in order, and draws what more is asked. */
function createOldHand(roll: RollRecord, random: () => number) {
  const left = roll.participants.map((_, side) => roll.dice.filter((dice) => dice.side === side).flatMap(({ faces }) => faces))
  return {
    take: (side: number, { die, count }: Dice): readonly number[] =>
      Array.from({ length: count }, () => {
        const face = left[side]?.shift()
        return face !== undefined && face >= die.from && face <= die.to ? face : drawFace(die, random)
      }),
    totalOf: (side: number): Pick<RolledDice, 'total'> => {
      const total = roll.dice.find((dice) => dice.side === side)?.total
      return total === undefined ? {} : { total }
    },
    wasTyped: (side: number): boolean => roll.dice.some((dice) => dice.side === side && dice.typed),
  }
}

const gone = (): Reply<never> => failed('missing', 'There is no such roll.')
