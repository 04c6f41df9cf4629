import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../plugins/api/index.ts'
import type { Participant } from '../../preload/contract.ts'
import type { RollRecord } from '../db/stores/rolls.ts'
import { isUnknown } from './typed-total.ts'
import type { Sandbox } from '../sandbox/host.ts'
import { playCheck } from '../sandbox/play.ts'

/** Plays a logged roll again with its own faces. Says why it no longer comes out the same. */
export async function replayRoll(sandbox: Sandbox, roll: RollRecord): Promise<string | undefined> {
  const faces = roll.participants.map((_: Participant, side) => roll.dice.filter((dice) => dice.side === side).map((dice) => dice.faces))
  const sides = roll.inputs.map((input, side) => {
    const { name, kind } = roll.participants[side] ?? { name: '', kind: 'none' }
    return { input, name: kind === 'none' ? undefined : name, context: { settings: roll.settings, actor: kind } }
  })
  const played = await playCheck(sandbox, roll.check, sides, { take: (side) => faces[side]?.shift() })
  switch (played.kind) {
    case 'fault':
      return `the package failed: ${played.fault.message}`
    case 'refused':
      return `the package now refuses it: ${played.message}`
    case 'needs':
      return 'the package asks for dice that the roll does not have'
    case 'done':
      if (faces.some((left) => left.length > 0)) return 'the package no longer uses all of its dice'
      return isDeepStrictEqual(told(JSON.parse(JSON.stringify(played.outcome)) as Outcome, roll), told(roll.outcome, roll)) ? undefined : 'the package gives another outcome'
  }
}

/** Where only a total was typed, the arithmetic that other dice with it wouldn't have was left out. */
const told = (outcome: Outcome, { dice }: RollRecord): Outcome => (dice.some(isUnknown) ? { ...outcome, explain: [] } : outcome)
