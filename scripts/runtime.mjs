// Finds an Electron to run, or gets one.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FALLBACK_ELECTRON, fallback } from './fallback.mjs'
import { withLock } from './lock.mjs'
import { cache, modules, node, run, say, Stop, toolEnv } from './shell.mjs'

const CHECK_MS = 5_000
const DOWNLOAD_MS = 5 * 60_000
const RETRY_MS = 24 * 60 * 60_000

const home = join(modules, 'electron')
const executableIn = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}[process.platform] ?? 'electron'

/** The executable, and the environment that it, its build and its tests need. */
export async function findElectron() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (given) {
    const executable = join(given, executableIn)
    if (!existsSync(executable)) throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executable}.`)
    const note = join(given, 'version')
    return runtime(executable, existsSync(note) ? readFileSync(note, 'utf8').replace('v', '') : version())
  }
  const own = join(home, 'dist', executableIn)
  if (isDownloaded(own) || (await download(own))) return runtime(own, version())

  const { executable, binding } = await fallback()
  return runtime(executable, FALLBACK_ELECTRON, { TOLLKEEPER_SQLITE_BINDING: binding })
}

/** electron-vite writes code for the Electron in node_modules, unless told of another one. */
const runtime = (executable, electron, more) => ({
  executable,
  env: { TOLLKEEPER_ELECTRON: executable, ELECTRON_MAJOR_VER: electron.split('.')[0], ...more },
})

const version = () => JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version

/** Electron's installer writes path.txt last. */
function isDownloaded(executable) {
  return existsSync(executable) && existsSync(join(home, 'path.txt'))
}

/** Lets Electron's own installer try. Where another source exists, "no" is remembered for a day. */
async function download(executable) {
  const hasFallback = process.platform === 'linux' && process.arch === 'x64'
  const refused = join(cache, `electron-${version()}-unreachable`)
  if (hasFallback && isFresh(refused)) return false

  return withLock(`electron-${version()}`, async () => {
    if (isDownloaded(executable)) return true
    if (hasFallback && isFresh(refused)) return false
    const { code, output } = await install()
    if (code === 0 && isDownloaded(executable)) return true
    if (!hasFallback) {
      throw new Stop(
        `${output.trimEnd()}\n\nElectron ${version()} could not be downloaded from GitHub, and for ${process.platform} on ${process.arch} ` +
          'there is no other source. Check the network and run this again, or unpack that Electron somewhere and set ' +
          'ELECTRON_OVERRIDE_DIST_PATH to its folder.',
      )
    }
    say(`Electron ${version()} can't be downloaded from GitHub here, so Electron ${FALLBACK_ELECTRON} stands in for it.`)
    mkdirSync(cache, { recursive: true })
    writeFileSync(refused, output)
    return false
  })
}

async function install() {
  const check = await reach()
  if (check !== undefined) return { code: 1, output: check }
  say(`Downloading Electron ${version()} from GitHub (100 MB, once)…`)
  const answer = await run(node, [join(home, 'install.js')], { cwd: home, env: toolEnv(), timeoutMs: DOWNLOAD_MS })
  if (answer.code !== 0) rmSync(join(home, 'path.txt'), { force: true })
  return answer
}

/** Why the download has no chance, found out quickly by a small file beside it. Unknown behind a proxy or with a mirror. */
async function reach() {
  const { ELECTRON_GET_USE_PROXY, ELECTRON_MIRROR, npm_config_electron_mirror } = process.env
  if (ELECTRON_GET_USE_PROXY || ELECTRON_MIRROR || npm_config_electron_mirror) return undefined
  const file = `https://github.com/electron/electron/releases/download/v${version()}/SHASUMS256.txt`
  try {
    const response = await fetch(file, { signal: AbortSignal.timeout(CHECK_MS) })
    await response.arrayBuffer()
    return response.ok ? undefined : `${file}: ${response.status}`
  } catch (error) {
    return `${file}: ${error.cause?.message ?? error.message}`
  }
}

function isFresh(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < RETRY_MS
}
