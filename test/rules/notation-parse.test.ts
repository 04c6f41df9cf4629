import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expressionText, notationLimits } from '../../main/rules/notation/expression.ts'
import type { Expression } from '../../main/rules/notation/expression.ts'
import { oddsOfNotation } from '../../main/rules/notation/odds.ts'
import { parseNotation } from '../../main/rules/notation/parse.ts'
import { drawFace } from '../../main/rules/dice.ts'
import { rollNotation } from '../../main/rules/notation/roll.ts'
import { randomUint32 } from '../../main/entropy.ts'

const parsed = (text: string): Expression => {
  const result = parseNotation(text)
  if (!result.ok) throw new Error(`${text}: ${result.message}`)
  return result.expression
}

const refused = (text: string) => {
  const result = parseNotation(text)
  if (result.ok) throw new Error(`${text} was taken`)
  return { marked: text.slice(result.at, result.at + result.length), at: result.at, message: result.message }
}

/** The words in the first column of a table of docs/dice.md. */
const documented = (heading: string): readonly string[] => {
  const page = readFileSync(new URL('../../docs/dice.md', import.meta.url), 'utf8')
  const section = page.split('\n## ').find((part) => part.startsWith(heading)) ?? ''
  return section.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] as string))
}

describe('dice in words', () => {
  it('take every example of the documentation', () => {
    const examples = documented('Examples')
    expect(examples.length).toBeGreaterThan(20)
    for (const words of examples) expect(parseNotation(words), words).toMatchObject({ ok: true })
  })

  it('refuse what the documentation says is refused', () => {
    const examples = documented('Not taken')
    expect(examples.length).toBeGreaterThan(12)
    for (const words of examples) expect(parseNotation(words), words).toMatchObject({ ok: false })
  })

  it('say how many of which die, what counts and what is added', () => {
    expect(parsed('2*4d10!kh3-7')).toEqual({
      terms: [
        { kind: 'dice', sign: 1, times: 2, count: 4, die: { id: 'd10', from: 1, to: 10 }, explode: true, keep: { take: 'keep', end: 'highest', count: 3 } },
        { kind: 'number', sign: -1, value: 7 },
      ],
    })
    expect(parsed('4dF').terms[0]).toMatchObject({ count: 4, die: { from: -1, to: 1, faces: ['-', '0', '+'] } })
  })

  it.each([
    ['1d20', 'd20'],
    ['D20', 'd20'],
    [' 2D20KH1 + 3 ', '2d20k1+3'],
    ['4d10kh2', '4d10k2'],
    ['4d10dl2', '4d10d2'],
    ['2d20kl', '2d20kl1'],
    ['4d6dh', '4d6dh1'],
    ['4d%', '4d100'],
    ['4df', '4dF'],
    ['4d6d1!', '4d6!d1'],
    ['10*2d6', '2d6*10'],
    ['2d6 × 10', '2d6*10'],
    ['d20 − 1', 'd20-1'],
    ['+d6', 'd6'],
    ['007d06', '7d6'],
    ['d6+2*3', 'd6+6'],
  ])('read %s as %s', (one, other) => expect(parsed(one)).toEqual(parsed(other)))

  it.each(['d20', '3d6+2', 'd6+2d4+3', '4d10k3', '2d20kl1', '4d6dl1', '4d6dh1', '2d6!', '5d10!k2', '4dF-d4', '-d6', '5-2d6*10'])('write %s back as it was', (words) =>
    expect(expressionText(parsed(words))).toBe(words),
  )

  it('take exactly as much as the limits say', () => {
    expect(parsed(`d6${'+1'.repeat(notationLimits.terms - 1)}`).terms).toHaveLength(20)
    expect(parsed('d6'.padEnd(notationLimits.characters)).terms).toHaveLength(1)
    expect(parsed('999d6+d1000000').terms).toHaveLength(2)
    expect(parsed('d1*1000+1000000').terms).toHaveLength(2)
    expect(parsed('2d6k2').terms[0]).toMatchObject({ keep: { count: 2 } })
  })
})

