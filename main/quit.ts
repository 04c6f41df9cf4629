import { app, BrowserWindow } from 'electron'

export interface QuitOptions {
  /** Tells the page that the app is about to end. */
  readonly announce: () => void
  /** Closes what is open. */
  readonly close: () => Promise<void>
  readonly logBug: (error: unknown, where: string) => string
}

/** The app's end, in order. */
export interface Quit {
  /** The page has kept what was typed last. */
  letGo(): void
  /** Closing this window ends the app, with the page still there to keep what was typed. */
  watch(window: BrowserWindow): void
}

/** A page that doesn't answer isn't waited for any longer. */
const patienceMs = 1_000

/** First the page keeps what was typed last, then the campaign is closed, then the windows go. */
export function quitInOrder({ announce, close, logBug }: QuitOptions): Quit {
  let isEnding = false
  let isClosed = false
  let letGo = (): void => undefined

  const farewell = (): Promise<void> =>
    new Promise((done) => {
      letGo = done
      setTimeout(done, BrowserWindow.getAllWindows().length > 0 ? patienceMs : 0)
      announce()
    })

  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void farewell()
      .then(close)
      .catch((error: unknown) => logBug(error, 'quit'))
      .finally(() => {
        isClosed = true
        app.quit()
      })
  })

  return {
    letGo: () => letGo(),
    watch(window) {
      window.on('close', (event) => {
        if (isClosed) return
        event.preventDefault()
        app.quit()
      })
    },
  }
}
