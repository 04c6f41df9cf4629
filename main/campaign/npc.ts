import type { Character, Reply } from '../../preload/contract.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { CounterDesk } from './counters.ts'
import { sheetOf } from './roster.ts'
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
