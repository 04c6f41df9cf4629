import { BrowserWindow, dialog, nativeTheme, type App, type WebContents } from 'electron'
import keepWindowState from 'electron-window-state'
import type { Preferences } from '../preload/contract.ts'

/** The window of the app, where and as large as it was last time. It may show the app's own page and nothing else. */
export function createWindow(preload: string): BrowserWindow {
  const place = keepWindowState({ defaultWidth: 1280, defaultHeight: 800 })
  const window = new BrowserWindow({
    title: 'Tollkeeper',
    x: place.x,
    y: place.y,
    width: place.width,
    height: place.height,
    minWidth: 640,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101318' : '#f3f2ee',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  place.manage(window)
  window.once('ready-to-show', () => window.show())
  return window
}

/** The ground before the first paint, the title bar and the menus are as dark as the page. */
export function followTheme(theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme === 'contrast' ? 'system' : theme
}

const crashesUntilGivingUp = 3
const crashWindowMs = 60_000

/**
 * Starts the page again when it has crashed. The campaign lives in this process, so nothing is lost;
 * the page says what happened. One that crashes again and again is closed with a message.
 */
export function recover(window: BrowserWindow, address: string, log: (reason: string) => void): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    log(reason)
    const now = Date.now()
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now]
    if (crashes.length < crashesUntilGivingUp) {
      void window.loadURL(`${address}?restarted`)
      return
    }
    dialog.showErrorBox('The window stopped working', 'It was started again twice and stopped each time. Everything you did is saved. Start Tollkeeper again; if it goes on, the log file says more.')
    window.destroy()
  })
}

/** Refuses navigation, new windows and web views for everything that the app ever shows. */
export function lockDown(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const refuse = (event: { preventDefault(): void }): void => event.preventDefault()
    contents.on('will-navigate', refuse)
    contents.on('will-frame-navigate', refuse)
    contents.on('will-redirect', refuse)
    contents.on('will-attach-webview', refuse)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
