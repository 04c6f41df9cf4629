// Builds the app and its game systems into out/, when anything they are made of changed.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { checkout } from './setup.mjs'
import { must, node, root, say, tool, toolEnv } from './shell.mjs'

const INPUTS = ['main', 'preload', 'renderer', 'plugins', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
const stamp = join(root, 'out', '.stamp')

/** `env` is the runtime's: what is built depends on the Electron it is for. */
export async function build(env) {
  if (isBuilt(env)) return
  await withLock(`build-${checkout}`, async () => {
    if (isBuilt(env)) return
    say('Building…')
    forgetBuild()
    const inputs = hashInputs(env)
    const failed = 'The app could not be built; the lines above say why.'
    await must(failed, node, [tool('electron-vite'), 'build', '--logLevel', 'warn'], { env: toolEnv(env) })
    await buildPlugins()
    mkdirSync(join(root, 'out'), { recursive: true })
    writeFileSync(stamp, inputs)
  })
}

export async function buildPlugins() {
  await must('The game systems could not be built; the lines above say why.', node, [join(root, 'plugins', 'build.ts')])
}

/** For whoever is about to write into out/ by another way. */
export const forgetBuild = () => rmSync(stamp, { force: true })

function isBuilt(env) {
  try {
    return readFileSync(stamp, 'utf8') === hashInputs(env)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

function hashInputs({ ELECTRON_MAJOR_VER = '' }) {
  const hash = createHash('sha256').update(ELECTRON_MAJOR_VER)
  const settings = readdirSync(root).filter((name) => name.startsWith('tsconfig'))
  for (const name of [...INPUTS, ...settings]) add(hash, name)
  return hash.digest('hex')
}

function add(hash, path) {
  const full = join(root, path)
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) add(hash, `${path}/${name}`)
  } else {
    hash.update(`\0${path}\0`).update(readFileSync(full))
  }
}
