/** What is done in a fight by a key. */
import { goToPanel } from '../focus.ts'
import type { Table } from '../shell.svelte.ts'
import type { FightDialog } from '../fight.svelte.ts'
import type { InCampaign } from './catalogue.ts'

const hasFight = ({ fight }: Table) => fight.view !== undefined
const hasAnybody = ({ fight }: Table) => fight.members.length > 0
const hasTargets = ({ fight }: Table) => fight.targets.length > 0
const countsHealth = (table: Table) => table.campaign.declarations.health !== undefined && hasTargets(table)
const targets = ({ fight }: Table) => fight.targetNames
const opens = (dialog: FightDialog) => (table: Table) => {
  table.layout.bringUp('fight')
  table.fight.open(dialog)
}

/** Who is taken into the roller: whom a key acts on, else all NPCs of the fight. */
const rollersOf = ({ fight }: Table) => (fight.targets.length > 0 ? fight.targets : fight.members.filter(({ character }) => character.kind === 'npc')).map(({ character }) => character.id)

/** Selected ones that wait, by name. */
function waitersOf({ fight }: Table): string | undefined {
  const row = fight.rows.find(({ place, members }) => place.waiting !== undefined && members.some(({ combatant }) => fight.isSelected(combatant.id)))
  return row?.name ?? fight.active?.name
}

const commands: readonly InCampaign[] = [
  { id: 'fight.next', label: 'Next turn', keys: ['N'], applies: hasAnybody, run: ({ fight }) => fight.next() },
  { id: 'fight.previous', label: 'Previous turn', keys: ['Shift+N'], applies: ({ fight }) => fight.view?.canGoBack === true, run: ({ fight }) => fight.previous() },
  { id: 'fight.sheet', label: 'Sheet', keys: ['E'], applies: hasTargets, detail: ({ fight }) => fight.targets[0]?.character.name, run: ({ fight, roster }) => roster.edit(fight.targets[0]?.character) },
  { id: 'fight.damage', label: 'Damage', keys: ['D'], applies: countsHealth, detail: targets, run: opens('damage') },
  { id: 'fight.heal', label: 'Heal', keys: ['H'], applies: countsHealth, detail: targets, run: opens('heal') },
  { id: 'fight.condition', label: 'Condition', keys: ['C'], applies: hasTargets, detail: targets, run: opens('condition') },
  { id: 'fight.wait', label: 'Wait, or act now', keys: ['W'], applies: ({ fight }) => fight.active !== undefined, detail: waitersOf, run: ({ fight }) => fight.waitOrAct() },
  { id: 'fight.ready', label: 'Wait for something', applies: ({ fight }) => fight.active !== undefined, detail: ({ fight }) => fight.active?.name, run: opens('note') },
  { id: 'fight.hidden', label: 'Hide from players, or show', keys: ['V'], applies: hasTargets, detail: targets, run: ({ fight }) => fight.toggle('hidden') },
  { id: 'fight.defeated', label: 'Defeated, or back in the fight', keys: ['X'], applies: hasTargets, detail: targets, run: ({ fight }) => fight.toggle('defeated') },
  { id: 'fight.add', label: 'Add to the fight', keys: ['A'], run: opens('add') },
  { id: 'fight.initiative', label: 'Initiative', keys: ['I'], applies: hasAnybody, run: opens('initiative') },
  { id: 'fight.group', label: 'Group the selected, or split them', keys: ['G'], applies: ({ fight }) => fight.selected.length > 0, detail: ({ fight }) => (fight.selected.length > 0 ? fight.targetNames : undefined), run: ({ fight }) => fight.regroup() },
  { id: 'fight.all', label: 'Select all, or none', applies: hasAnybody, run: ({ fight }) => fight.selectAll() },
  {
    id: 'fight.remove',
    label: 'Take out of the fight',
    keys: ['Delete'],
    applies: ({ fight }) => fight.selected.length > 0,
    detail: ({ fight }) => (fight.selected.length > 0 ? fight.targetNames : undefined),
    run: ({ fight }) => fight.remove(fight.selected.map(({ combatant }) => combatant.id)),
  },
  {
    id: 'fight.roller',
    label: 'Roll for the selected',
    keys: ['B'],
    applies: (table) => rollersOf(table).length > 0,
    detail: ({ fight }) => (fight.targets.length > 0 ? fight.targetNames : 'all NPCs'),
    run: (table) => {
      table.roller.replace(rollersOf(table))
      table.layout.bringUp('roller')
      return goToPanel('roller')
    },
  },
  { id: 'fight.list', label: 'Fights of this campaign', run: opens('fights') },
  { id: 'fight.rules', label: 'How fights go', run: opens('rules') },
  { id: 'fight.clear', label: 'Clear the fight', applies: hasAnybody, detail: ({ fight }) => fight.view?.name, run: ({ fight }) => fight.clear() },
  { id: 'fight.end', label: 'End the fight', applies: hasFight, detail: ({ fight }) => fight.view?.name, run: ({ fight }) => fight.end() },
]

export const fightCommands: readonly InCampaign[] = commands.map((command) => ({ ...command, panel: 'fight' }))
