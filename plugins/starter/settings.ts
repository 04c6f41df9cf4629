/** What a campaign may choose, and the house rules that such a choice can bring. */
import type { Setting, Value } from '../api/index.ts'

export const settings: readonly Setting[] = [
  {
    id: 'sixes',
    label: 'A six',
    type: 'choice',
    options: [
      { id: 'explode', label: 'Brings another die' },
      { id: 'count', label: 'Counts once and that is all' },
    ],
    default: 'explode',
    // One of the answers is not how the game is written.
    houseRule: true,
  },
]

/** The settings as this system’s own files read them: checked by the host, so a cast is safe. */
export const sixesExplode = (settings: Readonly<Record<string, Value>>): boolean => settings.sixes === 'explode'

/** What each house rule says. Outcomes name those that they rest on, and the screen shows the text. */
export const houseRules = {
  'plain-sixes': 'In this campaign a six counts once and brings no other die.',
  'even-contest': 'The game does not say what equal sixes in a contest mean: we call it a stand-off.',
} satisfies Record<string, string>

export type HouseRule = keyof typeof houseRules
