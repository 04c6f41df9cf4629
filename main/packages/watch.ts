import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** So many files of a folder are looked at, at most. */
const mostFiles = 2_000

/**
 * Tells whenever something in a folder has changed and then stood still for a look: a file, or that the folder went
 * or came. Looked for every `everyMs`, since what systems tell of changes differs, and a folder that is moved away
 * tells no more. What is hidden, and what was installed for the sources, isn't looked at. Follows what changes after
 * it was answered; gives what ends it.
 */
export async function watchFolder(folder: string, everyMs: number, changed: () => void): Promise<() => void> {
  let seen = await printOf(folder)
  let isMoving = false
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async (): Promise<void> => {
    const found = await printOf(folder)
    if (isOver) return
    if (found === seen && isMoving) changed()
    isMoving = found !== seen
    seen = found
    wait()
  }
  const wait = (): void => void (timer = setTimeout(() => void look(), everyMs).unref())
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** What is in a folder, with times and lengths: another text once anything changed. */
async function printOf(folder: string): Promise<string> {
  const lines: string[] = []
  const read = async (path: string): Promise<void> => {
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((): Dirent[] | undefined => undefined)
    if (!entries) lines.push(`${path} is gone`)
    for (const entry of entries ?? []) {
      if (lines.length >= mostFiles) return
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const name = join(path, entry.name)
      if (entry.isDirectory()) await read(name)
      else if (entry.isFile()) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        lines.push(`${name} ${found?.mtimeMs} ${found?.size}`)
      }
    }
  }
  await read('')
  return lines.join('\n')
}
