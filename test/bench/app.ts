/** The real app, as it was built, with a campaign to play. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { createPlayedCampaign } from './campaign.ts'
import { root } from './systems.ts'
import { withTempFolder } from './temp-folder.ts'

export interface RunningApp {
  readonly electron: ElectronApplication
  readonly page: Page
}

/** The Electron that the app runs on, and what it must be told before anything else. */
export function electronCommand(): { readonly executable: string; readonly flags: readonly string[] } {
  const executable = process.env['TOLLKEEPER_ELECTRON']
  if (executable === undefined) throw new Error('TOLLKEEPER_ELECTRON is not set: run this by npm run bench')
  return { executable, flags: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

export interface AppOptions {
  /** Makes the campaign, in the folder given. */
  readonly create?: (folder: string) => Promise<unknown>
  /** Draws each frame as soon as there is something to draw, instead of with the display's next refresh. */
  readonly unpaced?: boolean
}

/** Runs with the app started and showing its list of campaigns, which has one in it. */
export async function withApp<T>(use: (app: RunningApp) => Promise<T>, { create = createPlayedCampaign, unpaced = false }: AppOptions = {}): Promise<T> {
  return withTempFolder(async (folder) => {
    mkdirSync(join(folder, 'campaigns'))
    await create(join(folder, 'campaigns'))
    const { executable, flags } = electronCommand()
    const env = { ...(process.env as Record<string, string>) }
    const electron = await _electron.launch({ executablePath: executable, args: [root, ...flags, ...(unpaced ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : []), `--user-data-dir=${folder}`], env })
    try {
      return await use({ electron, page: await electron.firstWindow() })
    } finally {
      await electron.close()
    }
  })
}
