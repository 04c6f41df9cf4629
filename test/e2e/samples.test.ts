import { expect } from '@playwright/test'
import type { Bridge, CampaignView } from '../../preload/contract.ts'
import { test } from '../support/app.ts'

for (const system of ['Cypher System', 'Epochrypha', 'SFRPG (Starflight)']) {
  test(`every sample of ${system} fills and rolls every check that is made for it`, async ({ start }) => {
    const { page } = await start()
    await page.getByLabel('Name').fill('Samples')
    await page.getByRole('radio', { name: system }).check()
    await page.getByRole('checkbox', { name: /sample/i }).check()
    await page.getByRole('button', { name: 'Create campaign' }).click()
    // Only the rows near those in sight are drawn; each says how many there are.
    await expect(page.getByRole('list', { name: "Players' characters" }).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '5')
    await expect(page.getByRole('list', { name: 'Templates' }).getByRole('listitem').first()).toHaveAttribute('aria-setsize', /^\d\d+$/)

    const rolled = await page.evaluate(async () => {
      const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
      const ask = async <T>(reply: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>): Promise<T> => {
        const answer = await reply
        if (!answer.ok) throw new Error(answer.error.message)
        return answer.value
      }
      const { characters, declarations } = (await ask(tollkeeper.request('campaign.current', {}))) as CampaignView
      const counts: Record<string, number> = {}
      for (const { id, kind, name } of characters) {
        for (const [check, declared] of [...Object.entries(declarations.checks), ...Object.entries(declarations.opposed)]) {
          if (!declared.for.includes(kind)) continue
          const fields = 'side' in declared ? declared.side : declared.input
          const sides = 'side' in declared ? 2 : 1
          // What only the GM knows, such as a difficulty, is entered; the rest must come from the sheet.
          const blank = { check, sides: Array.from({ length: sides }, () => ({ who: id, picks: {}, input: {} })) }
          const first = await ask(tollkeeper.request('check.preview', blank))
          const wanted = first.problems.map(({ field }) => fields.find((each) => each.id === field))
          const input = Object.fromEntries(wanted.flatMap((field) => (field ? [[field.id, field.options?.[0]?.id ?? Math.max(field.min ?? 0, 1)]] : [])))
          const filled = { check, sides: blank.sides.map((side) => ({ ...side, input })) }
          const preview = await ask(tollkeeper.request('check.preview', filled))
          if (preview.problems.length > 0 || !preview.odds) throw new Error(`${name}, ${check}: ${preview.problems[0]?.message ?? preview.noOdds}`)
          const result = await ask(tollkeeper.request('roll.make', { ...filled, typed: blank.sides.map(() => null) }))
          if (result.kind !== 'rolled') throw new Error(`${name}, ${check}: it wants more dice`)
          counts[check] = (counts[check] ?? 0) + 1
        }
      }
      return counts
    })
    for (const [check, count] of Object.entries(rolled)) expect(count, check).toBeGreaterThanOrEqual(5)
    await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').first()).toBeVisible()
  })
}
