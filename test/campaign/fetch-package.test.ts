import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../support/campaign.ts'
import { packageFiles, zipped } from '../support/package.ts'
import { serve } from '../support/serve.ts'

const bytes = zipped(packageFiles({ version: '1.2.0' }))
const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
const listing = (rest: object = {}) => JSON.stringify({ id: 'lantern', versions: [{ version: '1.2.0', address: 'files/lantern.tollkeeper-plugin', sha256: hash(bytes), compatibility: { minimum: '0.1.0', verified: '0.1.0' }, ...rest }] })

/** A server with an index and its package. */
const host = (index: string) => serve((request, response) => response.end(request.url === '/a/index.json' ? index : request.url === '/a/files/lantern.tollkeeper-plugin' ? bytes : undefined))

describe('a package from an address', () => {
  it('is fetched itself, or as an index lists it, and looked at like any other', async () => {
    const { installer } = createWorld()
    const address = await host(listing())
    for (const path of ['/a/files/lantern.tollkeeper-plugin', '/a/index.json']) {
      const seen = await installer.fetch(address + path)
      expect(seen).toMatchObject({ ok: true, value: { id: 'lantern', version: '1.2.0', change: 'new' } })
      expect(seen.ok && (await installer.install(seen.value?.sha256 ?? ''))).toMatchObject({ ok: true })
      expect(await installer.remove('lantern')).toMatchObject({ ok: true })
    }
  })

  it.each([
    ['it is not the one that the index lists', listing({ sha256: 'a'.repeat(64) }), 'its SHA-256 is another'],
    ['the index lies about its version', listing({ version: '9.0.0' }), 'Its index lists lantern 9.0.0, and the package is lantern 1.2.0.'],
    ['it needs a newer app', listing({ compatibility: { minimum: '5.0.0', verified: '5.0.0' } }), 'goes with Tollkeeper 0.1.0: 1.2.0 is for 5.0.0 or later'],
    ['the index leads to a file of this computer', listing({ address: 'file:///etc/passwd' }), 'Only addresses that begin with https://'],
    ['the index is none', '<html>', 'neither a package nor an index'],
    ['nothing is there', listing({ address: '/nowhere' }), 'is another'],
  ])('is refused where %s, and waits for nothing', async (_, index, why) => {
    const { installer } = createWorld()
    const seen = await installer.fetch(`${await host(index)}/a/index.json`)
    expect(seen).toMatchObject({ ok: false, error: { message: expect.stringContaining(why) } })
    expect(!seen.ok && seen.error.message).toContain('Nothing was changed. Check the address, or ask the author.')
    expect(await installer.install(hash(bytes))).toMatchObject({ ok: false, error: { code: 'missing' } })
  })

  it('waits for nothing where the GM cancels once all of it has come', async () => {
    const { installer } = createWorld()
    const address = await serve((_, response) => {
      response.on('finish', () => installer.cancel())
      response.end(bytes)
    })
    expect(await installer.fetch(address)).toEqual({ ok: true, value: null })
    expect(await installer.install(hash(bytes))).toMatchObject({ ok: false, error: { code: 'missing' } })
  })

  it('is given up when the GM cancels', async () => {
    const { installer } = createWorld()
    const address = await serve(() => installer.cancel())
    expect(await installer.fetch(address)).toEqual({ ok: true, value: null })
  })
})
