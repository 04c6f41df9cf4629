// npm run -s plugin -- … and npm run -s campaign -- …: the command-line tools in main/cli, which need no Electron
import { join } from 'node:path'
import { installDependencies } from './setup.mjs'
import { hand, main, node, root, Stop } from './shell.mjs'

const TOOLS = ['plugin', 'campaign']

await main(async ([name, ...args]) => {
  if (!TOOLS.includes(name)) throw new Stop(`Usage: node scripts/cli.mjs ${TOOLS.join('|')} …`)
  await installDependencies()
  return hand(node, [join(root, 'main', 'cli', `${name}.ts`), ...args])
})
