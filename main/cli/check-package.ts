import { resolve } from 'node:path'
import type { Fault, Sandbox } from '../sandbox/host.ts'
import { isPack, type Manifest } from '../packages/manifest.ts'
import { contentProblems } from './check-content.ts'
import { parseGolden, runRow } from './golden.ts'
import { loadManifest } from '../packages/load.ts'
import { checkPack } from './check-pack.ts'
import { openPackage } from '../packages/sources.ts'
import { openSandbox, ownGolden } from './open-package.ts'
import { probe } from './probe.ts'

export interface PackageToCheck {
  /** The package or its sources, relative to `from`. */
  readonly path: string
  readonly from: string
  /** The text of golden rows to run instead of the package's own. */
  readonly golden?: string | undefined
  /** Where the system of a content pack lies, relative to `from`; by default among the plugins here. */
  readonly system?: string | undefined
  /** Takes what failed, as lines, and the count at the end. */
  out(line: string): void
}

/**
 * Runs every golden row; failing ones are printed. The manifest, loading, and content where there is
 * any count as one test each. What no row looked at is tried too, and counts where it fails. Gives the
 * exit code.
 */
export async function checkPackage({ path, from, golden, system, out }: PackageToCheck): Promise<number> {
  const at = resolve(from, path)
  const own = await loadManifest(at)
  if (own.ok && isPack(own.manifest)) return checkPack({ path: at, manifest: own.manifest, ...(system !== undefined && { system: resolve(from, system) }), out })
  const told = new Set<string>()
  let [passed, failed] = [0, 0]
  const count = (name: string, problems: readonly string[]) => {
    if (problems.length === 0) passed += 1
    else failed += 1
    if (problems.length > 0) out([`FAIL ${name}`, ...problems.map((problem) => `  ${problem}`)].join('\n'))
    for (const problem of problems) told.add(topic(problem))
  }
  const rows = parseGolden(golden ?? (await ownGolden(at)) ?? '[]')
  if (!rows.ok) count('golden rows', [rows.message])

  const loaded = await openPackage(at)
  count('manifest', loaded.ok ? [] : [loaded.message])
  if (loaded.ok) {
    const { manifest, source, content } = loaded.package
    const clear = (problems: readonly string[]) => problems.map((problem) => hinted(loaded.locate(problem), source))
    const created = await openSandbox(source)
    count('load', clear(created.ok ? migrationProblems(created.value, manifest) : [sentence(created.fault)]))
    if (created.ok) {
      const sandbox = created.value
      for (const row of rows.ok ? rows.rows : []) count(row.name, clear(await runRow(sandbox, row)))
      if (content.characters.length + content.creatures.length > 0) count('content', clear(await contentProblems(sandbox, content)))
      const tried = (await probe(sandbox)).filter(({ problem }) => !told.has(topic(problem)))
      if (tried.length > 0) count('what no row looked at', tried.flatMap(({ problem, how }) => [...clear([problem]), how]))
      await sandbox.close()
    }
  }
  out(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** What a problem is about, whatever was found there and wherever: `checks.leap.resolve: total`. */
const topic = (problem: string): string => problem.replace(/(?:: found| \([\w./-]+:\d+\)).*$/, '')

/** The fault in its first line, as the rest is for bug reports. */
export const sentence = ({ message }: Fault): string => message.split('\n')[0] ?? message

/** Each data version needs its way from the one before, and none may lie ahead. */
function migrationProblems({ declarations: { migrate } }: Sandbox, { dataVersion }: Manifest): readonly string[] {
  const wanted = Array.from({ length: dataVersion - 1 }, (_, index) => index + 2)
  const missing = wanted.filter((version) => !migrate.includes(version)).slice(0, 3)
  const ahead = migrate.filter((version) => version > dataVersion).slice(0, 3)
  const says = `manifest.json says "dataVersion": ${dataVersion}`
  return [
    ...missing.map((version) => `migrate: found no ${version}, expected a function that brings data of version ${version - 1} to ${version}, as ${says}.`),
    ...ahead.map((version) => `migrate: found ${version}, expected at most ${dataVersion}, as ${says}.`),
  ]
}

/** What authors reach for by habit and a sandbox doesn't have. */
const missing = [
  { used: /\bMath\s*\.\s*random\b/, thrown: /not a function/, hint: 'A system has no Math.random: answer { need: … } and the host rolls' },
  { used: /\bDate\b/, thrown: /'Date' is not defined/, hint: 'A system has no clock' },
  { used: /\bconsole\b/, thrown: /'console' is not defined/, hint: 'A system prints nothing: put what you want to see in `explain`' },
  {
    used: /\b(?:setTimeout|setInterval|fetch|require|process)\b/,
    thrown: /'(?:setTimeout|setInterval|fetch|require|process)' is not defined/,
    hint: 'A system has no timers, files or network',
  },
]

function hinted(problem: string, source: string): string {
  const found = missing.find(({ used, thrown }) => thrown.test(problem) && used.test(source))
  return found ? `${problem} ${found.hint}.` : problem
}
