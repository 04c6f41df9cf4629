import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

const root = resolve(import.meta.dirname, '../..')

/** The running app and its first window. */
export interface RunningApp {
  readonly electron: ElectronApplication
  readonly page: Page
  /** Closes it as a GM would. */
  close(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

/** A folder for the app's data; hand the same one to a second start to restart it. */
export const newDataFolder = (): string => mkdtempSync(join(tmpdir(), 'tollkeeper-e2e-'))

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Starts the real app as it was built. */
export async function startApp(dataFolder: string, args: readonly string[] = []): Promise<RunningApp> {
  const executablePath = process.env.TOLLKEEPER_ELECTRON
  if (executablePath === undefined) throw new Error('TOLLKEEPER_ELECTRON is not set: run the tests by npm test')
  const electron = await _electron.launch({
    executablePath,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${dataFolder}`, ...args],
    env: { ...(process.env as Record<string, string>) },
  })
  const page = await electron.firstWindow()
  await page.waitForLoadState('domcontentloaded')
  return {
    electron,
    page,
    close: () => electron.close(),
    async kill() {
      const process = electron.process()
      const gone = new Promise((done) => process.once('exit', done))
      process.kill('SIGKILL')
      await gone
    },
  }
}
