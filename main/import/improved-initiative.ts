/** An export of Improved Initiative: one flat map, `Creatures.<id>` and so on, of objects or of JSON texts. */
import type { CharacterKind } from '../../plugins/api/index.ts'
import type { Collector } from './collect.ts'
import { flatten, listToLines, toLine } from './flatten.ts'
import type { ImportMember } from './entry.ts'
import type { Json, JsonObject } from './json.ts'
import { get, isList, isObject, parseJson, textOf } from './json.ts'

const keyShape = /^(?:ImprovedInitiative\.)?(Creatures|PersistentCharacters|PlayerCharacters|SavedEncounters)\.([^]+)$/
const otherShape = /^(?:ImprovedInitiative\.)?(Spells|AutoSavedEncounters|User|Settings|KeyBindings|ActionBar|Creatures|PersistentCharacters|PlayerCharacters|SavedEncounters)(?:\.|$)/

export const isImprovedInitiative = (json: Json): json is JsonObject => isObject(json) && json.entries.some(([key]) => keyShape.test(key))

export function readImprovedInitiative(map: JsonObject, into: Collector): void {
  const encounters: (readonly [string, JsonObject])[] = []
  for (const [key, held] of map.entries) {
    const [, part, id = ''] = keyShape.exec(key) ?? []
    const value = part === undefined ? undefined : open(held)
    if (part === undefined) leaveOther(key, held, into)
    else if (value === undefined) into.leave('entry that can’t be read', 'entries that can’t be read')
    else if (part === 'SavedEncounters') encounters.push([id, value])
    else if (part === 'PersistentCharacters') readCharacter(id, value, into)
    else readStatBlock(id, value, part === 'PlayerCharacters' ? 'pc' : kindOf(value), [], into)
  }
  // After everybody else: only then is it known who is in an encounter alone.
  for (const [id, encounter] of encounters) readEncounter(id, encounter, into)
}

/** In the browser's own store, each value is a JSON text. */
function open(value: Json): JsonObject | undefined {
  if (typeof value !== 'string') return isObject(value) ? value : undefined
  const parsed = parseJson(value)
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined
}

function leaveOther(key: string, held: Json, into: Collector): void {
  const part = otherShape.exec(key)?.[1]
  if (part === undefined) into.leaveField(key)
  else if (part === 'Spells' && key.includes('Spells.')) into.leave('spell', 'spells')
  else if (part === 'AutoSavedEncounters') into.leave('encounter that was running', 'encounters that were running', isObject(held) || typeof held === 'string' ? 1 : 0)
  else if (['User', 'Settings', 'KeyBindings', 'ActionBar'].includes(part)) into.leave('setting of the other tool', 'settings of the other tool')
}

const kindOf = (block: JsonObject): CharacterKind => (/^\s*$|^npc$/i.test(textOf(block, 'Player') ?? '') ? 'npc' : 'pc')

const characterKeys = new Set(['Id', 'Version', 'Name', 'Path', 'LastUpdateMs', 'CurrentHP', 'StatBlock', 'Notes'])

function readCharacter(id: string, character: JsonObject, into: Collector): void {
  const block = get(character, 'StatBlock')
  const whole = isObject(block) ? block : { entries: [] }
  leaveUnknown(character, characterKeys, into)
  const own = character.entries.filter(([key]) => ['Id', 'Name', 'Path', 'CurrentHP'].includes(key))
  const notes = textOf(character, 'Notes')
  readStatBlock(id, { entries: [...own, ...whole.entries.filter(([key]) => !own.some(([ownKey]) => ownKey === key))] }, 'pc', notes === undefined ? [] : [notes], into)
}

/** Kept as fields. */
const fieldKeys = ['HP', 'AC', 'InitiativeModifier', 'InitiativeSpecialRoll', 'InitiativeAdvantage', 'Abilities', 'Challenge', 'Type', 'Source', 'CurrentHP']
/** Kept as lines of notes. */
const lineKeys = ['Speed', 'DamageVulnerabilities', 'DamageResistances', 'DamageImmunities', 'ConditionImmunities', 'Saves', 'Skills', 'Senses', 'Languages']
const deedKeys = ['Traits', 'Actions', 'BonusActions', 'Reactions', 'LegendaryActions', 'MythicActions']
const blockKeys = new Set(['Id', 'Version', 'Name', 'Path', 'Player', 'Description', 'LastUpdateMs', 'ImageURL', ...fieldKeys, ...lineKeys, ...deedKeys])

function readStatBlock(id: string, block: JsonObject, kind: CharacterKind, notes: readonly string[], into: Collector): void {
  leaveUnknown(block, blockKeys, into)
  const { fields } = flatten({ entries: block.entries.filter(([key]) => fieldKeys.includes(key)) })
  const linesOf = (keys: readonly string[]): readonly string[] =>
    keys.flatMap((key) => {
      const value = get(block, key)
      return isList(value) ? listToLines(key, value) : typeof value === 'string' && value !== '' ? [toLine(key, value)] : []
    })
  for (const key of deedKeys) {
    const deeds = get(block, key)
    const [one, many] = key === 'Traits' ? ['trait', 'traits'] : ['action', 'actions']
    if (isList(deeds)) into.leave(`${one}, but for the notes`, `${many}, but for the notes`, deeds.length)
  }
  if (textOf(block, 'ImageURL') !== undefined) into.leave('picture', 'pictures')
  const description = textOf(block, 'Description')
  into.add({
    id: id === '' || id === 'undefined' || id === 'null' ? textOf(block, 'Id') : id,
    needsId: true,
    name: textOf(block, 'Name'),
    kind,
    tags: (textOf(block, 'Path') ?? '').split('/'),
    notes: [...notes, ...(description === undefined ? [] : [description]), ...linesOf(lineKeys), ...linesOf(deedKeys)],
    fields,
  })
}

const encounterKeys = new Set(['Id', 'Version', 'Name', 'Path', 'Combatants', 'Creatures', 'ActiveCombatantId', 'RoundCounter', 'LastUpdateMs', 'BackgroundImageUrl'])

/** Older versions call the combatants `Creatures` and their stat blocks `Statblock`. */
function readEncounter(id: string, encounter: JsonObject, into: Collector): void {
  leaveUnknown(encounter, encounterKeys, into)
  const listed = [get(encounter, 'Combatants'), get(encounter, 'Creatures')].find(isList) ?? []
  const members: ImportMember[] = []
  for (const combatant of listed.filter(isObject)) {
    const block = [get(combatant, 'StatBlock'), get(combatant, 'Statblock')].find(isObject)
    const name = (block && textOf(block, 'Name')) ?? textOf(combatant, 'Name') ?? textOf(combatant, 'Alias')
    if (name === undefined) {
      into.leave('combatant without a name', 'combatants without a name')
      continue
    }
    members.push({ name: name.trim(), count: 1, hidden: get(combatant, 'Hidden') === true })
    if (into.has(name.trim()) || !block) continue
    into.mend(`"${name.trim().slice(0, 60)}" stood in an encounter alone and was added from there`)
    readStatBlock(`encounter:${name.trim()}`, block, kindOf(block), [], into)
  }
  into.addEncounter({ id, name: textOf(encounter, 'Name'), members })
}

function leaveUnknown(object: JsonObject, known: ReadonlySet<string>, into: Collector): void {
  for (const [key] of object.entries) if (!known.has(key)) into.leaveField(key)
}
