/** A draw of cards: faces with names, and a die that changes as cards leave the deck. */
import type { Check, Die } from '../api/index.ts'
import { outcome } from './outcome.ts'

const deck = ['The Moth', 'The Wick', 'The Ferryman', 'The Empty House', 'The Bell', 'The Kind Stranger', 'The Long Stair', 'The Dawn']

/** The cards that are left, as a die that names its faces. A drawn card is typed in by its name. */
const dieOf = (cards: readonly string[]): Die => ({ id: 'omen', from: 1, to: cards.length, faces: cards })

export const omen: Check = {
  label: 'Omen',
  help: 'Cards say what comes; no card comes twice.',
  for: ['pc', 'npc', 'none'],
  input: [{ id: 'cards', label: 'Cards', type: 'number', min: 1, max: 3, default: 1 }],
  flags: [{ id: 'dawn', label: 'The Dawn', tone: 'boon' }],

  resolve({ cards }, faces) {
    // `faces` hold every draw so far; each says which of the cards then left it was.
    const left = [...deck]
    const drawn = faces.flatMap((face) => left.splice(face - 1, 1))
    if (drawn.length < Number(cards)) return { need: [{ die: dieOf(left), count: 1 }] }
    const dawn = drawn.includes('The Dawn')
    return outcome({
      flags: dawn ? ['dawn'] : [],
      // Offered: the GM pays it out by a click, or lets it be.
      grants: dawn ? [{ counter: 'dawn', to: 'table', amount: 1, offered: true }] : [],
      facts: { cards: drawn.join(', ') },
      explain: drawn.map((card, index) => `card ${index + 1}: ${card}`),
      headline: drawn.join(', '),
    })
  },
}
