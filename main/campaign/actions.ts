import type { Change, Context, Declarations, Field, State } from '../../plugins/api/index.ts'
import type { ActionInput, ActionPreview, ActionResult, CharacterId, CounterValues, Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import { parseForm } from '../rules/fields.ts'
import { fillForm } from '../rules/fill.ts'
import { done, failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { counterValues, followSheet, moveCounter, type CounterDesk, type Holder } from './counters.ts'
import { noteDeed } from './deeds.ts'
import { holderOfRecord, sheetOf } from './roster.ts'
import type { SystemRunner } from './system.ts'

/** Fills and parses an action's form, as a check's is. */
export function previewAction(desk: CounterDesk, input: ActionInput): Reply<ActionPreview> {
  const ready = readyAction(desk, input)
  if (!ready.ok) return ready
  const { form, limits, picks, problems } = ready.value
  return done({ input: form, limits, picks, problems })
}

/** An action that the system has worked out and that fits; nothing is written yet. */
export interface PlannedAction {
  readonly action: string
  readonly change: Change
  readonly actor: CharacterId | undefined
  readonly target: CharacterId | undefined
}

/** Does an action: the system says what changes, the core checks it and writes it as one undoable step. */
export async function applyAction(desk: CounterDesk, door: Door, runner: SystemRunner, input: ActionInput): Promise<Reply<ActionResult>> {
  const planned = await planAction(desk, runner, input)
  if (!planned.ok) return planned
  const { headline, explain } = planned.value.change
  return door.act(headline, (at) => {
    writeChange(desk, planned.value, at)
    return { headline, explain }
  })
}

/** Asks the system what an action changes, and checks that it fits. Nothing is written. */
export async function planAction(desk: CounterDesk, runner: SystemRunner, input: ActionInput): Promise<Reply<PlannedAction>> {
  const ready = readyAction(desk, input)
  if (!ready.ok) return ready
  const { form, actor, target, problems } = ready.value
  const [problem] = problems
  if (problem) return failed('refused', problem.message, problems)
  const state = stateOf(desk, actor, target)
  const context: Context = { settings: desk.records.campaigns.get().settings, actor: actor?.kind ?? 'none' }
  const answer = await runner.run((sandbox) => sandbox.apply(input.action, form, state, context))
  if (!answer.ok) return answer
  const change = answer.value
  if ('refuse' in change) return failed('refused', change.refuse.message, [{ side: 0, ...change.refuse }])
  // Somebody may have been edited or deleted while the system was thinking.
  const [actorNow, targetNow] = [actor, target].map((record) => record && desk.records.characters.get(record.id))
  if ((actor && !actorNow) || (target && !targetNow)) return failed('missing', 'Somebody in this action is not there any more. Nothing was changed.')
  const misfit = misfitOf(desk, change, actorNow, targetNow)
  if (misfit !== undefined) return failed('fault', `${desk.declarations.actions[input.action]?.label ?? input.action} failed: ${misfit} Nothing was changed.`)
  return done({ action: input.action, change, actor: actor?.id as CharacterId | undefined, target: target?.id as CharacterId | undefined })
}

/** Writes a planned action and its line in the log; the transaction is the caller's. */
export function writeChange(desk: CounterDesk, { action, change, actor, target }: PlannedAction, at: number): void {
  const [one, other] = [actor, target].map((id) => (id === undefined ? undefined : desk.records.characters.get(id)))
  write(desk, change, one, other, at, noteDeed(desk, at, change.headline, change.explain, one?.name, { action, character: actor }))
}

interface ReadyAction {
  readonly form: ActionPreview['input']
  readonly limits: ActionPreview['limits']
  readonly picks: ActionPreview['picks']
  readonly problems: ActionPreview['problems']
  readonly actor: CharacterRecord | undefined
  readonly target: CharacterRecord | undefined
}

function readyAction(desk: CounterDesk, { action: id, who, target: other, picks, input }: ActionInput): Reply<ReadyAction> {
  const declared: Declarations['actions'][string] | undefined = Object.hasOwn(desk.declarations.actions, id) ? desk.declarations.actions[id] : undefined
  if (!declared) return failed('missing', `This campaign's system has no action "${id}".`)
  const find = (character: CharacterId | undefined) => (character === undefined ? undefined : desk.records.characters.get(character))
  const [actor, target] = [find(who), find(other)]
  if ((who !== undefined && !actor) || (other !== undefined && !target))
    return failed('missing', 'That character is not there any more. Undo brings a deleted one back.')
  const seen = actor && holderOfRecord(desk, actor)
  const filled = fillForm(declared.input, input, picks, seen)
  const { input: form, problems: found } = parseForm(declared.input, filled.raw, filled.limits)
  const problems = found.map((problem) => ({ side: 0, ...problem }))
  const general = (message: string) => problems.push({ side: 0, field: 'who', message })
  if (!declared.for.includes(actor?.kind ?? 'none')) general(actor ? `${declared.label} is not for ${actor.name}.` : `${declared.label} is for somebody: choose who.`)
  if (declared.target === 'needed' && !target) problems.push({ side: 0, field: 'target', message: `${declared.label} takes a second character: choose one.` })
  if (target && target.id === actor?.id) problems.push({ side: 0, field: 'target', message: `Choose somebody other than ${target.name}.` })
  return done({ form, limits: filled.limits, picks: filled.picks, problems, actor, target: declared.target ? target : undefined })
}

const plain = (values: CounterValues): Readonly<Record<string, number>> => Object.fromEntries(Object.entries(values).map(([id, { value }]) => [id, value]))

function stateOf(desk: CounterDesk, actor: CharacterRecord | undefined, target: CharacterRecord | undefined): State {
  return {
    ...(actor && { actor: holderOfRecord(desk, actor) }),
    ...(target && { target: holderOfRecord(desk, target) }),
    gm: plain(counterValues(desk, 'gm', desk.records.counters.of('gm'))),
    table: plain(counterValues(desk, 'table', desk.records.counters.of('table'))),
  }
}

/** Why a change doesn't fit those it is for, or undefined. */
function misfitOf(desk: CounterDesk, change: Change, actor: CharacterRecord | undefined, target: CharacterRecord | undefined): string | undefined {
  for (const { to, stat, value } of change.stats ?? []) {
    const record = to === 'actor' ? actor : target
    if (!record) return `it changes ${stat} of the ${to}, and there is none.`
    const fields: readonly Field[] = sheetOf(desk, record.kind).filter(({ id }) => id === stat)
    if (fields.length === 0) return `${record.name} has no ${stat}.`
    const [problem] = parseForm(fields, { [stat]: value }).problems
    if (problem) return `${problem.message}`
  }
  for (const { to, counter } of change.counters ?? [])
    if ((to === 'actor' && !actor) || (to === 'target' && !target)) return `it changes ${counter} of the ${to}, and there is none.`
  return undefined
}

function write(desk: CounterDesk, change: Change, actor: CharacterRecord | undefined, target: CharacterRecord | undefined, at: number, deed: number): void {
  for (const [to, record] of [['actor', actor], ['target', target]] as const) {
    const values = (change.stats ?? []).filter((each) => each.to === to)
    if (!record || values.length === 0) continue
    const after = { ...record, stats: { ...record.stats, ...Object.fromEntries(values.map(({ stat, value }) => [stat, value])) } }
    desk.records.characters.update(after)
    followSheet(desk, record, after, at, deed)
  }
  for (const { to, counter, amount } of change.counters ?? [])
    for (const holder of holdersOf(desk, to, actor, target)) moveCounter(desk, holder, counter, amount, at, { deed, reason: change.headline })
}

function holdersOf(desk: CounterDesk, to: NonNullable<Change['counters']>[number]['to'], actor: CharacterRecord | undefined, target: CharacterRecord | undefined): readonly Holder[] {
  const fresh = (record: CharacterRecord | undefined) => (record ? [desk.records.characters.get(record.id) ?? record] : [])
  switch (to) {
    case 'actor':
      return fresh(actor)
    case 'target':
      return fresh(target)
    case 'players':
      return desk.records.characters.list().filter(({ kind }) => kind === 'pc')
    case 'gm':
    case 'table':
      return [to]
  }
}
