/** Who can be taken in to roll together. Pure. */
import type { CharacterId } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Fight, Member } from './fight.svelte.ts'

/** Some who can be taken in at once. */
export interface Source {
  readonly id: string
  readonly label: string
  readonly detail: string
  readonly ids: readonly CharacterId[]
}

const suggestedMost = 30

/** Each once. */
export const distinct = (ids: readonly CharacterId[]): readonly CharacterId[] => [...new Set(ids)]

/** Those of the fight: the selected, all NPCs, and each group; nobody who is defeated. */
export function fightSources({ selected, members, rows }: Fight): readonly Source[] {
  const of = (id: string, label: string, list: readonly Member[]): readonly Source[] => {
    const ids = list.filter(({ combatant }) => !combatant.defeated).map(({ character }) => character.id)
    return ids.length === 0 ? [] : [{ id, label, detail: String(ids.length), ids }]
  }
  return [
    ...of('selected', 'Selected in the fight', selected),
    ...of('npcs', 'All NPCs of the fight', members.filter(({ character }) => character.kind === 'npc')),
    ...rows.filter(({ isGroup }) => isGroup).flatMap((row) => of(`place ${row.place.id}`, row.name, row.members)),
  ]
}

/** Who fits what is written: by tag all of them, by name each. */
export function suggestSources({ npcs, copies, templates, players }: Campaign, words: string, taken: readonly CharacterId[]): readonly Source[] {
  const search = words.trim().toLocaleLowerCase()
  if (search === '') return []
  const without = new Set(taken)
  const here = [...copies, ...npcs, ...templates, ...players].filter(({ id }) => !without.has(id))
  const tags = [...new Set(here.flatMap((character) => character.tags))].filter((tag) => tag.toLocaleLowerCase().startsWith(search))
  const byTag = tags.map((tag): Source => {
    const ids = here.filter((character) => character.tags.includes(tag)).map(({ id }) => id)
    return { id: `tag ${tag}`, label: `All tagged ${tag}`, detail: String(ids.length), ids }
  })
  const byName = here.filter(({ name }) => name.toLocaleLowerCase().includes(search)).slice(0, suggestedMost)
  return [...byTag, ...byName.map(({ id, name, tags: own }): Source => ({ id: String(id), label: name, detail: own.join(', '), ids: [id] }))].slice(0, suggestedMost)
}
