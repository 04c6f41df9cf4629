// npm run hostile: runs a script that needs no Electron
import { join } from 'node:path'
import { installDependencies } from './setup.mjs'
import { hand, main, node, root, toolEnv } from './shell.mjs'

/** Linux's C library keeps what was freed, the more the larger the pieces were, which would look like memory that is held. */
const givesBack = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

await main(async ([script, ...args]) => {
  await installDependencies()
  return hand(node, ['--expose-gc', join(root, script), ...args], { cwd: root, env: toolEnv(givesBack) })
})
