import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressProblem, download, type DownloadOptions } from '../../main/packages/download.ts'
import { serve } from '../support/serve.ts'

const fetched = (address: string, options: Partial<DownloadOptions> = {}) => download(address, { limitBytes: 100, signal: new AbortController().signal, ...options })

describe('a download', () => {
  it('gives the bytes and tells how far it is', async () => {
    const told: unknown[] = []
    const address = await serve((_, response) => response.setHeader('content-length', 5).end('hello'))
    expect(await fetched(address, { told: (ended, of) => told.push([ended, of]) })).toEqual({ ok: true, bytes: Buffer.from('hello'), address })
    expect(told.at(-1)).toEqual([5, 5])
  })

  it('follows where it is led, and says where it ended', async () => {
    const address = await serve((request, response) => (request.url === '/to' ? response.end('there') : response.writeHead(302, { location: '/to' }).end()))
    expect(await fetched(`${address}/from`)).toMatchObject({ ok: true, address: `${address}/to` })
  })

  it.each<[string, RequestListener, string]>([
    ['nothing is there', (_, response) => void response.writeHead(404).end('no'), 'answered 404: there is nothing at that address.'],
    ['the server can’t', (_, response) => void response.writeHead(503).end('no'), 'answered 503: it doesn’t give what is there now.'],
    ['it says that it is too long', (_, response) => void response.setHeader('content-length', 101).end('x'.repeat(101)), 'It is 101 bytes long or more; at most 100 are read.'],
    ['it is too long and doesn’t say so', (_, response) => void response.end('x'.repeat(101)) as never, 'at most 100 are read'],
    ['it never ends', (_, response) => void setInterval(() => response.write('x'.repeat(50)), 5).unref(), 'at most 100 are read'],
    ['it leads in a circle', (_, response) => void response.writeHead(302, { location: '/' }).end(), 'without end'],
    ['it leads to a place without encryption', (_, response) => void response.writeHead(302, { location: 'http://example.org/' }).end(), 'Only addresses that begin with https://'],
    ['it leads to a file of this computer', (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(), 'Only addresses that begin with https://'],
    ['it breaks off', (_, response) => void response.writeHead(200, { 'content-length': 50 }).write('x', () => response.destroy()), 'can’t be reached'],
  ])('is refused when %s', async (_, answer, why) => {
    expect(await fetched(await serve(answer))).toEqual({ ok: false, message: expect.stringContaining(why) })
  })

  it('is given up when nothing comes', async () => {
    expect(await fetched(await serve(() => undefined), { silenceMs: 50 })).toEqual({ ok: false, message: expect.stringContaining('was silent for 0.05 seconds') })
  })

  it('can be cancelled', async () => {
    const cancel = new AbortController()
    const address = await serve(() => cancel.abort())
    expect(await fetched(address, { signal: cancel.signal })).toEqual({ ok: false, message: 'It was cancelled.' })
  })

  it('says when nobody answers', async () => {
    expect(await fetched('http://127.0.0.1:9')).toEqual({ ok: false, message: expect.stringContaining('127.0.0.1:9 can’t be reached') })
  })
})

it.each([
  ['https://example.org/x', undefined],
  ['http://localhost:8080/x', undefined],
  ['http://[::1]/x', undefined],
  ['http://example.org/x', 'Only addresses'],
  ['http://localhost.example.org/', 'Only addresses'],
  ['file:///etc/passwd', 'Only addresses'],
  ['javascript:alert(1)', 'Only addresses'],
  ['data:text/plain,x', 'Only addresses'],
  ['https://me:secret@example.org/', 'name or a password'],
  ['example.org', 'That is no address'],
  ['', 'That is no address'],
])('of %s is thought: %s', (address, why) => {
  if (why === undefined) expect(addressProblem(address)).toBeUndefined()
  else expect(addressProblem(address)).toContain(why)
})

it('a stranger’s server may not point at this computer', () => {
  expect(addressProblem('http://127.0.0.1/x', true)).toContain('Only addresses')
})
