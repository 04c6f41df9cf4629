/** npm run bench [-- --json] [--long]: measures the built app against bare limits of the same run. See docs/bench.md. */
import { measureBackup } from './backup.ts'
import { measureBatch } from './batch.ts'
import { measureCommits } from './disk.ts'
import { measureCounters, measureEconomy } from './economy.ts'
import { measureFind } from './find.ts'
import { measureHistory } from './history.ts'
import { measureD100Odds, measureOpposedOdds, measureSumOdds } from './odds.ts'
import { toJson, toTable, type Row } from './report.ts'
import { measureDie } from './rules.ts'
import { measureCheck, measureFaults } from './sandbox.ts'
import { measureBundle, measureStart } from './start.ts'
import { measureBridge, measureClick, measureScroll, measureTurn } from './window.ts'

const usage = 'Usage: npm run bench [-- [--json] [--long]]'
const args = process.argv.slice(2)
const unknown = args.find((arg) => arg !== '--json' && arg !== '--long')
if (unknown === undefined) await run()
else {
  console.error(`There is no ${unknown}.\n${usage}`)
  process.exitCode = 2
}

async function run(): Promise<void> {
  const sizes = [0, 100_000, ...(args.includes('--long') ? [1_000_000] : [])]
  const groups: readonly (readonly [what: string, measure: () => Promise<readonly Row[]>])[] = [
    ['a die', measureDie],
    ['a check', measureCheck],
    ['the odds of a d100', measureD100Odds],
    ['the odds of an opposed d100', measureOpposedOdds],
    ['the odds of 10d10', measureSumOdds],
    ['faults', measureFaults],
    ['a thousand checks at once', measureBatch],
    ['commits', () => measureCommits(sizes)],
    ['a backup', () => measureBackup(Math.max(...sizes))],
    ['the counters', () => measureEconomy(sizes.filter((size) => size > 0))],
    ['the history', measureHistory],
    ['a search of the log', () => measureFind(sizes.filter((size) => size > 0))],
    ['the bridge', measureBridge],
    ['clicks', measureClick],
    ['turns', measureTurn],
    ['scrolling', measureScroll],
    ['the counters panel', measureCounters],
    ['starts', measureStart],
    ['the bundle', measureBundle],
  ]
  const rows: Row[] = []
  for (const [what, measure] of groups) {
    console.error(`Measuring ${what}…`)
    rows.push(...(await measure()))
  }
  console.log(args.includes('--json') ? toJson(rows) : toTable(rows))
}
