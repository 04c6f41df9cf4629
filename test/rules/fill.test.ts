import { describe, expect, it } from 'vitest'
import type { Field } from '../../plugins/api/index.ts'
import { fillForm } from '../../main/rules/fill.ts'

const fields: readonly Field[] = [
  { id: 'edge', label: 'Edge', type: 'number', default: 0, from: { by: 'pool', of: { might: 'mightEdge', speed: 'speedEdge' } } },
  { id: 'pool', label: 'Pool', type: 'choice', default: 'might', options: [] },
  { id: 'score', label: 'Score', type: 'number', from: 'scores.value' },
  { id: 'skill', label: 'Skill', type: 'number', default: 0, from: 'skills.level' },
  { id: 'effort', label: 'Effort', type: 'number', default: 0, maxFrom: 'effortLimit' },
  { id: 'hurt', label: 'Hurt', type: 'flag', default: false, from: { stat: 'wound', is: { deep: true, none: false } } },
  { id: 'xp', label: 'XP', type: 'number', default: 0, from: 'xp' },
]
const sheet = {
  stats: {
    mightEdge: 1,
    speedEdge: 2,
    effortLimit: 3,
    wound: 'deep',
    scores: [{ name: 'Melee', value: 62 }, { name: 'Will', value: 0 }],
    skills: [{ name: 'Climb', level: 2 }],
  },
  counters: { xp: 4 },
}

describe('filling a form from a sheet', () => {
  it('takes stats, counters and limits', () =>
    expect(fillForm(fields, {}, {}, sheet)).toMatchObject({ raw: { xp: 4, edge: 1 }, limits: { effort: 3 } }))

  it('follows another field, entered or defaulted', () =>
    expect(fillForm(fields, { pool: 'speed' }, {}, sheet).raw.edge).toBe(2))

  it('gives a value for an option of a stat, and none for an option without one', () => {
    const hurt = (wound: string) => fillForm(fields, {}, {}, { ...sheet, stats: { ...sheet.stats, wound } }).raw.hurt
    expect(['deep', 'none', 'light', 'toString'].map(hurt)).toEqual([true, false, undefined, undefined])
  })

  it('gives the first row to a field that must be given, and none to one that has a default', () =>
    expect(fillForm(fields, {}, {}, sheet)).toMatchObject({ raw: { score: 62 }, picks: { scores: 0 } }))

  it('fills from the picked row, a zero included', () =>
    expect(fillForm(fields, {}, { scores: 1, skills: 0 }, sheet)).toMatchObject({
      raw: { score: 0, skill: 2 },
      picks: { scores: 1, skills: 0 },
    }))

  it('ignores a row that is not there', () => expect(fillForm(fields, {}, { scores: 7 }, sheet).raw.score).toBeUndefined())

  it('never follows a name that every object has', () =>
    expect(fillForm(fields, { pool: 'constructor' }, {}, sheet).raw.edge).toBeUndefined())

  it('lets what the GM entered stand', () =>
    expect(fillForm(fields, { score: 5, edge: 0 }, {}, sheet).raw).toMatchObject({ score: 5, edge: 0 }))

  it('fills nothing for nobody', () => expect(fillForm(fields, { score: 5 }, {}, undefined)).toEqual({ raw: { score: 5 }, limits: {}, picks: {} }))
})
