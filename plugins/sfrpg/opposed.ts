import type { Opposed, Verdict } from '../api/index.ts'
import type { HouseRule } from './house-rules.ts'
import { modifier, named, score } from './sheet.ts'

export const opposed: Opposed = {
  label: 'Opposed skill check',
  help: 'The actor’s total must be strictly higher; the defender keeps ties.',
  for: ['pc', 'npc', 'none'],
  of: 'skill',
  side: [named, { id: 'skill', ...score, from: 'skills.score' }, modifier],
  degree: 'difference',
  toInput: (side) => ({ ...side, dc: 0, potential: 'none' }),

  compare({ total: ours = 0 }, { total: theirs = 0 }): Verdict {
    const success = ours > theirs
    const degree = Math.abs(ours - theirs)
    const houseRule: HouseRule = 'opposed'
    return {
      success,
      degree,
      explain: [`{actor} ${ours} against {opponent} ${theirs}${degree === 0 ? ': the defender keeps a tie' : ''}`],
      headline: `{${success ? 'actor' : 'opponent'}} wins, by ${degree}`,
      houseRules: [houseRule],
    }
  },
}
