import { join } from 'node:path'
import { openContent, readBundle } from '../packages/bundle.ts'
import { contentFiles } from '../packages/content.ts'
import { whyNotFor, whyOtherSheets, type PackManifest } from '../packages/manifest.ts'
import { openPackage } from '../packages/sources.ts'
import { contentProblems } from './check-content.ts'
import { openSandbox } from './open-package.ts'

/** A content pack to hold against its system. */
export interface PackToCheck {
  readonly path: string
  readonly manifest: PackManifest
  /** Where its system lies; by default among the plugins of this checkout. */
  readonly system?: string
  /** Takes what failed, as lines, and the count at the end. */
  out(line: string): void
}

/** Reads a content pack and tries all that it brings with its system. Files, system and content count as one test each. Gives the exit code. */
export async function checkPack({ path, manifest, system = join(import.meta.dirname, '../../plugins', manifest.system.id), out }: PackToCheck): Promise<number> {
  let [passed, failed] = [0, 0]
  const count = (name: string, problems: readonly string[]): void => {
    if (problems.length === 0) passed += 1
    else failed += 1
    if (problems.length > 0) out([`FAIL ${name}`, ...problems.map((problem) => `  ${problem}`)].join('\n'))
  }
  const read = await readBundle({ path })
  const opened = read.ok ? await openContent(read.bundle) : undefined
  count('files', read.ok ? (opened?.ok ? [] : [opened?.message ?? '']) : [read.message])
  const found = await openPackage(system)
  const misfit = found.ok ? (whyNotFor(manifest, found.package.manifest) ?? (opened?.ok ? whyOtherSheets(manifest, opened.content, found.package.manifest) : undefined)) : found.message
  const sandbox = found.ok ? await openSandbox(found.package.source) : undefined
  count('system', [...(misfit === undefined ? [] : [misfit]), ...(sandbox?.ok === false ? [sandbox.fault.message] : [])])
  if (opened?.ok && sandbox?.ok) {
    const { content } = opened
    const declared = content.conditions.filter(({ id }) => sandbox.value.declarations.conditions.some((own) => own.id === id))
    count('content', [...(await contentProblems(sandbox.value, content)), ...declared.map(({ id }) => `${contentFiles.conditions}: "${id}" is one of the system’s own conditions, which counts.`)])
  }
  if (sandbox?.ok) await sandbox.value.close()
  out(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
