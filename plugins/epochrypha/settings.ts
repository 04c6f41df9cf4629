import type { Setting, Value } from '../api/index.ts'

export const settings: readonly Setting[] = [
  {
    id: 'spikes',
    label: 'Doubles are spikes',
    type: 'flag',
    default: true,
    help: 'A double is a Triumph or a Despair. Off, its last digit decides who is paid; 00 stays a Despair.',
    houseRule: true,
  },
  {
    id: 'npcRollsPay',
    label: 'Rolls for NPCs pay',
    type: 'flag',
    default: false,
    help: 'Off, the point of an NPC’s roll is only offered and one click pays it.',
    houseRule: true,
  },
  {
    id: 'initiativePays',
    label: 'Initiative rolls pay',
    type: 'flag',
    default: false,
    help: 'Off, rolling for turn order pays no Luck and no Toll.',
    houseRule: true,
  },
]

/** The settings as the modules of this system read them. */
export type Settings = {
  readonly spikes: boolean
  readonly npcRollsPay: boolean
  readonly initiativePays: boolean
}

export const toSettings = (settings: Readonly<Record<string, Value>>) => settings as Settings

export const houseRules = {
  'spikes-off': 'This campaign reads a double by its last digit, like any other roll.',
  'npc-rolls': 'Who is paid when the GM rolls for an NPC is not written down: a campaign setting decides.',
  initiative:
    'The order of a fight is not written down: everybody checks, successes act first by higher magnitude, then failures by lower; ties go to the higher score.',
  opposed:
    'How two sides compare is not written down: a success beats a failure by both magnitudes together, otherwise the better magnitude wins by the difference.',
} satisfies Record<string, string>

export type HouseRule = keyof typeof houseRules
