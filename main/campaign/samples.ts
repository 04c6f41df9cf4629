import type { Value } from '../../plugins/api/index.ts'
import type { Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import { statsOfSample, type Content } from '../packages/content.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { Sandbox } from '../sandbox/host.ts'
import { parseSheet } from './roster.ts'

/** Whole sheets of the characters and creatures that a package brings, built where it says so. */
export async function sampleSheets(sandbox: Sandbox, settings: Readonly<Record<string, Value>>, content: Content): Promise<Reply<readonly Omit<CharacterRecord, 'id'>[]>> {
  const { declarations } = sandbox
  const sheets: Omit<CharacterRecord, 'id'>[] = []
  const samples = [...content.characters.map((sample) => ({ sample, role: 'self' as const })), ...content.creatures.map((sample) => ({ sample, role: 'template' as const }))]
  for (const { sample, role } of samples) {
    const { name, kind, build } = sample
    let built: Readonly<Record<string, Value>> = {}
    if (build) {
      const { input } = parseForm(declarations.npc?.input ?? [], build)
      const answer = await sandbox.build(input, { settings, actor: kind })
      if (!answer.ok) return failed('fault', `The sample "${name}" could not be built: ${answer.fault.message}`)
      built = answer.value
    }
    const sheet = parseSheet({ declarations }, { kind, name, role, stats: statsOfSample(sample, declarations.stats, built) })
    if (!sheet.ok) return failed('refused', `The sample "${name}" doesn't fit its system: ${sheet.error.message}`)
    sheets.push(sheet.value)
  }
  return done(sheets)
}
