/** `npm run -s plugin -- …`: what authors and scripts use of a system, without a window. */
import { runPlugin } from './run-plugin.ts'

process.exitCode = await runPlugin(process.argv.slice(2), {
  // npm changes the folder before it runs a script, and says where it was.
  from: process.env.INIT_CWD ?? process.cwd(),
  out: (line) => console.log(line),
  err: (line) => console.error(line),
})
