import { z } from 'zod'
import type { CharacterId, CombatantId, ConditionId, EncounterId, FightId, NoteId, PlaceId, RollId, SessionId, TableId } from '../../preload/contract.ts'

/** Pieces that several requests share. Everything from a window is parsed by these first. */
export const id = z.string().regex(/^[a-z][A-Za-z0-9-]{0,63}$/)
export const characterId = z.int().positive().transform((value) => value as CharacterId)
export const rollId = z.int().positive().transform((value) => value as RollId)
export const noteId = z.int().positive().transform((value) => value as NoteId)
export const sessionId = z.int().positive().transform((value) => value as SessionId)
const rowId = z.int().positive()
export const fightId = rowId.transform((value) => value as FightId)
export const placeId = rowId.transform((value) => value as PlaceId)
export const combatantId = rowId.transform((value) => value as CombatantId)
export const tableId = rowId.transform((value) => value as TableId)
export const encounterId = rowId.transform((value) => value as EncounterId)
export const conditionId = rowId.transform((value) => value as ConditionId)
export const note = z.string().max(200)
export const tags = z.array(z.string().max(60)).max(50)
export const name = z.string().max(300)
export const nothing = z.strictObject({})

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** Leaves out what wasn't given, instead of carrying it along as undefined. */
export const present = <T extends object>(value: T): Present<T> => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Present<T>

const scalar = z.union([z.number(), z.string().max(2_000), z.boolean()])
const row = z.record(id, scalar)
/** Values by field id, as forms and sheets give them. The declarations are checked further in. */
export const values = z.record(id, z.union([scalar, z.array(row).max(500)]))

export const side = { who: characterId.optional(), picks: z.record(id, z.int().nonnegative()), input: values }
const checkSide = z
  .strictObject(side)
  .transform(present)
export const checkInput = { check: id, sides: z.array(checkSide).min(1).max(2) }
const typedFace = z.string().max(40)
export const typed = z.union([z.array(typedFace).max(1_000), z.strictObject({ total: typedFace })])
export const typedSides = z.array(typed.nullable()).max(2)
