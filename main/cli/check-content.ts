import type { CharacterKind, Value } from '../../plugins/api/index.ts'
import type { Content, Sample } from '../packages/content.ts'
import { contentFiles, statsOfSample } from '../packages/content.ts'
import { parseForm } from '../rules/fields.ts'
import type { Sandbox } from '../sandbox/host.ts'

/** What of a package's content its own system doesn't take: a line for each field, with the row that it stands in. */
export async function contentProblems(sandbox: Sandbox, content: Content): Promise<readonly string[]> {
  const problems: string[] = []
  for (const part of ['characters', 'creatures'] as const) {
    for (const [index, sample] of content[part].entries()) {
      const found = await sampleProblems(sandbox, sample)
      problems.push(...found.map((problem) => `${contentFiles[part]}: row ${index + 1} (${JSON.stringify(sample.name)}): ${problem}`))
    }
  }
  return problems
}

async function sampleProblems(sandbox: Sandbox, sample: Sample): Promise<readonly string[]> {
  const { kind, build } = sample
  const built = build ? await buildFrom(sandbox, kind, build) : { stats: {}, problems: [] }
  if (built.problems.length > 0) return built.problems
  const fields = sandbox.declarations.stats.filter((field) => field.for?.includes(kind) ?? true)
  return named('stats', parseForm(fields, statsOfSample(sample, fields, built.stats)).problems)
}

interface Built {
  readonly stats: Readonly<Record<string, Value>>
  readonly problems: readonly string[]
}

async function buildFrom(sandbox: Sandbox, kind: CharacterKind, given: NonNullable<Sample['build']>): Promise<Built> {
  const { npc } = sandbox.declarations
  if (!npc) return { stats: {}, problems: ['build: this system builds no NPCs.'] }
  const { input, problems } = parseForm(npc.input, given)
  if (problems.length > 0) return { stats: {}, problems: named('build', problems) }
  const answer = await sandbox.build(input, { settings: parseForm(sandbox.declarations.settings, {}).input, actor: kind })
  return answer.ok ? { stats: answer.value, problems: [] } : { stats: {}, problems: [`build: ${answer.fault.message.split('\n')[0] ?? ''}`] }
}

const named = (part: string, problems: readonly { readonly field: string; readonly message: string }[]) =>
  problems.map(({ field, message }) => `${part}.${field}: ${message}`)
