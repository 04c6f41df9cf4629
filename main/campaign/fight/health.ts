import type { CharacterId, HealthPreview, Reply } from '../../../preload/contract.ts'
import type { Change } from '../../db/journal.ts'
import type { CharacterRecord } from '../../db/stores/characters.ts'
import { readAmount } from '../../rules/amount.ts'
import { withCombatants } from '../../rules/fight.ts'
import { done, failed } from '../../rules/reply.ts'
import type { Door } from '../act.ts'
import { planAction, writeChange, type PlannedAction } from '../actions.ts'
import { counterValues, moveCounter } from '../counters.ts'
import { noteDeed } from '../deeds.ts'
import { valuesOf } from '../roster.ts'
import type { SystemRunner } from '../system.ts'
import { loadFight, saveFight, type FightDesk } from './desk.ts'

/** What harm or healing does to one character: by the system's own action, or off the first counter of health. */
type Hit = { readonly record: CharacterRecord; readonly plan: PlannedAction } | { readonly record: CharacterRecord; readonly counter: string; readonly amount: number }

/** Harm or healing as the GM asks for it. */
export interface HealthInput {
  readonly characters: readonly CharacterId[]
  readonly as: 'damage' | 'heal'
  /** In words. */
  readonly amount: string
}

/** Harms or heals some characters by an amount in words, all in one step, by the system's own rule. */
export async function changeHealth(desk: FightDesk, door: Door, runner: SystemRunner, input: HealthInput): Promise<Reply<null>> {
  const planned = await planHits(desk, runner, input)
  if (!planned.ok) return planned
  const { hits, said } = planned.value
  const [first] = hits
  if (!first) return refused('That is 0 for everybody chosen: nothing was changed.')
  const label = `${said.size === 1 ? [...said][0] : input.as === 'damage' ? 'damage' : 'healing'} to ${hits.length === 1 ? first.record.name : `${hits.length} combatants`}`
  return door.act(label, (at) => {
    for (const hit of hits) strike(desk, hit, at)
    return null
  })
}

/** How many of those chosen a preview tells of. */
const previewed = 8

/** What harm or healing would come to; nothing is written. */
export async function previewHealth(desk: FightDesk, runner: SystemRunner, { characters, ...rest }: HealthInput): Promise<Reply<readonly HealthPreview[]>> {
  const planned = await planHits(desk, runner, { characters: characters.slice(0, previewed), ...rest })
  if (!planned.ok) return planned
  return done(planned.value.hits.map((hit): HealthPreview => ({ character: hit.record.id as CharacterId, explain: 'plan' in hit ? hit.plan.change.explain : [fallOf(desk, hit)] })))
}

interface Hits {
  readonly hits: readonly Hit[]
  /** In words, each different amount once. */
  readonly said: ReadonlySet<string>
}

async function planHits(desk: FightDesk, runner: SystemRunner, { characters, as, amount: text }: HealthInput): Promise<Reply<Hits>> {
  const { health } = desk.declarations
  if (!health) return failed('missing', "This campaign's system counts no health. Note harm as a condition.")
  const hits: Hit[] = []
  const said = new Set<string>()
  for (const id of characters) {
    const record = desk.records.characters.get(id)
    if (!record) return failed('missing', 'Somebody chosen is not there any more. Nothing was changed.')
    const counter = vitalCounter(desk, record)
    const read = readAmount(text, { now: counter?.value ?? 0 })
    if (!read.ok) return refused(read.message)
    if (read.amount === 0) continue
    const harms = (as === 'damage') === read.amount > 0
    const amount = Math.abs(read.amount)
    said.add(`${harms ? 'damage' : 'healing'} ${amount}`)
    const action = harms ? health.damage : health.heal
    if (action === undefined) {
      if (!counter) return refused(`${record.name} has no health to change.`)
      hits.push({ record, counter: counter.id, amount: harms ? -amount : amount })
      continue
    }
    const plan = await planAction(desk, runner, { action, who: id, picks: {}, input: { amount } })
    if (!plan.ok) return failed(plan.error.code, characters.length > 1 ? `${record.name}: ${plan.error.message}${plan.error.message.endsWith('Nothing was changed.') ? '' : ' Nothing was changed.'}` : plan.error.message, plan.error.problems)
    hits.push({ record, plan: plan.value })
  }
  return done({ hits, said })
}

