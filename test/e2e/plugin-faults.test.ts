import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createLibrary } from '../../main/campaign/library.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { newDataFolder, removeFolder, startApp } from '../support/app.ts'
import { faultyChecks, testManifest, testSystem } from '../support/system.ts'

/** A campaign that brings a misbehaving system along, in the app's own folder. */
async function prepare(data: string): Promise<void> {
  const folder = join(data, 'packages/coin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'rules.js'), testSystem)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(testManifest))
  const library = createLibrary({
    folder: join(data, 'campaigns'),
    catalogue: createCatalogue([join(data, 'packages')]),
    loadSandbox: (source) => createSandbox({ source, spawn: spawnWorker }),
    announce: () => undefined,
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    random: () => 0,
  })
  const made = await library.create('<b>Trouble</b><img src=x onerror=alert(1)>', 'coin')
  if (!made.ok) throw new Error(made.error.message)
  await library.closeCampaign()
}

test('a system that fails is named, nothing is rolled, and the next roll works; three times pauses it', async () => {
  const data = newDataFolder()
  await prepare(data)
  const app = await startApp(data)
  const { page } = app
  await page.getByRole('button', { name: /^Open <b>Trouble/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>Trouble</b><img src=x onerror=alert(1)>')
  const panel = page.getByRole('form', { name: 'Roll' })
  const log = page.getByRole('list', { name: 'Rolls today' }).getByRole('listitem')

  await panel.getByRole('radio', { name: 'Toss', exact: true }).check()
  await panel.getByLabel(/^Goal/).first().fill('3')
  await panel.getByRole('button', { name: /^Roll/ }).click()
  await expect(log).toHaveCount(1)

  const names = faultyChecks.map(([name]) => name)
  for (const name of names.slice(0, 2)) {
    await panel.getByRole('radio', { name: `Broken ${name}` }).check()
    await expect(page.getByText(/Coin failed/).first()).toBeVisible()
    await panel.getByRole('radio', { name: 'Toss', exact: true }).check()
    await expect(page.getByText(/\d+\s*%/).first()).toBeVisible()
    await page.waitForTimeout(0)
  }
  await expect(log).toHaveCount(1)
  await app.close()
  removeFolder(data)
})
