// What the system has to have for Electron to open a window: shared libraries and a display.
import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { withLock } from './lock.mjs'
import { isRoot, must, run, say, Stop } from './shell.mjs'

const DEBIAN_PACKAGES = ['xvfb', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libatk-bridge2.0-0']

const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Makes sure that an Electron can run here; installs the Debian packages for it when that is in our power. */
export async function prepareSystem(executable) {
  if (process.platform !== 'linux') return
  const missing = await missingParts(executable)
  if (missing.length === 0) return
  const why = `Electron needs ${missing.join(', ')}`
  if (!isOnPath('apt-get')) throw new Stop(`${why}. Install that with your system's package manager, then run this again.`)
  if (!isRoot) {
    throw new Stop(`${why}. To install it:\n  sudo apt-get install ${(await availablePackages()).join(' ')}\nThen run this again.`)
  }
  await withLock('system-packages', () => install(why))
  const still = await missingParts(executable)
  if (still.length > 0) throw new Stop(`Electron still needs ${still.join(', ')}, which its usual Debian packages don't bring.`)
}

async function missingParts(executable) {
  const { output } = await run('ldd', [executable])
  const libraries = [...output.matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library)
  if (!hasDisplay() && !isOnPath('Xvfb')) libraries.push('Xvfb (no display here)')
  return [...new Set(libraries)]
}

async function install(why) {
  say(`${why}: installing Debian packages…`)
  const failed = 'The Debian packages that Electron needs could not be installed.'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await must(failed, 'apt-get', ['update', '-qq'], { env })
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300']
  await must(failed, 'apt-get', ['install', ...options, ...(await availablePackages())], { env })
}

/** Newer releases renamed some packages to …t64, and the old names install nothing there. */
async function availablePackages() {
  const { output } = await run('apt-cache', ['policy', ...DEBIAN_PACKAGES.map((name) => `${name}t64`)], { env: { ...process.env, LC_ALL: 'C' } })
  const known = new Set([...output.matchAll(/^(\S+):\n.*\n\s+Candidate: (?!\(none\))/gm)].map(([, name]) => name))
  return DEBIAN_PACKAGES.map((name) => (known.has(`${name}t64`) ? `${name}t64` : name))
}

/** Chromium's sandbox needs user namespaces, which some systems (Ubuntu since 24.04) deny, or a helper that belongs to root. */
export function checkSandbox(executable) {
  if (process.platform !== 'linux' || isRoot) return
  const isDenied =
    setting('kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('kernel/unprivileged_userns_clone') === '0' ||
    setting('user/max_user_namespaces') === '0'
  const helper = join(dirname(executable), 'chrome-sandbox')
  const { uid, mode } = statSync(helper, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 }
  if (!isDenied || (uid === 0 && (mode & 0o4000) !== 0)) return
  throw new Stop(
    "This system lets no ordinary program open the sandbox that keeps Tollkeeper's page apart. To allow it to this one:\n" +
      `  sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"\nThen run this again.`,
  )
}

function setting(name) {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim()
  } catch {
    return undefined
  }
}

function isOnPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * A screen for windows: the real one, or a virtual one that lives until `close()`.
 * Unlike xvfb-run, it can't outlive us after Ctrl-C, and its number is known.
 */
export async function openDisplay() {
  if (hasDisplay()) return { env: {}, close() {} }
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset']
  // In its own process group, so that Ctrl-C lets the app close before its screen is gone.
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true })
  const close = () => server.kill()
  process.once('exit', close)
  const number = await new Promise((found, failed) => {
    const sorry = () => failed(new Stop('No virtual screen could be opened: Xvfb ended at once.'))
    server.once('error', sorry).once('exit', sorry)
    // It writes the number, then a line end, and only then is ready.
    createInterface(server.stdio[3]).once('line', found)
  })
  server.unref()
  return { env: { DISPLAY: `:${number}` }, virtual: `:${number}`, close }
}
