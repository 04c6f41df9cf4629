// npm test [-- types|lint|unit|e2e]: everything, or one group of it. The last line is the count.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { findElectron } from './runtime.mjs'
import { installDependencies } from './setup.mjs'
import { main, node, run, say, Stop, tool, toolEnv } from './shell.mjs'
import { openDisplay, prepareSystem } from './system.mjs'

const GROUPS = {
  types: { title: 'types', test: types },
  lint: { title: 'lint', test: lint },
  unit: { title: 'unit, component and sandbox tests', test: unit, wantsBuild: true },
  e2e: { title: 'end-to-end tests in Electron', test: e2e, wantsBuild: true },
}

const total = { passed: 0, failed: 0 }

await main(async (args) => {
  const unknown = args.find((name) => !(name in GROUPS))
  if (unknown !== undefined) throw new Stop(`There is no test group "${unknown}". Groups: ${Object.keys(GROUPS).join(', ')}.`)
  const groups = Object.keys(GROUPS).filter((name) => args.length === 0 || args.includes(name))

  const work = mkdtempSync(join(tmpdir(), 'tollkeeper-test-'))
  process.once('exit', () => rmSync(work, { recursive: true, force: true }))
  await counting(async () => {
    await installDependencies()
    let runtime
    for (const name of groups) {
      const { title, wantsBuild, test } = GROUPS[name]
      // A failed build is one failure; what can run without one still does.
      if (wantsBuild) runtime ??= (await counting(prepare)) ?? {}
      await counting(() => report(title, test({ file: join(work, `${name}.json`), runtime })))
    }
  })
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
})

async function prepare() {
  const runtime = await findElectron()
  await build(runtime.env)
  return runtime
}

async function report(title, running) {
  const startedAt = Date.now()
  const { passed, failed, output } = await running
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
  console.log(`${title}: ${passed} passed, ${failed} failed (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  total.passed += passed
  total.failed += failed
}

/** Whatever stops a step from being tried counts as a failure and stops nothing else. */
async function counting(step) {
  try {
    return await step()
  } catch (error) {
    say(error instanceof Stop ? error.message : error.stack)
    total.failed += 1
    return undefined
  }
}

async function types() {
  return asTests(await Promise.all([run(node, [tool('typescript', 'tsc'), '-b']), run(node, [tool('svelte-check'), '--tsconfig', 'renderer/tsconfig.json'])]))
}

async function lint() {
  return asTests([await run(node, [tool('eslint'), '.'])])
}

async function unit({ file }) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, output } = await run(node, [tool('vitest'), ...args])
  return counted(code, output, file, ({ numPassedTests, numFailedTests, testResults }) => {
    // A file that can't be loaded has no tests to fail.
    const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    return { passed: numPassedTests, failed: numFailedTests + broken.length }
  })
}

async function e2e({ file, runtime }) {
  if (!runtime.executable) throw new Stop('Without a build there is nothing to test end to end.')
  await prepareSystem(runtime.executable)
  const display = await openDisplay()
  const env = toolEnv({ ...runtime.env, ...display.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { code, output } = await run(node, [tool('@playwright/test', 'playwright'), 'test'], { env }).finally(display.close)
  return counted(code, output, file, ({ stats, errors }) => {
    if (stats.flaky > 0) say(`${stats.flaky} passed only at the second try:\n${output.slice(output.lastIndexOf('flaky'))}`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
  })
}

/** A tool that only says yes or no counts as one test. */
function asTests(results) {
  const failing = results.filter(({ code }) => code !== 0)
  return {
    passed: results.length - failing.length,
    failed: failing.length,
    output: failing.map(({ output }) => output).join('\n'),
  }
}

/** A run that failed without a failed test, or without any test, counts as one failure. */
function counted(code, output, file, read) {
  let counts = { passed: 0, failed: 0 }
  try {
    counts = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {}
  const isSilent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return { ...counts, failed: isSilent ? 1 : counts.failed, output }
}
