/** The running app: its bridge, and a click on Roll. */
import type { ElectronApplication, Page } from '@playwright/test'
import type { Bridge } from '../../preload/contract.ts'
import { withApp } from './app.ts'
import { createFight, names } from './campaign.ts'
import { interleave, median, percentile } from './measure.ts'
import { clickInPage } from './page-clicks.ts'
import { scrollInPage } from './page-scroll.ts'
import { fixed, held, type Row } from './report.ts'

/**
 * A request from the page whose answer is at hand, against the same request over the same channel that
 * is answered without looking at it.
 */
export async function measureBridge(): Promise<readonly Row[]> {
  return withApp(async ({ electron, page }) => {
    const ours = async () => {
      await setEcho(electron, false)
      return requestMs(page)
    }
    const bare = async () => {
      await setEcho(electron, true)
      return requestMs(page)
    }
    const [times, limit] = await interleave([ours, bare], { rounds: 40, warmUp: 5 })
    return [held({ name: 'bridge', unit: 'ms', value: median(times) }, median(limit), 2)]
  })
}

/**
 * A click on Roll until the roll is on the disk and on the screen. The page is told to keep still, so that
 * no click meets the animation of the one before.
 */
export async function measureClick(): Promise<readonly Row[]> {
  return withApp(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: `Open ${names.campaign}` }).click()
    await page.getByRole('region', { name: 'Odds' }).getByText(/62\s*%/).first().waitFor()
    const clicks = await page.evaluate(clickInPage, { count: 270, button: 'form button[type="submit"]', list: 'ol[aria-label="Log entries"]' })
    const times = clicks.slice(20)
    return [
      fixed({ name: 'click', unit: 'ms', value: median(times) }, 16),
      fixed({ name: 'click-p99', unit: 'ms', value: percentile(times, 99) }, 16),
    ]
  }, { unpaced: true })
}

/** How many fight: more than any GM runs. */
const combatants = 200

/** A click on Next turn, in a fight of many, until the turn is on the disk and the next row on the screen has it. */
export async function measureTurn(): Promise<readonly Row[]> {
  return withApp(
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.getByRole('button', { name: `Open ${names.campaign}` }).click()
      await page.getByTitle('Show the fight').click()
      await page.getByRole('list', { name: 'Order of the fight' }).waitFor()
      const clicks = await page.evaluate(clickInPage, { count: 270, button: '.turns .primary', list: 'ol[aria-label="Order of the fight"]', change: 'current' as const })
      const times = clicks.slice(20)
      return [
        fixed({ name: `turn-${combatants}`, unit: 'ms', value: median(times) }, 16),
        fixed({ name: `turn-${combatants}-p99`, unit: 'ms', value: percentile(times, 99) }, 16),
      ]
    },
    { create: (folder) => createFight(folder, combatants), unpaced: true },
  )
}

/** The frames of a fight of 500 while it is scrolled from end to end and back, against those of the same window at rest. */
export async function measureScroll(): Promise<readonly Row[]> {
  return withApp(
    async ({ page }) => {
      await page.getByRole('button', { name: `Open ${names.campaign}` }).click()
      await page.getByTitle('Show the fight').click()
      await page.getByRole('list', { name: 'Order of the fight' }).waitFor()
      const frames = (step: number) => page.evaluate(scrollInPage, { list: 'ol[aria-label="Order of the fight"]', frames: 240, step })
      const [still, moving] = [await frames(0), await frames(120)]
      return [held({ name: 'scroll-500-p99', unit: 'ms', value: percentile(moving, 99) }, percentile(still, 99), 1.5, 20)]
    },
    { create: (folder) => createFight(folder, 500) },
  )
}

/** Answers every request at once, before it reaches the app; or no longer. */
async function setEcho(electron: ElectronApplication, isOn: boolean): Promise<void> {
  await electron.evaluate(({ BrowserWindow }, on) => {
    const ipc = BrowserWindow.getAllWindows()[0]?.webContents.ipc
    ipc?.removeHandler('tollkeeper:request')
    if (on) ipc?.handle('tollkeeper:request', () => ({ ok: true, value: null }))
  }, isOn)
}

/** Milliseconds of one request, over a few in a row: the page's clock is too coarse for one. */
function requestMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
    const began = performance.now()
    for (let request = 0; request < 20; request += 1) await tollkeeper.request('campaign.current', {})
    return (performance.now() - began) / 20
  })
}
