import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input, System } from '../../plugins/api/index.ts'
import cypher from '../../plugins/cypher/index.ts'
import epochrypha from '../../plugins/epochrypha/index.ts'
import sfrpg from '../../plugins/sfrpg/index.ts'
import starter from '../../plugins/starter/index.ts'
import { parseForm } from '../../main/rules/fields.ts'
import { anyInput, contextOf, whole } from './play.ts'

/** The varied form, with the defaults for what is not given. */
function vary(system: System, given: Input, faces: readonly number[]) {
  const { npc } = system
  if (!npc?.vary) throw new Error('no vary')
  return npc.vary(whole(npc.input, given as never), faces, contextOf(system, {}, 'npc'))
}

describe('a varied NPC', () => {
  it.each([
    ['cypher', cypher, { level: 3 }, [1, 6], { level: 2, health: 9 }],
    ['cypher with health', cypher, { level: 10, health: 2 }, [6, 1], { level: 10, health: 1 }],
    ['epochrypha', epochrypha, { melee: 50, charisma: 5, will: 95 }, [100, 1, 100], { melee: 60, charisma: 1, will: 100, health: 0 }],
    ['epochrypha with health', epochrypha, { health: 10 }, [50, 50, 50, 100], { health: 12 }],
    ['sfrpg', sfrpg, { skill: 30, hitDifficulty: 50, hitPoints: 10 }, [99, 0, 50], { skill: 39, hitDifficulty: 45, hitPoints: 10 }],
    ['starter', starter, { menace: 6 }, [6], { menace: 6 }],
    ['starter', starter, { menace: 2 }, [1], { menace: 1 }],
  ] as const)('of %s stays near what was chosen', (_, system, given, faces, expected) => {
    expect(vary(system, given, [])).toMatchObject({ need: [{ count: faces.length }] })
    expect(vary(system, given, faces)).toMatchObject({ input: expected })
  })

  it.each([
    ['cypher', cypher],
    ['epochrypha', epochrypha],
    ['sfrpg', sfrpg],
    ['starter', starter],
  ] as const)('of %s always fits the form', (_, system) => {
    const fields = system.npc?.input ?? []
    fc.assert(
      fc.property(anyInput(fields), fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })), (input, random) => {
        const first = vary(system, input, [])
        if (!('need' in first)) throw new Error('no dice')
        const faces = first.need.flatMap(({ die, count }) => Array.from({ length: count }, () => die.from + Math.floor((random.next().value ?? 0) * (die.to - die.from + 1))))
        const varied = vary(system, input, faces)
        expect('input' in varied && parseForm(fields, { ...input, ...varied.input }).problems).toEqual([])
      }),
    )
  })
})
