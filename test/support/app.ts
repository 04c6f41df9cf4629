import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test'

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

interface Fixtures {
  /** A folder for the app's data, gone when the test ends. */
  readonly data: string
  /** Starts the real app as it was built, on the test's data folder; again after it was closed or killed. */
  readonly start: () => Promise<RunningApp>
}

/** A test with an app of its own. Whatever still runs when it ends is ended. */
export const test = base.extend<Fixtures>({
  data: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollkeeper-e2e-'))
    await use(folder)
    // A killed app's helper processes write a moment longer.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
  start: async ({ data }, use) => {
    const running: RunningApp[] = []
    await use(async () => {
      const app = await startApp(data)
      running.push(app)
      return app
    })
    for (const app of running) await app.kill()
  },
})

export async function startApp(data: string): Promise<RunningApp> {
  const executablePath = process.env.TOLLKEEPER_ELECTRON
  if (executablePath === undefined) throw new Error('TOLLKEEPER_ELECTRON is not set: run the tests by npm test')
  const electron = await _electron.launch({
    executablePath,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${data}`],
    env: { ...(process.env as Record<string, string>) },
  })
  const page = await electron.firstWindow()
  await page.waitForLoadState('domcontentloaded')
  const child = electron.process()
  return {
    electron,
    page,
    close: () => electron.close(),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
  }
}
