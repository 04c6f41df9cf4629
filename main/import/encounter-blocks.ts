/**
 * `encounter` code blocks of an Obsidian note. They are YAML, of which this reads what people write by
 * hand there: plain keys, a list of creatures, comments. The rest is refused by its line.
 */
import type { Collector, FieldValue } from './collect.ts'
import type { ImportMember, RefusedImport } from './entry.ts'
import { refuse } from './entry.ts'

const opening = /^([ \t>]*)(`{3,}|~{3,})[ \t]*encounter(?:-table)?[ \t]*$/

export const hasEncounterBlocks = (text: string): boolean => /^[ \t>]*(?:`{3,}|~{3,})[ \t]*encounter(?:-table)?[ \t]*\r?$/m.test(text)

interface Line {
  /** Its number in the file, from 1. */
  readonly at: number
  readonly text: string
}

/** Answers with the refusal, if there is one. */
export function readEncounterBlocks(text: string, into: Collector): RefusedImport | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', fence = ''] = opening.exec(lines[at] ?? '') ?? []
    if (fence === '') continue
    const start = at
    const block: Line[] = []
    const inner = (line: string): string => (line.startsWith(indent) ? line.slice(indent.length) : line.replace(/^[ \t>]*/, '')).trimEnd()
    for (at += 1; at < lines.length && !(inner(lines[at] ?? '').startsWith(fence)); at += 1) block.push({ at: at + 1, text: inner(lines[at] ?? '') })
    if (at >= lines.length) return refuse(`The encounter that begins in line ${start + 1} has no end; the file may be cut.`, 'Close it with three backticks.')
    for (const part of splitAtRules(block)) {
      const problem = readBlock(part, into)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

/** `---` stands between several encounters of one block. */
function splitAtRules(block: readonly Line[]): readonly (readonly Line[])[] {
  const parts: Line[][] = [[]]
  for (const line of block) {
    if (/^-{3,}$/.test(line.text)) parts.push([])
    else if (line.text !== '' && !/^\s*#/.test(line.text)) parts.at(-1)?.push(line)
  }
  return parts.filter((part) => part.length > 0)
}

/** Longer lines are no work of hands, and would be slow to match. */
const lineLimit = 2_000

interface Creature {
  readonly member: ImportMember
  readonly fields: readonly (readonly [string, FieldValue])[]
}

const unreadable = ({ at, text }: Line, why: string): RefusedImport => refuse(`Line ${at} can't be read: ${why}: ${text.trim().slice(0, 80)}`, 'Write it as "- 3: Name" and try again.')

function readBlock(lines: readonly Line[], into: Collector): RefusedImport | undefined {
  let name: string | undefined
  let hideCreatures = false
  const creatures: Creature[] = []
  let list = ''
  for (const line of lines) {
    if (line.text.includes('\t') && /^\s*\t/.test(line.text)) return unreadable(line, 'YAML has no tabs before its text')
    if (line.text.length > lineLimit) return unreadable(line, `it is longer than ${lineLimit} characters`)
    const item = /^\s*-\s+(.*)$/.exec(line.text)?.[1]
    if (item !== undefined) {
      if (list === '') return unreadable(line, 'it belongs to no list')
      if (list === 'hide' && scalar(item) === 'creatures') hideCreatures = true
      if (list !== 'creatures') continue
      const creature = readCreature(item, line, into)
      if ('ok' in creature) return creature
      creatures.push(creature)
      continue
    }
    const [, key, rest = ''] = /^([A-Za-z_][\w -]*?)\s*:(?:\s+(.*))?$/.exec(line.text) ?? []
    if (key === undefined) return unreadable(line, 'it is neither "key: value" nor a line of a list')
    const value = scalar(rest) ?? (key === 'name' || key === 'creatures' ? undefined : flowList(rest))
    if (value === undefined) return unreadable(line, 'only plain values are read here')
    list = value === '' ? key : ''
    if (key === 'name') name = value
    else if (key === 'creatures' && value !== '') return unreadable(line, 'creatures are a list, each in its own line')
    else if (key === 'hide') hideCreatures = value.split(',').some((word) => scalar(word.trim()) === 'creatures')
    else if (['players', 'party'].includes(key)) into.leave('list of the players who take part', 'lists of the players who take part')
    else if (key !== 'creatures') into.leaveField(key)
  }
  for (const { member, fields } of creatures) {
    if (!into.has(member.name)) into.add({ name: member.name, kind: 'npc', fields })
  }
  into.addEncounter({ name, members: creatures.map(({ member }) => ({ ...member, hidden: member.hidden || hideCreatures })) })
  return undefined
}

/** A plain or quoted value, without the comment behind it; undefined where YAML means something else. */
function scalar(text: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"\s*(?:#.*)?$/.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(text)?.[1]?.replaceAll("''", "'")
  if (quoted !== undefined) return quoted
  const plain = text.replace(/(?:^|\s+)#.*$/, '').trim()
  return /^(?:\[(?!\[)|[{}&*!|>%@`"'])/.test(plain) ? undefined : plain
}

/** The inside of `[a, b]` in one line. */
const flowList = (text: string): string | undefined => /^\[([^[\]{}]*)\]\s*(?:#.*)?$/.exec(text)?.[1]

const statNames = ['hp', 'ac', 'modifier', 'xp']

/** `3: Goblin`, `Goblin, 7, 15, 2, 50`, `2: [[Goblin]], hidden`. */
function readCreature(item: string, line: Line, into: Collector): Creature | RefusedImport {
  const outer = scalar(item)
  if (outer === undefined) return unreadable(line, 'only plain values are read here')
  const [, counted, behind] = /^(\d+|\d*d\d+(?:\s*[+-]\s*\d+)?)\s*:\s*(.*)$/i.exec(outer) ?? []
  const told = counted === undefined ? outer : scalar(behind ?? '')
  if (told === undefined || told === '') return unreadable(line, 'a creature has a name')
  if (counted === undefined && /^[\w ]+:(?:\s|$)/.test(told)) return unreadable(line, 'a creature is "- 3: Name" or "- Name"')
  const [first = '', ...more] = told.split(/\s*,\s*/)
  const name = first.replace(/^\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]$/, '$1').trim()
  if (name === '') return unreadable(line, 'a creature has a name')
  if (counted !== undefined && /d/i.test(counted)) into.mend(`"${counted}" of ${name.slice(0, 60)} is no plain count and became 1`)
  const fields: (readonly [string, FieldValue])[] = []
  let hidden = false
  let place = 0
  for (const word of more) {
    if (/^hidden$/i.test(word)) hidden = true
    else if (/^-?\d{1,9}$/.test(word) && place < statNames.length) fields.push([statNames[place++] ?? '', Number(word)])
    else if (/^(?:|null|~)$/.test(word)) place += 1
    else into.leave('word behind a creature’s name', 'words behind creatures’ names')
  }
  return { member: { name, count: counted !== undefined && /^\d+$/.test(counted) ? Number(counted) : 1, hidden }, fields }
}
