/** Starting the app, and what its first screen has to load. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { electronCommand } from './app.ts'
import { interleave, median } from './measure.ts'
import { fixed, held, type Row } from './report.ts'
import { root } from './systems.ts'
import { withTempFolder } from './temp-folder.ts'

const startApp = join(import.meta.dirname, 'start-app')

/** From the start of the process until the first window can be used, against a bare window. */
export async function measureStart(): Promise<readonly Row[]> {
  return withTempFolder(async (folder) => {
    const ours = () => start(join(root, 'out/main/index.js'), join(folder, 'ours'))
    const bare = () => start(join(startApp, 'bare.js'), join(folder, 'bare'))
    const [times, limit] = await interleave([ours, bare], { rounds: 7, warmUp: 1 })
    return [held({ name: 'start', unit: 'ms', value: median(times) }, median(limit), 2)]
  })
}

/** All script that the page loads before it shows anything, as it lies on the disk. */
export async function measureBundle(): Promise<readonly Row[]> {
  const folder = join(root, 'out/renderer')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => join(folder, path ?? ''))
  if (scripts.length === 0) throw new Error('index.html loads no script')
  const bytes = scripts.reduce((sum, path) => sum + statSync(path).size, 0)
  return [fixed({ name: 'bundle', unit: 'kB', value: bytes / 1000 }, 350)]
}

/** How long it took; ends when the process has gone. */
async function start(main: string, dataFolder: string): Promise<number> {
  const { executable, flags } = electronCommand()
  const args = [startApp, ...flags, '--log-level=3', `--user-data-dir=${dataFolder}`]
  const began = performance.now()
  const child = spawn(executable, args, { env: { ...process.env, TOLLKEEPER_BENCH_MAIN: main }, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.setEncoding('utf8')
  let said = ''
  let ms: number | undefined
  child.stdout.on('data', (text: string) => {
    said += text
    if (said.includes('usable')) ms ??= performance.now() - began
  })
  await once(child, 'exit')
  if (ms === undefined) throw new Error(`${main} ended before its window could be used: ${said}`)
  return ms
}
