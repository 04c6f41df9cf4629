// npm run bench [-- --json]: measures the built app on this machine
import { join } from 'node:path'
import { build } from './build.mjs'
import { findElectron } from './runtime.mjs'
import { installDependencies } from './setup.mjs'
import { hand, main, node, root, toolEnv } from './shell.mjs'
import { openDisplay, prepareSystem } from './system.mjs'

await main(async (args) => {
  await installDependencies()
  const { executable, env } = await findElectron()
  await prepareSystem(executable)
  await build(env)
  const display = await openDisplay()
  const command = [join(root, 'test', 'bench', 'index.ts'), ...args]
  return hand(node, command, { cwd: root, env: toolEnv({ ...env, ...display.env }) }).finally(display.close)
})
