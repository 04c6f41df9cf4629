/** The counters panel: what it reads in a long session and in a long campaign, and how it answers a click. */
import Sqlite from 'better-sqlite3'
import { readCourse, readFairness } from '../../main/campaign/economy.ts'
import { createRecords } from '../../main/campaign/records.ts'
import type { Bridge, SessionId } from '../../preload/contract.ts'
import { withApp } from './app.ts'
import { createPlayedCampaign, multiplyRolls, names } from './campaign.ts'
import { interleave, median, percentile, timed } from './measure.ts'
import { clickInPage } from './page-clicks.ts'
import { fixed, held, type Row } from './report.ts'
import { withTempFolder } from './temp-folder.ts'

/** Changes in one session: more than any evening brings. */
const perSession = 5_000
/** Nobody notices what takes no longer. */
const frameMs = 16

/** What the panel reads, in campaigns of so many rolls, against the bare rows that it reads it from. */
export async function measureEconomy(sizes: readonly number[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await withTempFolder((folder) => measureReads(folder, size))))
  return rows
}

async function measureReads(folder: string, rolls: number): Promise<readonly Row[]> {
  const path = await createPlayedCampaign(folder)
  multiplyRolls(path, rolls + 1, perSession)
  const db = new Sqlite(path, { readonly: true })
  try {
    const desk = { declarations: { stats: [], counters: [], settings: [], figures: [], houseRules: {}, checks: {}, opposed: {}, actions: {}, conditions: [], migrate: [] }, records: createRecords(db) }
    const { economy } = desk.records
    const session = (rolls / perSession) as SessionId
    const bare = (sql: string, ...values: readonly unknown[]) => {
      const statement = db.prepare(sql)
      return timed(() => statement.all(...values))
    }
    const inSession = timed(() => [economy.steps(session, perSession), economy.totals(session), economy.expected(session), readFairness(desk, session)])
    const overAll = timed(() => [readCourse(desk), economy.totals(null)])
    const [reads, changes, sums, sumRows, dice, faceRows] = await interleave(
      [inSession, bare('SELECT * FROM counter_change WHERE session = ?', session), overAll, bare('SELECT * FROM counter_sum'), timed(() => readFairness(desk, undefined)), bare('SELECT * FROM die_face')],
      { rounds: 40, warmUp: 5 },
    )
    return [
      held({ name: `counters-session-${rolls}`, unit: 'ms', value: median(reads) }, median(changes), 3, frameMs),
      held({ name: `counters-totals-${rolls}`, unit: 'ms', value: median(sums) }, median(sumRows), 4, frameMs),
      held({ name: `fairness-${rolls}`, unit: 'ms', value: median(dice) }, median(faceRows), 4, frameMs),
    ]
  } finally {
    db.close()
  }
}

const panel = 'section[aria-labelledby="counters"]'

/**
 * With 5,000 changes in the session that runs: opening the panel until its lines are drawn, against the same answers
 * over the bridge; and a click on + until the counter is on the disk and on the screen, while the panel draws itself anew in between.
 */
export async function measureCounters(): Promise<readonly Row[]> {
  return withApp(
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.getByRole('button', { name: `Open ${names.campaign}` }).click()
      await page.getByRole('button', { name: 'Show Counters' }).waitFor()
      const opened: number[] = []
      const asked: number[] = []
      for (let round = 0; round < 12; round += 1) {
        opened.push(await page.evaluate(openInPage, { button: 'button[aria-label="Show Counters"]', drawn: `${panel} section[aria-labelledby="counter-lines"] path` }))
        await page.evaluate(closeInPage, { button: 'button[aria-label="Show Counters"]', panel })
        asked.push(await page.evaluate(askInPage))
      }
      await page.getByRole('button', { name: 'Show Counters' }).click()
      await page.locator(`${panel} section[aria-labelledby="counter-lines"]`).waitFor()
      const clicks = await page.evaluate(clickInPage, { count: 150, button: `${panel} button[aria-label^="Give 1 "]`, list: panel, change: 'text' as const, pauseMs: 100 })
      const times = clicks.slice(20)
      return [
        held({ name: `counters-open-${perSession}`, unit: 'ms', value: median(opened.slice(2)) }, median(asked.slice(2)), 3),
        fixed({ name: `counter-click-${perSession}`, unit: 'ms', value: median(times) }, 16),
        fixed({ name: `counter-click-${perSession}-p99`, unit: 'ms', value: percentile(times, 99) }, 16),
      ]
    },
    {
      async create(folder) {
        const path = await createPlayedCampaign(folder)
        multiplyRolls(path, perSession + 1, perSession)
      },
      unpaced: true,
    },
  )
}

/** Clicks a button and gives the milliseconds until something is drawn and a frame began. Runs in the page. */
function openInPage({ button, drawn }: { readonly button: string; readonly drawn: string }): Promise<number> {
  return new Promise((done) => {
    const began = performance.now()
    const observer = new MutationObserver(() => {
      if (!document.querySelector(drawn)) return
      observer.disconnect()
      requestAnimationFrame(() => done(performance.now() - began))
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.querySelector<HTMLElement>(button)?.click()
  })
}

/** Runs in the page. */
async function closeInPage({ button, panel: shown }: { readonly button: string; readonly panel: string }): Promise<void> {
  for (let tries = 0; document.querySelector(shown) && tries < 50; tries += 1) {
    document.querySelector<HTMLElement>(button)?.click()
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** What the panel asks, over the bridge. Runs in the page. */
async function askInPage(): Promise<number> {
  const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
  const began = performance.now()
  const session = 1 as SessionId
  await Promise.all([tollkeeper.request('counter.history', { session }), tollkeeper.request('counter.totals', { session }), tollkeeper.request('counter.hopes', { session }), tollkeeper.request('dice.fairness', { session })])
  return performance.now() - began
}
