// Starts the main module that it is told to and says when its first window can be used: it is shown,
// there is a form in it, and the frame with that form is drawn.
import { once } from 'node:events'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const formDrawn = `new Promise((drawn) => {
  const look = () => {
    if (!document.querySelector('form')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(drawn))
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
  look()
})`

app.once('browser-window-created', (_event, window) => {
  const shown = once(window, 'show')
  window.webContents.once('dom-ready', async () => {
    await window.webContents.executeJavaScript(formDrawn)
    if (!window.isVisible()) await shown
    process.stdout.write('usable\n', () => app.exit(0))
  })
})
await import(pathToFileURL(process.env.TOLLKEEPER_BENCH_MAIN).href)
