// npm run dev: the app with hot reload of its page and restart on changes of its main process
import { buildPlugins, forgetBuild } from './build.mjs'
import { findElectron } from './runtime.mjs'
import { installDependencies } from './setup.mjs'
import { hand, isRoot, main, node, root, say, tool, toolEnv } from './shell.mjs'
import { checkSandbox, openDisplay, prepareSystem } from './system.mjs'

await main(async (args) => {
  await installDependencies()
  const { executable, env } = await findElectron()
  await prepareSystem(executable)
  checkSandbox(executable)
  forgetBuild()
  await buildPlugins()

  const display = await openDisplay()
  if (display.virtual) say(`There is no display here: the window opens on a virtual screen, ${display.virtual}.`)
  const devEnv = { ...env, ...display.env, ELECTRON_EXEC_PATH: executable, ...(isRoot ? { NO_SANDBOX: '1' } : {}) }
  const appArgs = [...(display.virtual ? ['--log-level=3'] : []), ...args]
  const command = [tool('electron-vite'), 'dev', '--watch', '--', ...appArgs]
  return hand(node, command, { cwd: root, env: toolEnv(devEnv), apart: true }).finally(display.close)
})