/** Where a counter of health would stand, in words. */
function fallOf(desk: FightDesk, { record, counter, amount }: Extract<Hit, { readonly counter: string }>): string {
  const { value = 0, min = -Infinity, max = Infinity } = valuesOf(desk, record)[counter] ?? {}
  const label = desk.declarations.counters.find(({ id }) => id === counter)?.label ?? counter
  return `${label} ${value} to ${Math.max(min, Math.min(max, value + amount))}`
}

/**
 * Marks as defeated whose health came to its end in a step, and brings back whom it raised, in the open
 * fight and where the rules say so. `changes` are the rows that the step touched; part of its transaction.
 */
export function followHealth(desk: FightDesk, changes: readonly Change[]): void {
  const { fights, characters, counters } = desk.records
  const open = fights.open()
  const vital = desk.declarations.health?.vital ?? desk.declarations.health?.counters ?? []
  if (open === undefined || vital.length === 0 || fights.rules().atZero !== 'defeat') return
  const before = new Map<number, Record<string, number>>()
  for (const { table, op, values } of changes) {
    if (table !== 'counter' || op !== 'update' || typeof values?.character !== 'number' || !vital.includes(String(values.counter))) continue
    // The first note of a row holds what it was before the step.
    before.set(values.character, { [String(values.counter)]: Number(values.value), ...before.get(values.character) })
  }
  const fight = before.size > 0 ? loadFight(desk, open) : undefined
  const changed = (fight?.combatants ?? []).filter(({ character, defeated }) => {
    const old = character === undefined ? undefined : before.get(character)
    const record = old && characters.get(character as CharacterId)
    if (!record) return false
    const now = counters.of({ character: record.id })
    const isDown = isAtEnd(desk, record, vital, now)
    return isDown !== isAtEnd(desk, record, vital, { ...now, ...old }) && isDown !== defeated
  })
  if (fight && changed.length > 0) saveFight(desk, fight, withCombatants(fight, changed.map(({ id }) => id), (each) => ({ ...each, defeated: !each.defeated })))
}

/** Whether all of somebody's counters of health that hold anything are at their end. */
function isAtEnd(desk: FightDesk, record: CharacterRecord, vital: readonly string[], values: Readonly<Record<string, number>>): boolean {
  const counted = Object.entries(counterValues(desk, record.kind, values, record.stats)).filter(([id, { max = 0 }]) => vital.includes(id) && max > 0)
  return counted.length > 0 && counted.every(([, { value, min = 0 }]) => value <= min)
}

/** The first counter of health that somebody has. */
function vitalCounter(desk: FightDesk, record: CharacterRecord): { readonly id: string; readonly value: number } | undefined {
  const values = valuesOf(desk, record)
  const id = desk.declarations.health?.counters.find((each) => values[each])
  return id === undefined ? undefined : { id, value: values[id]?.value ?? 0 }
}

function strike(desk: FightDesk, hit: Hit, at: number): void {
  if ('plan' in hit) {
    writeChange(desk, hit.plan, at)
    return
  }
  const { record, counter, amount } = hit
  const now = desk.records.characters.get(record.id) ?? record
  const { value = 0, max = Infinity } = valuesOf(desk, now)[counter] ?? {}
  const deed = noteDeed(desk, at, amount < 0 ? `takes ${-amount} damage` : `is healed by ${Math.max(0, Math.min(amount, max - value))}`, [], record.name)
  moveCounter(desk, now, counter, amount, at, { deed, reason: amount < 0 ? 'damage' : 'healing' })
}

const refused = (message: string): Reply<never> => failed('refused', message, [{ side: 0, field: 'amount', message }])
