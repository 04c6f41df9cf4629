import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostOfAKind, numberNames, parseMuster, singulars } from '../../main/rules/muster.ts'
import { createFight } from '../support/fight.ts'

/** Each kind as `count name word value`, or what is wrong. */
const read = (text: string) => {
  const parsed = parseMuster(text)
  return parsed.ok ? parsed.kinds.map(({ name, count, choices }) => [count, name, ...choices.flatMap(({ word, value }) => [word, value])].join(' ')) : parsed.message
}

describe('who comes, in words,', () => {
  it.each([
    ['3 wolves', '3 wolves'],
    ['goblin x5', '5 goblin'],
    ['goblin ×5', '5 goblin'],
    ['goblin×5', '5 goblin'],
    ['goblin X 5', '5 goblin'],
    ['5x goblin', '5 goblin'],
    ['5 x goblin', '5 goblin'],
    ['5×goblin', '5 goblin'],
    ['boss level 6', '1 boss level 6'],
    ['Cave ogre', '1 Cave ogre'],
    ['  2   cave  ogres ', '2 cave  ogres'],
    ['phoenix', '1 phoenix'],
    ['4 x-ray dogs', '4 x-ray dogs'],
    ['Ghoul LEVEL 3 Armor -1', '1 Ghoul level 3 armor -1'],
    ['3 wölfe stärke 4', '3 wölfe stärke 4'],
    ['Room 12', '1 Room 12'],
    ['100 rats', '100 rats'],
  ])('%j, is read', (text, kind) => expect(read(text)).toEqual([kind]))

  it('is several kinds, parted by commas, semicolons or lines', () => {
    expect(read('2 guards level 3 health 12; Kira')).toEqual(['2 guards level 3 health 12', '1 Kira'])
    expect(read('3 wolves, goblin x2,\nboss level 6,,')).toEqual(['3 wolves', '2 goblin', '1 boss level 6'])
  })

  it.each(['', '  ', ',;\n'])('is asked for where it is %j', (text) => expect(read(text)).toBe('Write who comes, for example: 3 wolves.'))

  it.each(['0 wolves', 'wolf x0', '101 wolves', '99999999999999999999 wolves', 'Kira, 101 wolves'])('is refused as %j', (text) =>
    expect(read(text)).toBe(`“${text.replace('Kira, ', '')}”: from 1 to ${mostOfAKind} of a kind can come at once.`))

  it.each(['3', '3 4', '3 x 4', '-5'])('needs a name beside the number in %j', (text) => expect(read(text)).toBe(`“${text}” has a number but no name.`))

  it('is read or refused whatever is written', () => {
    const words = fc.array(fc.constantFrom('x', '×', '3', '12', 'wolf', ' ', ' ', ',', '-1', 'é', '.'), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), words), (text) => {
        const parsed = parseMuster(text)
        if (!parsed.ok) expect(parsed.message).not.toBe('')
        else for (const { name, count } of parsed.kinds) {
          expect(name.trim()).toBe(name)
          expect(name).not.toBe('')
          expect(Number.isInteger(count) && count >= 1 && count <= mostOfAKind).toBe(true)
        }
      }),
    )
  })
})

describe('the singular', () => {
  it.each([
    ['wolves', 'wolf'],
    ['knives', 'knife'],
    ['harpies', 'harpy'],
    ['foxes', 'fox'],
    ['witches', 'witch'],
    ['swordsmen', 'swordsman'],
    ['goblins', 'goblin'],
    ['horses', 'horse'],
    ['zombies', 'zombie'],
    ['Cave Ogres', 'Cave Ogre'],
  ])('of %s may be %s', (plural, singular) => {
    expect(singulars(plural)[0]).toBe(plural)
    expect(singulars(plural)).toContain(singular)
  })

  it('of what is no plural is itself', () => expect(singulars('deer')).toEqual(['deer']))
})

describe('numbering', () => {
  it('gives one alone no number, and several one each', () => {
    expect(numberNames('Wolf', 1, [])).toEqual(['Wolf'])
    expect(numberNames('Wolf', 3, ['Goblin', 'Wolfram'])).toEqual(['Wolf 1', 'Wolf 2', 'Wolf 3'])
  })

  it('goes on after the highest number, and counts one without a number as the first', () => {
    expect(numberNames('Wolf', 1, ['Wolf'])).toEqual(['Wolf 2'])
    expect(numberNames('Wolf', 2, ['Wolf 4', 'Wolf 2'])).toEqual(['Wolf 5', 'Wolf 6'])
    expect(numberNames('Wolf', 1, ['Dire Wolf 7'])).toEqual(['Wolf'])
  })

  it('of five wolves gives no living two the same name after the second is taken out and one is added', () => {
    const names = numberNames('Wolf', 5, [])
    const play = createFight(Object.fromEntries(names.map((name) => [name, 10])))
    play.remove('Wolf 2')
    const living = () => play.fight.combatants.filter(({ gone }) => !gone).map(({ name }) => name)
    for (const name of numberNames('Wolf', 1, living())) play.add(name, 10)
    expect(living()).toEqual(['Wolf 1', 'Wolf 3', 'Wolf 4', 'Wolf 5', 'Wolf 6'])
  })

  it('never gives a name that somebody bears, nor one twice', () => {
    const name = fc.array(fc.constantFrom('Wolf', 'Wolf', ' ', ' ', '1', '2', '0', '99999999999999999999', '9007199254740992'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('').trim())
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 5 }), fc.array(name), (base, count, taken) => {
        const names = numberNames(base, count, taken)
        expect(names).toHaveLength(count)
        expect(new Set([...names, ...taken]).size).toBe(count + new Set(taken).size)
      }),
      { numRuns: 500 },
    )
  })
})
