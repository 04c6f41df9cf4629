import type { Action, Row } from '../../api/index.ts'
import { score } from '../sheet.ts'
import { short } from '../words.ts'

export const raiseSkill: Action = {
  label: 'Raise a skill',
  help: 'By 1, as a success by 10 or more allows.',
  for: ['pc', 'npc'],
  input: [{ id: 'skill', label: 'Skill', type: 'text', from: 'skills.name', help: 'Its name on the sheet.' }],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody’s skill rises: choose whose.' } }
    const name = String(input.skill)
    const skills = actor.stats.skills as readonly Row[]
    const index = skills.findIndex((row) => row.name === name)
    const now = Number(skills[index]?.score)
    if (index < 0) return { refuse: { field: 'skill', message: `${short(actor.name)} has no skill called ${short(name) || 'nothing'}.` } }
    if (now >= score.max) return { refuse: { field: 'skill', message: `${short(name)} is as high as it gets.` } }
    return {
      stats: [{ to: 'actor', stat: 'skills', value: skills.map((row, at) => (at === index ? { ...row, score: now + 1 } : row)) }],
      explain: [`${short(name)} ${now} to ${now + 1}`],
      headline: `${short(actor.name)} gets better at ${short(name)}`,
    }
  },
}
