// Installs what package-lock.json names, when it isn't there already.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { modules, must, node, npm, root, say } from './shell.mjs'

/** Names locks that concern this checkout alone. */
export const checkout = createHash('sha256').update(root).digest('hex').slice(0, 8)

export async function installDependencies() {
  if (isInstalled()) return
  await withLock(`install-${checkout}`, async () => {
    if (isInstalled()) return
    say(`${existsSync(modules) ? 'Dependencies changed' : 'Dependencies are missing'}: installing them with npm ci…`)
    const failed = 'The dependencies could not be installed; npm says why above. Check the network and run the command again.'
    await npm(failed, ['ci', '--no-progress'], { env: process.env })
    // npm may be told to run no install scripts; the project's Node comes by one.
    if (!existsSync(node)) {
      const env = { ...process.env, npm_config_ignore_scripts: 'false' }
      await must(failed, process.execPath, ['installArchSpecificPackage.js'], { cwd: join(modules, 'node'), env })
    }
  })
}

/** npm notes what it installed in a lockfile of its own, as its last step. */
function isInstalled() {
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'))
    const found = packagesOf(join(modules, '.package-lock.json'))
    const isThere = ([path, { version, optional }]) => path === '' || found[path]?.version === version || (optional && !found[path])
    return existsSync(node) && Object.entries(wanted).every(isThere) && Object.keys(found).every((path) => path in wanted)
  } catch {
    return false
  }
}

const packagesOf = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages
