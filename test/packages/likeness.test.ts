import { describe, expect, it } from 'vitest'
import { idLikeness, mixesAlphabets, whyAlike } from '../../main/packages/likeness.ts'

const others = [{ id: 'ember-roads', name: 'Ember Roads' }]

describe('a system that could be taken for another', () => {
  it.each(['ernber-roads', 'ember-r0ads', 'emberroads', 'ember--roads'])('is named by its id %s', (id) => {
    expect(whyAlike({ id, name: 'Mine' }, others)).toBe(`Its id "${id}" could be taken for "ember-roads", which is Ember Roads.`)
  })

  it.each(['Ember Roads', 'EMBER  ROADS', 'Émber-Roads', 'Ｅｍｂｅｒ Roads'])('is named by its name %s', (name) => {
    expect(whyAlike({ id: 'mine', name }, others)).toContain('as another system does, whose id is "ember-roads"')
  })

  it('is none where both are its own, or where it is the very one', () => {
    expect(whyAlike({ id: 'mine', name: 'Ember Lanes' }, others)).toBeUndefined()
    expect(whyAlike({ id: 'ember-roads', name: 'Ember Roads' }, others)).toBeUndefined()
  })

  it('is not every other id', () => {
    const ids = ['cypher', 'epochrypha', 'sfrpg', 'starter', 'night-trains', 'coin']
    expect(new Set(ids.map(idLikeness)).size).toBe(ids.length)
  })
})

it('a word of two alphabets that look alike is told from words of one each', () => {
  expect(mixesAlphabets('Systеm')).toBe(true)
  expect(mixesAlphabets('Война и мир: War and Peace')).toBe(false)
  expect(mixesAlphabets('Größe 3')).toBe(false)
})
