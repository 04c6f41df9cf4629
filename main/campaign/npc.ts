import type { Character, CharacterId, Reply, Requests } from '../../preload/contract.ts'
import { parseForm } from '../rules/fields.ts'
import { drawFace, faceName, sumOfFaces } from '../rules/dice.ts'
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

/** More dice than this, and a variation doesn't end. */
const diceLimit = 1_000

/** The system's form with other values by chance, and the dice that gave them. Nothing is written. */
export async function varyNpc(desk: CounterDesk, runner: SystemRunner, random: () => number, given: Character['stats']): Promise<Reply<Requests['npc.vary']['result']>> {
  const { npc } = desk.declarations
  if (!npc?.vary) return failed('missing', "This campaign's system varies no NPCs: change the form by hand.")
  const { input, problems } = parseForm(npc.input, given)
  const [problem] = problems
  if (problem) return failed('refused', problem.message, problems.map((each) => ({ side: 0, ...each })))
  const context = { settings: desk.records.campaigns.get().settings, actor: 'npc' } as const
  const faces: number[] = []
  const dice: { readonly die: string; readonly shown: readonly string[] }[] = []
  for (let rolled = 0; rolled <= diceLimit; ) {
    const answer = await runner.run((sandbox) => sandbox.vary(input, faces, context))
    if (!answer.ok) return answer
    if (!('need' in answer.value)) return done({ input: answer.value.input, dice })
    for (const { die, count, sum } of answer.value.need) {
      const taken = Array.from({ length: count }, () => drawFace(die, random))
      rolled += count
      dice.push({ die: die.id, shown: taken.map((face) => faceName(die, face)) })
      faces.push(...(sum ? [sumOfFaces(die, taken)] : taken))
    }
  }
  return failed('fault', `A variation asks for more than ${diceLimit} dice. Nothing was changed.`)
}

/** What each of some characters sets for the rolls of others. */
export async function listTargets(desk: CounterDesk, runner: SystemRunner, ids: readonly CharacterId[]): Promise<Reply<Requests['npc.targets']['result']>> {
  const records = ids.flatMap((id) => desk.records.characters.get(id) ?? [])
  const context = { settings: desk.records.campaigns.get().settings, actor: 'none' } as const
  const listed = await runner.run((sandbox) => sandbox.targets(records.map((record) => holderOfRecord(desk, record)), context))
  return listed.ok ? done(records.map(({ id }, index) => ({ who: id as CharacterId, targets: listed.value[index] ?? [] }))) : listed
}
