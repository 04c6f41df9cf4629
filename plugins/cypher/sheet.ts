/** Everything a sheet holds. Player characters and creatures share little more than Armor and notes. */
import type { Counter, Field } from '../api/index.ts'
import { characterCounters, characterStats } from './character.ts'
import { creatureCounters, creatureStats } from './creature.ts'

export const stats: readonly Field[] = [
  ...characterStats,
  ...creatureStats,
  {
    id: 'ownArmor',
    label: 'Armor points',
    type: 'number',
    min: 0,
    max: 99,
    default: 0,
    group: 'Armor',
    help: 'Light armor gives 1, medium 2, heavy 3. They come off each hit to Might or health.',
    aliases: ['armor', 'system.combat.armor', 'system.combat.armor.ratingTotal', 'system.armor', 'system.armor.armorValueTotal'],
  },
  { id: 'notes', label: 'Notes', type: 'text', multiline: true, default: '', group: 'Notes' },
]

export const counters: readonly Counter[] = [
  ...characterCounters,
  ...creatureCounters,
  { id: 'intrusions', label: 'GM intrusions', owner: 'gm', min: 0, initial: 0, tone: 'plain', resets: 'session' },
]
