// npm run bench, npm run screenshot: runs a script that drives the built app
import { join } from 'node:path'
import { build } from './build.mjs'
import { findElectron } from './runtime.mjs'
import { installDependencies } from './setup.mjs'
import { hand, main, node, root, toolEnv } from './shell.mjs'
import { openDisplay, prepareSystem } from './system.mjs'

await main(async ([script, ...args]) => {
  await installDependencies()
  const { executable, env } = await findElectron()
  await prepareSystem(executable)
  await build(env)
  const display = await openDisplay()
  const command = [join(root, script), ...args]
  return hand(node, command, { cwd: root, env: toolEnv({ ...env, ...display.env }) }).finally(display.close)
})
