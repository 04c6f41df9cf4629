/**
 * Reading other tools' files. Bytes in, data out: nothing here writes, and nothing throws whatever the
 * bytes are. What the bytes are is found out from them, not from the file's name.
 */
import { createCollector } from './collect.ts'
import type { Collector } from './collect.ts'
import { shorten } from './clean.ts'
import { isCompendium, readCompendium } from './compendium.ts'
import { isCsv, readCsv } from './csv.ts'
import { decode } from './decode.ts'
import { hasEncounterBlocks, readEncounterBlocks } from './encounter-blocks.ts'
import type { Parsed, ReadImport, RefusedImport } from './entry.ts'
import { importLimits, refuse } from './entry.ts'
import { isFoundryActor, readFoundryActor } from './foundry-actor.ts'
import { isImprovedInitiative, readImprovedInitiative } from './improved-initiative.ts'
import type { Json } from './json.ts'
import { parseJson } from './json.ts'
import { isTollkeeper, readTollkeeper } from './tollkeeper.ts'

export type { ImportEncounter, ImportEntry, ImportMember, ReadImport } from './entry.ts'

/** @param fileName only for the message. */
export const readImport = (bytes: Uint8Array, fileName: string): Parsed => named(fileName, readBytes(bytes))

/** Why a file of so many bytes isn't read at all. */
export const refuseSize = (size: number, fileName: string): RefusedImport => named(fileName, tooLong(size))

const named = <T extends Parsed>(fileName: string, read: T): T =>
  read.ok ? read : { ...read, message: `"${shorten(fileName.replace(/[\u0000-\u001f\u007f]/g, ' '))}" can't be imported. ${read.message}` }

const tooLong = (size: number): RefusedImport => refuse(`It is ${inMegabytes(size)} MB long; at most ${inMegabytes(importLimits.bytes)} MB are read.`, 'Split it into smaller files.')

function readBytes(bytes: Uint8Array): Parsed {
  if (bytes.length > importLimits.bytes) return tooLong(bytes.length)
  const mended: string[] = []
  const decoded = decode(bytes, (what) => mended.push(what))
  if (!decoded.ok) return decoded
  const text = decoded.text.replace(/^\ufeff/, '')
  if (text.trim() === '') return refuse('The file is empty.', 'Choose another.')
  const into = createCollector(mended)
  const read = readText(text, into)
  return typeof read === 'string' ? into.finish(read) : read
}

/** A fence at the start of a line can't stand in JSON, and a note may begin with a bracket: so blocks are looked for first. */
function readText(text: string, into: Collector): Done {
  if (hasEncounterBlocks(text)) return done('encounter-blocks', readEncounterBlocks(text, into))
  return /^\s*[{[]/.test(text) ? readJson(text, into) : readTable(text, into)
}

type Done = ReadImport['format'] | RefusedImport
const done = (format: ReadImport['format'], problem: RefusedImport | undefined): Done => problem ?? format

function readJson(text: string, into: Collector): Done {
  const json = parseJson(text)
  if (!json.ok) return refuse(`The JSON in it is broken: ${json.message}.`, 'Export it again and try that.')
  return readJsonValue(json.value, into)
}

function readJsonValue(json: Json, into: Collector): Done {
  if (isTollkeeper(json)) return done('tollkeeper', readTollkeeper(json, into))
  if (isImprovedInitiative(json)) {
    readImprovedInitiative(json, into)
    return 'improved-initiative'
  }
  if (isFoundryActor(json)) {
    readFoundryActor(json, into)
    return 'foundry-actor'
  }
  if (isCompendium(json)) {
    readCompendium(json, into)
    return 'compendium'
  }
  return refuse('Its JSON is of no shape that is known here.', known)
}

const readTable = (text: string, into: Collector): Done =>
  isCsv(text) ? done('csv', readCsv(text, into)) : refuse('It is of no format that is known here.', known)

const known =
  'What can be read: an export of Improved Initiative, one actor of Foundry, a compendium with lists of records, notes with encounter blocks, a CSV file with a column called Name, and what this app exported.'

const inMegabytes = (bytes: number): string => (bytes / (1024 * 1024)).toFixed(1).replace(/\.0$/, '')
