import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openFile } from '../../main/db/open.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

const script = join(import.meta.dirname, '../support/dying.ts')

/** Lets a process work that may write no file beyond this size, which any user may ask for: for it the disk is full. */
async function withLimit(kilobytes: number, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `ulimit -f ${kilobytes}; exec "$@"`, 'bash', process.execPath, script, ...args])
  return stdout.split('\n').slice(0, -1)
}

describe.runIf(process.platform !== 'win32')('a disk that runs full', () => {
  it('refuses the step with everything before it kept', async () => {
    const { library, path, campaigns } = await createPlay()
    await library.closeCampaign()
    const lines = await withLimit(1_500, 'fill', path)
    expect(lines[0]).toBe('backup')
    expect(lines.at(-1)).toBe('refused disk')
    const acknowledged = lines.slice(1, -1).map(Number)
    expect(acknowledged.length).toBeGreaterThan(3)
    const { db, close } = valueOf(await openFile(path))
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    const there = new Set(db.prepare<[], number>('SELECT id FROM character').pluck().all())
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    expect(there.size).toBe(acknowledged.length + 2)
    close()
    expect(readdirSync(join(campaigns, 'backups'))).toHaveLength(1)
  })

  it('refuses a backup and leaves nothing half, while the campaign is as it was', async () => {
    const { library, path, campaigns } = await createPlay()
    await library.closeCampaign()
    const kilobytes = Math.floor(statSync(path).size / 1024) - 20
    const [first] = await withLimit(kilobytes, 'fill', path)
    expect(first).toBe('refused disk')
    const folder = join(campaigns, 'backups')
    expect(existsSync(folder) ? readdirSync(folder).flatMap((id) => readdirSync(join(folder, id))) : []).toEqual([])
    const { db, close } = valueOf(await openFile(path))
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    close()
  })
})
