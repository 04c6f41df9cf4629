// npm start [-- --build-only | arguments for the app]
import { build } from './build.mjs'
import { findElectron } from './runtime.mjs'
import { installDependencies } from './setup.mjs'
import { hand, isRoot, main, root, say, toolEnv } from './shell.mjs'
import { checkSandbox, openDisplay, prepareSystem } from './system.mjs'

await main(async (args) => {
  await installDependencies()
  const { executable, env } = await findElectron()
  await build(env)
  if (args.includes('--build-only')) return
  await prepareSystem(executable)
  checkSandbox(executable)

  const display = await openDisplay()
  if (display.virtual) {
    say(
      `There is no display here: Tollkeeper runs on a virtual screen, ${display.virtual}, until Ctrl-C. To see its window, ` +
        `start it from a desktop or over "ssh -X", or point a VNC server at that screen (x11vnc -display ${display.virtual}).`,
    )
  }
  // Chromium's sandbox refuses to run as root. Its own log is noise on a machine without desktop services.
  const flags = [...(isRoot ? ['--no-sandbox'] : []), ...(display.virtual ? ['--log-level=3'] : [])]
  const appEnv = toolEnv({ ...env, ...display.env })
  return hand(executable, [root, ...flags, ...args], { env: appEnv, apart: true }).finally(display.close)
})
