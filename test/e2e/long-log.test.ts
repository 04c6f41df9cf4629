import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'
import { createLongLog } from '../support/long-log.ts'

const count = 100_000
/** Ten frames of a screen at 60 Hz; where even a short list takes longer on this machine now, twice that. */
const budgetMs = (shortMs: number): number => Math.max(10 * (1000 / 60), 2 * shortMs)

/** Scrolls the log's list by an amount and gives the milliseconds until nothing in sight of it is blank. Runs in the page. */
async function scrollInPage(by: number): Promise<number> {
  const box = document.querySelector<HTMLElement>('.list:has([aria-label="Log entries"])')
  if (!box) throw new Error('There is no log')
  const isFull = (): boolean => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return [0.05, 0.35, 0.65, 0.95].every((part) => document.elementFromPoint(left + width / 2, top + height * part)?.closest('[data-entry]'))
  }
  const began = performance.now()
  box.scrollTop += by
  do await new Promise(requestAnimationFrame)
  while (!isFull())
  return performance.now() - began
}

/** The median of so many scrolls. */
async function scroll(page: Page, by: number, times = 25): Promise<number> {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) all.push(await page.evaluate(scrollInPage, by))
  return all.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Infinity
}

const place = (page: Page) =>
  page.evaluate(() => {
    const entry = document.activeElement?.closest('[data-entry]')
    return { at: Number(entry?.getAttribute('aria-posinset')), of: Number(entry?.getAttribute('aria-setsize')) }
  })

test('a log of 100,000 rolls is gone through by key and by wheel, with nothing blank and nobody waiting', async ({ start, data }) => {
  test.setTimeout(300_000)
  await createLongLog(join(data, 'campaigns'), 'A long campaign', count)
  const { page } = await start()
  await page.getByRole('button', { name: 'Open A long campaign' }).click()
  const list = page.getByRole('list', { name: 'Log entries' })
  await list.locator('summary').first().waitFor()
  // As long as only the first part is loaded, it is a short list.
  const shortMs = await scroll(page, 150)
  await list.evaluate((entries) => entries.parentElement?.scrollTo(0, 0))
  await list.locator('[aria-posinset="1"] summary').focus()

  // By key: each press goes to the end of what is loaded, and more follows.
  let at = 1
  while (at < count) {
    await page.keyboard.press('End')
    await expect.poll(async () => (await place(page)).at, { intervals: [5, 10, 20, 50] }).toBeGreaterThan(at)
    ;({ at } = await place(page))
  }
  expect(await place(page)).toEqual({ at: count, of: count })
  await expect(list.locator(`[aria-posinset="${count}"]`)).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  expect((await place(page)).at).toBe(count - 1)
  await page.keyboard.press('Home')
  await expect(list.locator('[aria-posinset="1"]')).toBeInViewport()
  expect((await place(page)).at).toBe(1)

  // By wheel: a few turns as a hand makes them, then on to the end.
  await list.locator('summary').first().hover()
  const turn = async () => {
    await page.mouse.wheel(0, 400)
    return list.evaluate((entries) => entries.parentElement?.scrollTop)
  }
  await expect.poll(turn, { intervals: [20] }).toBeGreaterThan(4_000)
  for (const by of [150, 5_000, 50_000]) expect(await scroll(page, by), `by ${by}, where a short list takes ${shortMs} ms`).toBeLessThan(budgetMs(shortMs))
  await page.evaluate(scrollInPage, 1e9)
  await expect(list.locator(`[aria-posinset="${count}"]`)).toBeInViewport()
})
