import { describe, expect, it } from 'vitest'
import type { Field } from '../../plugins/api/index.ts'
import { parseForm } from '../../main/rules/fields.ts'

const fields: readonly Field[] = [
  { id: 'level', label: 'Level', type: 'number', min: 0, max: 10 },
  { id: 'bonus', label: 'Bonus', type: 'number', default: 0 },
  { id: 'pool', label: 'Pool', type: 'choice', options: [{ id: 'a', label: 'A' }, { id: 'b', label: 'B' }], default: 'a' },
  { id: 'other', label: 'Other', type: 'choice', options: [{ id: 'a', label: 'A' }], optional: true },
  { id: 'tired', label: 'Tired', type: 'flag', default: false },
  { id: 'note', label: 'Note', type: 'text', default: '' },
  {
    id: 'skills',
    label: 'Skills',
    type: 'list',
    columns: [
      { id: 'name', label: 'Name', type: 'text' },
      { id: 'value', label: 'Value', type: 'number', min: 1, max: 100, default: 50 },
    ],
  },
]

const messagesOf = (raw: Record<string, unknown>, limits?: Record<string, number>) =>
  parseForm(fields, { level: 3, ...raw }, limits).problems

describe('parsing a form', () => {
  it('fills defaults and leaves an optional field absent', () =>
    expect(parseForm(fields, { level: 3 })).toEqual({
      input: { level: 3, bonus: 0, pool: 'a', tired: false, note: '', skills: [] },
      problems: [],
    }))

  it('asks for a field that has no default', () =>
    expect(parseForm(fields, {}).problems).toEqual([{ field: 'level', message: 'Level is needed.' }]))

  it('keeps zero and false as given', () =>
    expect(parseForm(fields, { level: 0, tired: false, bonus: -3 }).input).toMatchObject({ level: 0, tired: false, bonus: -3 }))

  it.each([[-1], [11], [2.5], ['3'], [NaN], [Infinity], [null], [true]])('refuses %s as a number from 0 to 10', (level) => {
    const { problems } = parseForm(fields, { level })
    expect(problems.map(({ field }) => field)).toEqual(['level'])
  })

  it('refuses more than the sheet allows, in words', () =>
    expect(messagesOf({ level: 4 }, { level: 3 })).toEqual([{ field: 'level', message: 'Level is at most 3 for this character.' }]))

  it('refuses a choice that is not offered', () =>
    expect(messagesOf({ pool: 'c' })).toEqual([{ field: 'pool', message: 'Pool is one of A, B.' }]))

  it('refuses text that is too long and flags that are no flags', () =>
    expect(messagesOf({ note: 'x'.repeat(2001), tired: 1 }).map(({ field }) => field)).toEqual(['tired', 'note']))

  it('refuses keys that nothing declares, inherited names among them', () =>
    expect(messagesOf({ constructor: 1, extra: 2 }).map(({ field }) => field)).toEqual(['constructor', 'extra']))

  it('never reads what an object inherits', () => expect(parseForm(fields, Object.create({ level: 3 })).problems).toHaveLength(1))

  it('parses rows and names the cell that is wrong', () => {
    expect(parseForm(fields, { level: 1, skills: [{ name: 'Climb' }] }).input.skills).toEqual([{ name: 'Climb', value: 50 }])
    expect(messagesOf({ skills: [{ name: 'Climb' }, { name: 'Swim', value: 101 }] })).toEqual([
      { field: 'skills.1.value', message: 'Value is 1 to 100.' },
    ])
    expect(messagesOf({ skills: 'Climb' })).toHaveLength(1)
    expect(messagesOf({ skills: [3] })).toHaveLength(1)
    expect(messagesOf({ skills: Array.from({ length: 501 }, () => ({ name: 'x' })) })).toHaveLength(1)
  })
})
