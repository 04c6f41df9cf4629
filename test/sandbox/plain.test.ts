import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outcomeShape } from '../../main/sandbox/answers.ts'
import { isPlainOutcome } from '../../main/sandbox/plain.ts'

const plain = {
  success: true, total: 44, target: 62, degree: 1, flags: ['triumph'], grants: [{ counter: 'luck', to: 'actor', amount: -1 }], costs: [],
  facts: { difference: 18, why: '', sure: false }, explain: ['44 against 62', ''], headline: 'Triumph, by 1', houseRules: ['ours'],
}
const optional = ['total', 'target', 'degree', 'houseRules']

it('takes outcomes of the common form', () => {
  const short = Object.fromEntries(Object.entries(plain).filter(([key]) => !optional.includes(key)))
  for (const outcome of [plain, short, { ...short, success: null, facts: {}, flags: [], grants: [], explain: [] }]) expect(isPlainOutcome(outcome)).toBe(true)
})

const odd = fc.constantFrom<unknown>(
  null, true, false, 0, -1, 1.5, 2 ** 53, 1e9, 1e9 + 1, '', 'x', 'actor', 'x'.repeat(101), 'x'.repeat(201), 'x'.repeat(2_001), [], [null], [''], ['x'], [1], [['x']], Array(101).fill('x'),
  Array(501).fill('x'), ['x'.repeat(100)], ['x'.repeat(101)], ['x'.repeat(2_001)], {}, { x: 1 }, { X: 1 }, { 'x y': 1 }, { x: null }, { x: [] }, { ['x'.repeat(101)]: 1 }, { length: 0 },
)
const part = fc.oneof(odd, fc.array(fc.oneof(odd, fc.dictionary(fc.constantFrom('counter', 'to', 'amount', 'offered', 'more'), odd))))

it('takes nothing that the schema refuses', () => {
  const broken = fc.dictionary(fc.constantFrom(...Object.keys(plain), 'offers', 'more'), part, { minKeys: 1, maxKeys: 2 })
  const grant = fc.dictionary(fc.constantFrom('counter', 'to', 'amount', 'offered', 'more'), odd, { maxKeys: 2 })
  let taken = 0
  fc.assert(
    fc.property(fc.oneof(broken, grant.map((more) => ({ grants: [{ ...plain.grants[0], ...more }] }))), (more) => {
      const outcome = { ...plain, ...more }
      if (!isPlainOutcome(outcome)) return
      taken += 1
      expect(outcomeShape.parse(outcome)).toEqual(outcome)
    }),
    { numRuns: 5_000 },
  )
  expect(taken).toBeGreaterThan(200)
})

it.each(Object.keys(plain).filter((key) => !optional.includes(key)))('leaves an outcome without %s to the schema', (key) => {
  expect(isPlainOutcome(Object.fromEntries(Object.entries(plain).filter(([each]) => each !== key)))).toBe(false)
})
