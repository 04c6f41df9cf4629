// Stands in for Electron's own default app: runs the app in the folder given as first argument.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (given === undefined) {
  console.error('Usage: electron <app folder>')
  app.exit(1)
} else {
  const folder = resolve(given)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  process.defaultApp = true
  app.setName(manifest.productName ?? manifest.name)
  app.setVersion(manifest.version)
  app.setAppPath(folder)
  try {
    await import(pathToFileURL(join(folder, manifest.main)).href)
  } catch (error) {
    console.error(error)
    app.exit(1)
  }
}
