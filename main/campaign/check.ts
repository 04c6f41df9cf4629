import type { Context, Cost, Declarations, Dice, Field, Holder, Input, Step } from '../../plugins/api/index.ts'
import type { CharacterId, CheckInput, Participant, Problem, Reply, SideInput, SidePreview } from '../../preload/contract.ts'
import { parseForm } from '../rules/fields.ts'
import { fillForm } from '../rules/fill.ts'
import { done, failed } from '../rules/reply.ts'
import type { PlaySide } from '../sandbox/play.ts'
import { counterValues, type CounterDesk } from './counters.ts'
import { shortfall } from './payments.ts'
import { statsOf } from './roster.ts'
import type { SystemRunner } from './system.ts'

/** A check whose forms are filled and parsed, ready for the system once it has no problems. */
export interface ReadyCheck {
  readonly check: string
  readonly label: string
  readonly sides: readonly ReadySide[]
  readonly problems: readonly Problem[]
}

export interface ReadySide extends PlaySide {
  readonly participant: Participant
  readonly limits: Readonly<Record<string, number>>
  readonly picks: Readonly<Record<string, number>>
}

/** Fills each side's form from its sheet and parses it; `limited` by the sheet's limits unless told otherwise. */
export function readyCheck(desk: CounterDesk, { check, sides }: CheckInput, limited = true): Reply<ReadyCheck> {
  const opposed = Object.hasOwn(desk.declarations.opposed, check) ? desk.declarations.opposed[check] : undefined
  const single = Object.hasOwn(desk.declarations.checks, check) ? desk.declarations.checks[check] : undefined
  const declared = opposed ?? single
  if (!declared) return failed('missing', `This campaign's system has no check "${check}".`)
  if (sides.length !== (opposed ? 2 : 1)) return failed('invalid', `${declared.label} takes ${opposed ? 'two sides' : 'one side'}.`)
  const fields = opposed ? opposed.side : (single?.input ?? [])
  const problems: Problem[] = []
  const ready: ReadySide[] = []
  for (const [index, side] of sides.entries()) {
    const filled = readySide(desk, fields, side, limited)
    if (!filled) return failed('missing', 'That character is not there any more. Undo brings a deleted one back.')
    const { kind, name } = filled.participant
    if (!declared.for.includes(kind))
      problems.push({ side: index, message: kind === 'none' ? `${declared.label} is rolled for somebody: pick who.` : `${declared.label} is not rolled for ${name}: ${kind === 'npc' ? 'NPCs' : 'player characters'} don't make it.` })
    problems.push(...filled.problems.map((problem) => ({ side: index, ...problem })))
    ready.push(filled)
  }
  return done({ check, label: declared.label, sides: ready, problems })
}

/** What the system asks first: the dice and costs of each side, or why it refuses. */
export async function firstSteps(desk: CounterDesk, runner: SystemRunner, ready: ReadyCheck): Promise<Reply<{ sides: readonly SidePreview[]; problems: readonly Problem[] }>> {
  const problems: Problem[] = [...ready.problems]
  const sides: SidePreview[] = []
  for (const [index, side] of ready.sides.entries()) {
    const bare = { input: side.input, picks: side.picks, limits: side.limits, dice: [], costs: [] }
    if (ready.problems.length > 0) {
      sides.push(bare)
      continue
    }
    const step = await firstStep(desk.declarations, runner, ready.check, side)
    if (!step.ok) return step
    const { dice, costs, refusal } = readStep(step.value)
    const short = shortfall(desk, side.participant, costs)
    if (refusal) problems.push({ side: index, ...refusal })
    if (short !== undefined) problems.push({ side: index, message: short })
    sides.push({ ...bare, dice, costs })
  }
  return done({ sides, problems })
}

function readySide(desk: CounterDesk, fields: readonly Field[], { who, picks, input }: SideInput, limited: boolean): (ReadySide & { problems: ReturnType<typeof parseForm>['problems'] }) | undefined {
  const record = who === undefined ? undefined : desk.records.characters.get(who)
  if (who !== undefined && !record) return undefined
  const stats = record && statsOf(desk, record)
  const sheet = record && stats && {
    stats,
    // Read only where a field is filled from one.
    get counters(): Holder['counters'] {
      const values = counterValues(desk, record.kind, desk.records.counters.of({ character: record.id }), stats)
      return Object.fromEntries(Object.entries(values).map(([id, { value }]) => [id, value]))
    },
  }
  const filled = fillForm(fields, input, picks, sheet)
  const parsed = parseForm(fields, filled.raw, limited ? filled.limits : {})
  const participant: Participant = record
    ? { id: record.id as CharacterId, name: record.name, kind: record.kind }
    : { name: 'Nobody', kind: 'none' }
  const context: Context = { settings: desk.records.campaigns.get().settings, actor: participant.kind }
  return { participant, name: record?.name, context, input: parsed.input, limits: filled.limits, picks: filled.picks, problems: parsed.problems }
}

async function firstStep(declarations: Declarations, runner: SystemRunner, check: string, { input, context }: PlaySide): Promise<Reply<Step>> {
  const opposed = Object.hasOwn(declarations.opposed, check) ? declarations.opposed[check] : undefined
  if (!opposed) return runner.run((sandbox) => sandbox.resolve(check, input, [], context))
  const own: Reply<Input> = await runner.run((sandbox) => sandbox.toInput(check, input))
  return own.ok ? runner.run((sandbox) => sandbox.resolve(opposed.of, own.value, [], context)) : own
}

interface ReadStep {
  readonly dice: readonly Dice[]
  readonly costs: readonly Cost[]
  readonly refusal?: { readonly field?: string; readonly message: string }
}

function readStep(step: Step): ReadStep {
  if ('refuse' in step) return { dice: [], costs: [], refusal: step.refuse }
  if ('need' in step) return { dice: step.need, costs: step.costs ?? [] }
  return { dice: [], costs: step.costs }
}
