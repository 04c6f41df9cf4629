import type { NpcBuilder } from '../api/index.ts'
import { percentile } from './percentile.ts'
import { disciplines, modifier, points, scales, score } from './sheet.ts'

export const npc: NpcBuilder = {
  input: [
    { id: 'scale', label: 'Scale', type: 'choice', options: scales, default: 'character' },
    { id: 'skill', ...score, default: 30, group: 'Skill', help: 'What it does best.' },
    { id: 'skillName', label: 'Called', type: 'text', default: '', group: 'Skill', help: 'Empty, it is called like its discipline.' },
    { id: 'discipline', label: 'Discipline', type: 'choice', options: disciplines, default: 'command', group: 'Skill' },
    { ...modifier, id: 'initiativeModifier', label: 'Initiative modifier', group: 'Fight' },
    { id: 'hitDifficulty', label: 'Hit difficulty', type: 'number', min: 0, max: 999, default: 50, group: 'Fight' },
    { id: 'hitPoints', label: 'Hit points', ...points, default: 10, group: 'Body' },
    { id: 'armourPoints', label: 'Armour points', ...points, group: 'Body' },
    { id: 'damageReduction', label: 'Damage reduction', ...points, group: 'Body' },
  ],

  build({ skill, skillName, discipline, hitPoints, armourPoints, ...rest }) {
    const name = skillName === '' ? disciplines.find(({ id }) => id === discipline)?.label : skillName
    return {
      ...rest,
      skills: [{ name: String(name), discipline: String(discipline), score: Number(skill) }],
      hitPointsMax: Number(hitPoints),
      armourPointsMax: Number(armourPoints),
    }
  },

  // Three percentile rolls: the skill by up to 10, the hit difficulty by up to 5, the hit points by up to a fifth.
  vary({ skill, hitDifficulty, hitPoints }, [forSkill, forHit, forPoints]) {
    if (forSkill === undefined || forHit === undefined || forPoints === undefined) return { need: [{ die: percentile, count: 3 }] }
    return {
      input: {
        skill: within(Number(skill) + shiftOf(forSkill), score.min, score.max),
        hitDifficulty: within(Number(hitDifficulty) + Math.trunc(shiftOf(forHit) / 2), 0, 999),
        hitPoints: within(Math.round(Number(hitPoints) * (1 + shiftOf(forPoints) / 50)), Math.min(1, Number(hitPoints)), points.max),
      },
    }
  },
}

/** 00 is 10 less, 99 is 9 more. */
const shiftOf = (roll: number): number => Math.trunc((roll - 50) / 5)

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)
