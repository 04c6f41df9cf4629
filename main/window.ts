import { BrowserWindow, nativeTheme, type App, type WebContents } from 'electron'

/** The window of the app. It may show the app's own page and nothing else. */
export function createWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Tollkeeper',
    width: 1280,
    height: 800,
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
  window.once('ready-to-show', () => window.show())
  return window
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