describe('a refusal', () => {
  it.each([
    // text, what is marked, where, what it says
    ['', '', 0, /nothing to roll yet/],
    ['   ', '', 3, /nothing to roll yet/],
    ['5', '5', 0, /no dice in this/],
    ['3d', '', 2, /ends too early: expected the number of sides/],
    ['3dx', 'x', 2, /Found "x", expected the number of sides/],
    ['d20+', '', 4, /ends too early: expected dice or a number/],
    ['d20+-1', '-', 4, /Found "-", expected dice or a number/],
    ['hello', 'h', 0, /Found "h", expected dice or a number/],
    ['d6🎲', '🎲', 2, /Found "🎲"/],
    ['3d6 d4', 'd', 4, /dice are written without spaces/],
    ['3 d6', 'd', 2, /dice are written without spaces/],
    ['2d6 7', '7', 4, /Found "7", expected \+, - or \*$/],
    ['3d6/2', '/', 3, /there is no division/],
    ['(d6)', '(', 0, /there are no brackets/],
    ['2d6>4', '>', 3, /there are no comparisons/],
    ['2d6r1', 'r', 3, /there is no reroll/],
    ['d20+1.5', '.', 5, /numbers are whole/],
    ['0d6', '0', 0, /0 dice are nothing to roll/],
    ['1001d6', '1001', 0, /1,000 dice at most.*this makes 1,001/],
    ['100000000d6', '100000000', 0, /1,000 dice at most/],
    ['900d6+101d4', '101', 6, /1,000 dice at most.*this makes 1,001/],
    ['1000d6+d4', 'd', 7, /1,000 dice at most/],
    ['d0', '0', 1, /1 to 1,000,000 sides/],
    ['d1000001', '1000001', 1, /1 to 1,000,000 sides/],
    ['d1!', 'd1!', 0, /^d1 can't explode: it would never stop$/],
    ['2+1d1k1!', '1d1k1!', 2, /^d1 can't explode: it would never stop$/],
    ['2d6!!', '!', 4, /a second "!"/],
    ['4d6k0', 'k0', 3, /4 dice can keep 1 to 4, not 0/],
    ['4d6k5', 'k5', 3, /4 dice can keep 1 to 4, not 5/],
    ['4d6kl5', 'kl5', 3, /4 dice can keep 1 to 4, not 5/],
    ['4d6d4', 'd4', 3, /4 dice can drop 1 to 3, not 4/],
    ['2d6dh2', 'dh2', 3, /2 dice can drop 1, not 2/],
    ['d6d1', 'd1', 2, /1 die can't be dropped/],
    ['4d6d', '', 4, /expected how many dice to drop/],
    ['4d6k3d1', 'd1', 5, /one keep or drop/],
    ['3d6*2d4', '2d4', 4, /not by other dice/],
    ['2d6*0', '0', 4, /multiplied by 1 to 1,000, not by 0/],
    ['1001*2d6', '1001', 0, /multiplied by 1 to 1,000, not by 1,001/],
    ['2*3*d6', '*', 3, /a second "\*"/],
    ['3d6**2', '*', 4, /Found "\*"/],
    ['d6+1000001', '1000001', 3, /1,000,000 at most/],
    [`4d6k${'9'.repeat(190)}`, `k${'9'.repeat(190)}`, 3, /not that many$/],
    [`d6${'+1'.repeat(20)}`, '1', 41, /more than 20 terms/],
    ['d6'.padEnd(201), ' ', 200, /201 characters; 200 is the most/],
  ] as const)('of %j marks %j at %i', (text, marked, at, message) => {
    const refusal = refused(text)
    expect(refusal).toMatchObject({ marked, at })
    expect(refusal.message).toMatch(message)
  })
})

describe('any text at all', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'0123456789ddddkkhl!%F+-* '), maxLength: 24 })
  const text = fc.oneof(letters, fc.string({ unit: 'grapheme', maxLength: 240 }))

  it('is rolled or refused with a place inside it, and never hangs', () => {
    let rolled = 0
    fc.assert(
      fc.property(text, (words) => {
        const result = parseNotation(words)
        if (!result.ok) {
          expect(result.message).not.toBe('')
          expect(result.at).toBeGreaterThanOrEqual(0)
          expect(result.length).toBeGreaterThanOrEqual(0)
          expect(result.at + result.length).toBeLessThanOrEqual(words.length)
          return
        }
        rolled += 1
        const { expression } = result
        expect(parsed(expressionText(expression))).toEqual(expression)
        const { total, groups } = rollNotation(expression, (die) => drawFace(die, randomUint32))
        expect(total).toBe(groups.reduce((sum, { sign, subtotal }) => sum + sign * subtotal, 0))
        const odds = oddsOfNotation(expression)
        if (odds.ok && odds.cut === 0) expect(odds.outcomes.some((outcome) => outcome.total === total)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
    expect(rolled).toBeGreaterThan(20)
  })
})
