import { resolve } from 'node:path'
import type { App } from 'electron'

/** A package that was opened from outside the window. */
export interface Opened {
  /** Gives its path, once; `undefined` when there is none. */
  take(): string | undefined
}

/** Packages come by the arguments of the app, also of a second one that only wakes the first, or on macOS by an event. */
export function followOpened(app: App, tell: () => void): Opened {
  let waiting = packageAmong(process.argv, process.cwd())
  const offer = (path: string | undefined): void => {
    if (path === undefined) return
    waiting = path
    tell()
  }
  app.on('open-file', (event, path) => {
    event.preventDefault()
    offer(packageAmong([path], '/'))
  })
  app.on('second-instance', (_, argv, from) => offer(packageAmong(argv, from)))
  return {
    take() {
      const path = waiting
      waiting = undefined
      return path
    },
  }
}

function packageAmong(argv: readonly string[], from: string): string | undefined {
  const found = argv.find((argument) => !argument.startsWith('-') && /\.tollkeeper-plugin$/i.test(argument))
  return found === undefined ? undefined : resolve(from, found)
}
