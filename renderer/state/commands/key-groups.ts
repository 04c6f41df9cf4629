/** The keys that do something now, by where they belong. */
import type { PanelCard } from '../layout.svelte.ts'
import type { Commands } from './commands.svelte.ts'

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly { readonly id: string; readonly label: string; readonly key: string }[]
}

/** Those of the panel in focus first, then those of the whole window, then the other panels'. */
export function keyGroups(commands: Commands, panels: readonly PanelCard[], here: string | undefined): readonly KeyGroup[] {
  const keyed = commands.current.flatMap(({ id, label, panel }) => {
    const key = commands.shown(id)
    return key === undefined ? [] : [{ id, label, panel, key }]
  })
  const everywhere = { id: undefined, label: 'Everywhere' }
  const groups = [...panels.filter(({ id }) => id === here), everywhere, ...panels.filter(({ id }) => id !== here)]
  return groups.map(({ id, label }) => ({ title: label, keys: keyed.filter(({ panel }) => panel === id) })).filter(({ keys }) => keys.length > 0)
}
