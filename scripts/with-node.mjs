// npm run hostile: runs a script that needs no Electron
import { join } from 'node:path'
import { installDependencies } from './setup.mjs'
import { hand, main, node, root } from './shell.mjs'

await main(async ([script, ...args]) => {
  await installDependencies()
  return hand(node, ['--expose-gc', join(root, script), ...args], { cwd: root })
})
