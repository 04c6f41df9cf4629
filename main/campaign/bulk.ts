/** What is done to several of the roster at once, each in one undoable step. */
import type { CharacterId, Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import { done, failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { followSheet } from './counters.ts'
import { leaveFights } from './fight/turns.ts'
import { insertCharacter, toTag, type RosterDesk } from './roster.ts'

const mostFound = 500

/** Those whose name, tags or notes hold every word of a text, or its beginning; the best first. */
export function searchRoster({ records }: RosterDesk, text: string): readonly CharacterId[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return records.characters.search(words, mostFound) as readonly CharacterId[]
}

export function tagCharacters(desk: RosterDesk, door: Door, ids: readonly CharacterId[], add: readonly string[], remove: readonly string[]): Reply<null> {
  return onEach(desk, ids, (chosen) => {
    const tags = add.map(toTag).filter((tag) => tag !== '')
    return door.act(`tags of ${nameOfAll(chosen)}`, () => {
      for (const record of chosen) {
        const kept = record.tags.filter((tag) => !remove.includes(tag) && !tags.includes(tag))
        desk.records.characters.update({ ...record, tags: [...kept, ...tags] })
      }
      return null
    })
  })
}

/** Copies of sheets, each under a name that is free, with counters as a new one has them. */
export function duplicateCharacters(desk: RosterDesk, door: Door, ids: readonly CharacterId[]): Reply<readonly CharacterId[]> {
  return onEach(desk, ids, (chosen) => {
    const taken = new Set(desk.records.characters.list().map(({ name }) => name))
    return door.act(`duplicating ${nameOfAll(chosen)}`, (at) =>
      chosen.map(({ id: _id, ...record }) => {
        const name = freeName(record.name, taken)
        taken.add(name)
        return insertCharacter(desk, { ...record, name, source: null }, at)
      }),
    )
  })
}

export function deleteCharacters(desk: RosterDesk, door: Door, ids: readonly CharacterId[]): Reply<null> {
  return onEach(desk, ids, (chosen) =>
    door.act(`deleting ${nameOfAll(chosen)}`, (at) => {
      for (const { id } of chosen) {
        leaveFights(desk, id as CharacterId, at)
        desk.records.characters.delete(id)
      }
      return null
    }),
  )
}

/** Gives a template's copies its sheet as it is now. Their names, and what they hold and lost, stay. */
export function updateCopies(desk: RosterDesk, door: Door, template: CharacterId): Reply<number> {
  const { characters } = desk.records
  const record = characters.get(template)
  if (record?.role !== 'template') return failed('missing', 'That template is not there any more. Nothing was changed.')
  const copies = characters.copiesOf(template)
  if (copies.length === 0) return done(0)
  return door.act(`the copies of ${record.name}`, (at) => {
    for (const copy of copies) {
      const after = { ...copy, stats: record.stats }
      characters.update(after)
      followSheet(desk, copy, after, at)
    }
    return copies.length
  })
}

function onEach<T>({ records }: RosterDesk, ids: readonly CharacterId[], run: (chosen: readonly CharacterRecord[]) => Reply<T>): Reply<T> {
  const chosen = ids.map((id) => records.characters.get(id))
  const there = chosen.filter((record) => record !== undefined)
  if (there.length < chosen.length) return failed('missing', 'Somebody chosen is not there any more. Nothing was changed.')
  return run(there)
}

const nameOfAll = (chosen: readonly CharacterRecord[]): string => (chosen.length === 1 ? (chosen[0]?.name ?? '') : `${chosen.length} of the roster`)

function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, base = name] = /^(.*\S)\s+\d+$/.exec(name) ?? []
  for (let number = 2; ; number += 1) if (!taken.has(`${base} ${number}`)) return `${base} ${number}`
}
