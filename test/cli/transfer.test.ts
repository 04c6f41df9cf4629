import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createPlay } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'
import { everythingIn } from '../support/transfers.ts'

const root = resolve(import.meta.dirname, '../..')

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<{ code: number; out: string; errors: string }> {
  const ran = promisify(execFile)(process.execPath, [join(root, 'main/cli/campaign.ts'), ...args], { cwd: root, env: { ...process.env, INIT_CWD: root, ...env } })
  const { stdout, stderr, code } = await ran.then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { code, out: stdout.trim(), errors: stderr }
}

describe('the command line', () => {
  it('exports a campaign, and imports it where it is new, then merges it, which changes nothing', async () => {
    const { path, folder, library, campaign } = await createPlay()
    await library.closeCampaign()
    const [out, into] = [join(folder, 'out.tollkeeper'), tempFolder()]
    expect(await run(['export', path, out])).toMatchObject({ code: 0, out: `Exported to ${out}` })
    const made = join(into, campaign.file)
    expect(await run(['import', out, '--into', into])).toMatchObject({ code: 0, out: made })
    expect(everythingIn(made)).toEqual(everythingIn(path))
    expect(await run(['import', out, '--into', into])).toMatchObject({ code: 0, out: expect.stringContaining(`${made}: 0 new, 0 brought up to date`) })
    expect(everythingIn(made)).toEqual(everythingIn(path))
    expect(readdirSync(into).toSorted()).toEqual([campaign.file, 'backups'])
  })

  it('takes the passphrase from the environment, and refuses without it or with a wrong one', async () => {
    const { path, folder } = await createPlay()
    const [out, into] = [join(folder, 'out.tollkeeper'), tempFolder()]
    expect((await run(['export', path, out], { TOLLKEEPER_PASSPHRASE: 'tide' })).code).toBe(0)
    expect(await run(['import', out, '--into', into])).toMatchObject({ code: 1, out: expect.stringContaining('is encrypted') })
    expect(await run(['import', out, '--into', into], { TOLLKEEPER_PASSPHRASE: 'x' })).toMatchObject({ code: 1, out: expect.stringContaining('not the right one') })
    expect(readdirSync(into)).toEqual([])
    expect((await run(['import', out, '--into', into], { TOLLKEEPER_PASSPHRASE: 'tide' })).code).toBe(0)
  })

  it('says what is wrong', async () => {
    const folder = tempFolder()
    expect(await run(['export', join(folder, 'none.campaign'), join(folder, 'out')])).toMatchObject({ code: 1, out: expect.stringContaining('There is no campaign file') })
    expect(await run(['import', join(folder, 'none'), '--into', folder])).toMatchObject({ code: 1, out: expect.stringContaining("can't be reached") })
    for (const args of [['export', 'x'], ['import'], ['import', 'x', '--as', 'y'], ['import', 'x', '--nope']]) expect(await run(args), args.join(' ')).toMatchObject({ code: 2, errors: expect.stringContaining('Usage') })
  })
})
