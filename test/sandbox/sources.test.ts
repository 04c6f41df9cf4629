import { describe, expect, it } from 'vitest'
import type { Source } from '../../plugins/api/index.ts'
import { parseDeclarations } from '../../main/sandbox/declarations.ts'

const track = { id: 'track', label: 'Track', type: 'choice', options: ['hale', 'hurt'].map((id) => ({ id, label: id })), default: 'hale' }
const parse = (from: Source, field: object = { type: 'flag' }) =>
  parseDeclarations({
    stats: [track, { id: 'note', label: 'Note', type: 'text', default: '' }],
    counters: [],
    settings: [],
    houseRules: {},
    checks: { task: { label: 'Task', for: ['pc'], input: [{ id: 'slow', label: 'Slow', ...field, from }] } },
    opposed: {},
    actions: {},
    conditions: [],
    figures: [],
    migrate: [],
  })

describe('a source that gives values for the options of a stat', () => {
  it('is taken, for some or all options', () => {
    expect(parse({ stat: 'track', is: { hurt: true } }).ok).toBe(true)
    expect(parse({ stat: 'track', is: { hale: 0, hurt: 2 } }, { type: 'number', max: 2 }).ok).toBe(true)
  })

  it.each([
    ['a stat that isn’t there', { stat: 'mood', is: {} }, {}, 'from.stat: found "mood", expected a stat that is a choice'],
    ['a stat that is no choice', { stat: 'note', is: {} }, {}, 'from.stat: found "note"'],
    ['an option that the stat lacks', { stat: 'track', is: { dead: true } }, {}, 'from.is.dead: found "dead", expected an option of track'],
    ['a value of another type', { stat: 'track', is: { hurt: 1 } }, {}, 'from.is.hurt: found 1, expected a value that the field allows'],
    ['a value out of range', { stat: 'track', is: { hurt: 3 } }, { type: 'number', max: 2 }, 'from.is.hurt: found 3'],
    ['no values', { stat: 'track' }, {}, 'from'],
  ])('is refused with %s', (_, from, field, message) => {
    const parsed = parse(from as Source, { type: 'flag', ...field })
    expect(!parsed.ok && parsed.message).toContain(message)
  })
})
