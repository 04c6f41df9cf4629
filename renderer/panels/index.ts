/** Every panel of an open campaign, in the order in which they stand: one line for each. */
import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column'
import Dices from '@lucide/svelte/icons/dices'
import ListChecks from '@lucide/svelte/icons/list-checks'
import NotebookPen from '@lucide/svelte/icons/notebook-pen'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Swords from '@lucide/svelte/icons/swords'
import Users from '@lucide/svelte/icons/users'
import type { Component } from 'svelte'
import type { PanelCard } from '../state/layout.svelte.ts'
import type { Table } from '../state/shell.svelte.ts'
import CountersPanel from './counters/CountersPanel.svelte'
import FightPanel from './fight/FightPanel.svelte'
import LogPanel from './log/LogPanel.svelte'
import NotesPanel from './notes/NotesPanel.svelte'
import RollPanel from './roll/RollPanel.svelte'
import RosterPanel from './roster/RosterPanel.svelte'
import RollerPanel from './roller/RollerPanel.svelte'

export interface Panel extends PanelCard {
  readonly icon: typeof Users
  readonly component: Component<{ readonly table: Table }>
}

export const panels: readonly Panel[] = [
  { id: 'fight', label: 'Fight', icon: Swords, share: 1.5, least: 23, away: true, component: FightPanel },
  { id: 'characters', label: 'Roster', icon: Users, share: 1.15, least: 20.5, component: RosterPanel },
  { id: 'roll', label: 'Roll', icon: Dices, share: 1.7, least: 26.5, stays: true, component: RollPanel },
  { id: 'counters', label: 'Counters', icon: ChartNoAxesColumn, share: 1.1, least: 18, spare: true, component: CountersPanel },
  { id: 'log', label: 'Log', icon: ScrollText, share: 1.25, least: 21.5, component: LogPanel },
  { id: 'notes', label: 'Notes', icon: NotebookPen, share: 1.25, least: 20.5, spare: true, component: NotesPanel },
  { id: 'roller', label: 'NPC roller', icon: ListChecks, share: 1.5, least: 24, away: true, component: RollerPanel },
]
