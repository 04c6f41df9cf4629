// As little as opens a window.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadFile(join(import.meta.dirname, 'index.html')))
