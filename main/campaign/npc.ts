import type { Character, CharacterId, Reply, Requests } from '../../preload/contract.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { CounterDesk } from './counters.ts'
import { holderOfRecord, sheetOf } from './roster.ts'
import type { SystemRunner } from './system.ts'

/** A whole NPC's sheet from the few choices that the system asks for. Nothing is written. */
export async function buildNpc(desk: CounterDesk, runner: SystemRunner, given: Character['stats']): Promise<Reply<Character['stats']>> {
  const { npc } = desk.declarations
  if (!npc) return failed('missing', "This campaign's system builds no NPCs: fill the sheet by hand.")
  const { input, problems } = parseForm(npc.input, given)
  const [problem] = problems
  if (problem) return failed('refused', problem.message, problems.map((each) => ({ side: 0, ...each })))
  const context = { settings: desk.records.campaigns.get().settings, actor: 'npc' } as const
  const built = await runner.run((sandbox) => sandbox.build(input, context))
  return built.ok ? done(parseForm(sheetOf(desk, 'npc'), built.value).input) : built
}

/** What each of some characters sets for the rolls of others. */
export async function listTargets(desk: CounterDesk, runner: SystemRunner, ids: readonly CharacterId[]): Promise<Reply<Requests['npc.targets']['result']>> {
  const records = ids.flatMap((id) => desk.records.characters.get(id) ?? [])
  const context = { settings: desk.records.campaigns.get().settings, actor: 'none' } as const
  const listed = await runner.run((sandbox) => sandbox.targets(records.map((record) => holderOfRecord(desk, record)), context))
  return listed.ok ? done(records.map(({ id }, index) => ({ who: id as CharacterId, targets: listed.value[index] ?? [] }))) : listed
}
