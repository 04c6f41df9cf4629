// What every script here shares. All of scripts/ runs on a bare Node 20: built-in modules only, no node_modules.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const modules = join(root, 'node_modules')
export const isRoot = process.getuid?.() === 0

/** The project's own Node 24, from the npm package `node`; the system's may be too old for the tools. */
export const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Where downloads and builds live that outlast node_modules. */
export const cache = process.env.TOLLKEEPER_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tollkeeper')

/** An expected failure: its message is all the user sees. */
export class Stop extends Error {}

/** Progress goes to stderr, so that what a command answers on stdout stays clean. */
export const say = (line) => process.stderr.write(`${line}\n`)

/** The environment for the tools: `node` on PATH is Node 24, whatever started us. */
export function toolEnv(more = {}) {
  const env = { ...process.env, ...more }
  env.PATH = [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter)
  // Some editors' terminals have it; it turns Electron into a plain Node.
  delete env.ELECTRON_RUN_AS_NODE
  return env
}

/** The script behind a package's command, to be run with `node`. */
export function tool(packageName, command = packageName) {
  const folder = join(modules, packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

// Output that we catch is shown later, so its colours follow our terminal, not the pipe.
const colors = process.env.FORCE_COLOR || process.env.NO_COLOR ? {} : process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** Runs a command to its end and resolves to its exit code and all it printed. */
export function run(command, args, { cwd = root, env = toolEnv(), timeoutMs } = {}) {
  return new Promise((done) => {
    const options = { cwd, env: { ...env, ...colors }, timeout: timeoutMs, killSignal: 'SIGKILL' }
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}` }))
    child.on('close', (code, signal) => done({ code: exitCode(code, signal), output }))
  })
}

/** Runs a command that has to succeed; otherwise shows what it printed and stops with `sentence`. */
export async function must(sentence, command, args, options) {
  const { code, output } = await run(command, args, options)
  if (code === 0) return output
  throw new Stop(`${output.trimEnd()}\n\n${sentence}`)
}

/** The npm that started us, on the Node it was started with; otherwise the one on PATH. */
export function npm(sentence, args, options) {
  const { npm_execpath: script, npm_node_execpath: itsNode = process.execPath } = process.env
  return script ? must(sentence, itsNode, [script, ...args], options) : must(sentence, 'npm', args, options)
}

/**
 * Hands the terminal to a command and resolves to its exit code. A signal to us asks it to close; a second one kills it.
 * `apart` keeps a terminal's Ctrl-C from reaching it twice (and its helpers at all), for programs that read no keys.
 */
export function hand(command, args, { cwd, env = toolEnv(), apart = false } = {}) {
  const detached = apart && process.platform !== 'win32'
  const child = spawn(command, args, { cwd, env, stdio: 'inherit', detached })
  let askedAt
  const pass = (signal) => {
    // npm repeats a terminal's Ctrl-C, so one key press may arrive twice.
    if (askedAt !== undefined && Date.now() - askedAt > 1_000) child.kill('SIGKILL')
    else if (askedAt === undefined && (detached || signal !== 'SIGINT')) child.kill('SIGTERM')
    askedAt ??= Date.now()
  }
  return new Promise((done, failed) => {
    onSignal = pass
    child.on('error', (error) => failed(new Stop(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => done(exitCode(code, signal)))
  }).finally(() => (onSignal = leave))
}

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)
// process.exit, unlike a signal, lets the `exit` listeners tidy up.
const leave = (signal) => process.exit(exitCode(null, signal))
let onSignal = leave

/** Runs a script's body: expected failures end in a sentence, bugs in their trace, both in exit code 1. */
export async function main(body) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, (name) => onSignal(name))
  try {
    process.exitCode = (await body(process.argv.slice(2))) ?? 0
  } catch (error) {
    say(error instanceof Stop ? error.message : error.stack)
    process.exitCode = 1
  }
}
