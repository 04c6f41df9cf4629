import type { Opposed, Side, Verdict } from '../api/index.ts'
import { named, score } from './sheet.ts'
import type { HouseRule } from './settings.ts'

export const opposed: Opposed = {
  label: 'Opposed check',
  help: 'Both sides check, and each roll pays its own point.',
  for: ['pc', 'npc', 'none'],
  of: 'check',
  side: [named, { id: 'score', ...score, from: 'scores.value' }],
  degree: 'margin',
  toInput: (side) => side,

  compare(actor, opponent): Verdict {
    const { success, margin, because } = contest(actor, opponent)
    const winner = success === null ? 'Stand-off' : success ? '{actor} wins' : '{opponent} wins'
    const houseRule: HouseRule = 'opposed'
    return {
      success,
      degree: margin,
      explain: [`{actor}: ${describe(actor)}`, `{opponent}: ${describe(opponent)}`, because],
      headline: success === null ? winner : `${winner}, by ${margin}`,
      houseRules: [houseRule],
    }
  },
}

interface Contest {
  /** Whether the actor wins; null on a stand-off. */
  readonly success: boolean | null
  readonly margin: number
  readonly because: string
}

function contest(actor: Side, opponent: Side): Contest {
  const [ours, theirs] = [actor.degree ?? 0, opponent.degree ?? 0]
  if (actor.success !== opponent.success) {
    const because = `a success beats a failure, margin ${ours} + ${theirs}`
    return { success: actor.success, margin: ours + theirs, because }
  }
  const margin = Math.abs(ours - theirs)
  if (margin === 0) return { success: null, margin, because: 'alike on both sides' }
  return actor.success
    ? { success: ours > theirs, margin, because: 'of two successes the higher magnitude wins' }
    : { success: ours < theirs, margin, because: 'of two failures the lower magnitude wins' }
}

const describe = ({ success, degree = 0 }: Side) => `${success ? 'success' : 'failure'}, magnitude ${degree}`
