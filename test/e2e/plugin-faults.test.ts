import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createCopier } from '../../main/db/copier.ts'
import { createLibrary } from '../../main/campaign/library.ts'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { spawnCopier, spawnFaceReader } from '../../main/db/spawn.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { test } from '../support/app.ts'
import { backupsBeside } from '../support/backups.ts'
import { testManifest, testSystem } from '../support/system.ts'

/** A campaign that brings a misbehaving system along, in the app's own folder. */
async function prepare(data: string): Promise<void> {
  const folder = join(data, 'packages/coin')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(data, 'campaigns'))
  writeFileSync(join(folder, 'rules.js'), testSystem)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(testManifest))
  const library = createLibrary({
    folder: () => join(data, 'campaigns'),
    copier: createCopier(spawnCopier),
    backups: backupsBeside(join(data, 'campaigns')),
    readFaces: createFaceReader(spawnFaceReader),
    catalogue: createCatalogue([join(data, 'packages')]),
    loadSandbox: (source) => createSandbox({ source, spawn: spawnWorker }),
    announce: () => undefined,
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    random: () => 0,
    logBug: String,
  })
  const made = await library.create('<b>Trouble</b><img src=x onerror=alert(1)>', 'coin')
  if (!made.ok) throw new Error(made.error.message)
  await library.closeCampaign()
}

test('a system that fails is named, nothing is rolled, and the next roll works; three times pauses it', async ({ data, start }) => {
  await prepare(data)
  const { page } = await start()
  await page.getByRole('button', { name: /^Open <b>Trouble/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>Trouble</b><img src=x onerror=alert(1)>')
  const panel = page.getByRole('form', { name: 'Roll' })
  const log = page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')

  const checks = panel.getByRole('combobox', { name: 'Check' })
  await checks.selectOption('Toss')
  await panel.getByRole('textbox', { name: 'Goal' }).fill('3')
  await panel.getByRole('button', { name: /^Roll/ }).click()
  await expect(log).toHaveCount(1)

  // Looking at it is the first fault, rolling it the second; the watchdog ends it each time.
  await checks.selectOption('Broken builtinLoop')
  await expect(page.getByText(/Coin failed/).first()).toBeVisible()
  await panel.getByRole('button', { name: /^Roll/ }).click()
  await expect(page.getByText(/Nothing was rolled or changed/).first()).toBeVisible()
  await checks.selectOption('Toss')
  await panel.getByRole('textbox', { name: 'Goal' }).fill('3')
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText(/66\.7\s*%/)
  await panel.getByRole('button', { name: /^Roll/ }).click()
  await expect(log).toHaveCount(2)

  await checks.selectOption('Broken throws')
  const paused = page.getByRole('alert').filter({ hasText: 'paused' })
  await expect(paused).toContainText('out of cheese')
  await expect(log).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo Toss by Nobody' }).click()
  await expect(page.getByRole('list', { name: 'Log entries' }).getByText('undone')).toHaveCount(1)

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(paused).toBeHidden()
  await checks.selectOption('Toss')
  await panel.getByRole('textbox', { name: 'Goal' }).fill('3')
  await panel.getByRole('button', { name: /^Roll/ }).click()
  await expect(log).toHaveCount(3)
})
