import type { Action } from '../../api/index.ts'
import { recoveryBoxes } from '../character.ts'
import { short } from '../words.ts'

export const rest: Action = {
  label: 'New day',
  help: 'All recovery rolls can be made again.',
  for: ['pc'],
  input: [],

  apply(_input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody rests: choose who.' } }
    const left = actor.counters.recoveries ?? 0
    if (left >= recoveryBoxes) return { refuse: { message: `${short(actor.name)} has all ${recoveryBoxes} recovery rolls already.` } }
    return {
      counters: [{ counter: 'recoveries', to: 'actor', amount: recoveryBoxes - left }],
      explain: [`recovery rolls left: ${left} to ${recoveryBoxes}`],
      headline: `${short(actor.name)} starts a new day`,
    }
  },
}
