import type { Setting, Value } from '../api/index.ts'

export const settings: readonly Setting[] = [
  {
    id: 'naturalTwenty',
    label: 'A natural 20 succeeds',
    type: 'choice',
    options: [
      { id: 'always', label: 'Always' },
      { id: 'reach', label: 'Only when the total reaches the target' },
    ],
    default: 'always',
    houseRule: true,
  },
  {
    id: 'helperAsset',
    label: 'A helper is worth two assets when',
    type: 'choice',
    options: [
      { id: 'specialised', label: 'Specialised' },
      { id: 'trained', label: 'Trained or specialised' },
    ],
    default: 'specialised',
    houseRule: true,
  },
]

/** The settings as the modules of this system read them. */
export type Settings = {
  readonly naturalTwenty: 'always' | 'reach'
  readonly helperAsset: 'specialised' | 'trained'
}

export const toSettings = (settings: Readonly<Record<string, Value>>) => settings as Settings

export const houseRules = {
  'reach-on-twenty': 'In this campaign a natural 20 succeeds only when the total reaches the target.',
  'trained-helper': 'In this campaign a trained helper already counts as two assets.',
  'plain-defence': 'A natural 17 or more on a defence does nothing special.',
  'plain-ally': 'A player rolls for an NPC of their side with the die alone: its level changes nothing, and it uses no Effort.',
  'meets-initiative': 'A player’s character whose initiative meets the target acts before the NPCs.',
} satisfies Record<string, string>

export type HouseRule = keyof typeof houseRules
