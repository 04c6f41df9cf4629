import { rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import type { Bridge } from '../../preload/contract.ts'
import { test } from '../support/app.ts'

const root = resolve(import.meta.dirname, '../..')
const link = resolve(root, 'out/renderer/link.html')

let server: Server
let visits = 0

test.beforeAll(async () => {
  server = createServer((_, response) => {
    visits += 1
    response.end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  rmSync(link, { force: true })
  symlinkSync('/etc/hostname', link)
})

test.afterAll(() => {
  rmSync(link, { force: true })
  server.close()
})

const outside = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

test('the page is sandboxed, isolated and without Node', async ({ start }) => {
  const app = await start()
  const preferences = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => (webContents as unknown as { getLastWebPreferences(): unknown }).getLastWebPreferences()),
  )
  expect(preferences).toHaveLength(1)
  expect(preferences[0]).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false })
  expect(await app.page.evaluate(() => [typeof require, typeof process, typeof Buffer, typeof module, typeof globalThis.global])).toEqual(
    Array.from({ length: 5 }, () => 'undefined'),
  )
})

test('the preload gives two functions and nothing else', async ({ start }) => {
  const app = await start()
  const found = await app.page.evaluate(() => {
    const { tollkeeper } = window as unknown as { tollkeeper: Record<string, unknown> }
    return Object.entries(tollkeeper).map(([name, value]) => `${name}: ${typeof value}`)
  })
  expect(found.sort()).toEqual(['request: function', 'subscribe: function'])
})

test('the policy is strict and comes by header', async ({ start }) => {
  const app = await start()
  const policy = await app.page.evaluate(async () => (await fetch('app://tollkeeper/index.html')).headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
})

test('injected script has no effect', async ({ start }) => {
  const app = await start()
  const marks = await app.page.evaluate(
    () =>
      new Promise((finish) => {
        // From a timer, because the debugger that runs this is itself above the policy.
        setTimeout(() => {
          const holder = window as unknown as { mark: string[] }
          holder.mark = []
          const script = document.createElement('script')
          script.textContent = "window.mark.push('inline')"
          const data = document.createElement('script')
          data.src = 'data:text/javascript,window.mark.push("data")'
          const markup = document.createElement('div')
          markup.innerHTML = '<img src="x" onerror="window.mark.push(\'onerror\')"><a id="bad" href="javascript:window.mark.push(\'link\')">x</a>'
          document.body.append(script, data, markup)
          document.getElementById('bad')?.click()
          for (const run of [() => eval("window.mark.push('eval')"), () => new Function("window.mark.push('function')")()]) {
            try {
              run()
              holder.mark.push('ran')
            } catch {
              // Refused, as it should be.
            }
          }
          setTimeout(() => {
            for (const element of [script, data, markup]) element.remove()
            finish(holder.mark)
          }, 300)
        })
      }),
  )
  expect(marks).toEqual([])
})

test('the scheme serves the page and nothing around it', async ({ start }) => {
  const app = await start()
  const statuses = await app.electron.evaluate(async ({ session }) => {
    const addresses = [
      'app://tollkeeper/index.html',
      'app://tollkeeper/',
      'app://tollkeeper/../main/index.js',
      'app://tollkeeper/%2e%2e/main/index.js',
      'app://tollkeeper/..%2fmain/index.js',
      'app://tollkeeper/%252e%252e/main/index.js',
      'app://tollkeeper/..\\main\\index.js',
      'app://tollkeeper//etc/passwd',
      'app://tollkeeper/%2fetc/passwd',
      'app://tollkeeper/index.html%00.png',
      'app://tollkeeper/link.html',
      'app://elsewhere/index.html',
    ]
    return Promise.all(addresses.map(async (address) => session.defaultSession.fetch(address).then((response) => response.status, () => 0)))
  })
  expect(statuses[0]).toBe(200)
  expect(statuses.slice(1).every((status) => status === 404 || status === 0), String(statuses)).toBe(true)
})

test('it goes nowhere and opens nothing', async ({ start }) => {
  const app = await start()
  const before = app.page.url()
  const title = await app.page.evaluate(() => document.title)
  expect(title).toBe('Tollkeeper')
  for (const address of ['file:///etc/hostname', outside(), 'https://example.invalid/', 'data:text/html,<h1>x', 'javascript:document.title="x"']) {
    await app.page.evaluate((target) => {
      window.location.href = target
    }, address)
    await app.page.evaluate((target) => {
      const anchor = document.createElement('a')
      anchor.href = target
      anchor.target = '_blank'
      document.body.append(anchor)
      anchor.click()
      anchor.remove()
    }, address)
  }
  expect(await app.page.evaluate((target) => window.open(target), outside())).toBeNull()
  await app.page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
  expect(app.page.url()).toBe(before)
  expect(app.electron.windows()).toHaveLength(1)
  expect(await app.page.evaluate(() => document.title)).toBe(title)
})

test('every permission is refused', async ({ start }) => {
  const app = await start()
  const answers = await app.page.evaluate(async () => {
    const state = async (name: string) => (await navigator.permissions.query({ name: name as PermissionName }).catch(() => ({ state: 'denied' }))).state
    const asks = [
      Notification.requestPermission(),
      navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', () => 'denied'),
      new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('granted'), () => done('denied'))),
      state('camera'),
      state('clipboard-read'),
      state('midi'),
    ]
    return Promise.all(asks)
  })
  expect(new Set(answers)).toEqual(new Set(['denied']))
})

test('no request leaves the machine, from the page or around it', async ({ start }) => {
  const app = await start()
  await app.page.evaluate(async (address) => {
    await fetch(address).catch(() => undefined)
    await new Promise((done) => {
      const image = new Image()
      image.onerror = done
      image.onload = done
      image.src = address
    })
    navigator.sendBeacon(address, 'x')
    await new Promise((done) => {
      const socket = new WebSocket(address.replace('http', 'ws'))
      socket.onerror = done
      socket.onopen = done
    }).catch(() => undefined)
  }, outside())
  const fetched = await app.electron.evaluate(async ({ session }, address) => session.defaultSession.fetch(address).then(() => 'fetched', () => 'refused'), outside())
  expect(fetched).toBe('refused')
  expect(visits).toBe(0)
})

test('only our own window is answered', async ({ start }) => {
  const app = await start()
  const fromStranger = await app.electron.evaluate(async ({ BrowserWindow }, preload) => {
    const stranger = new BrowserWindow({ show: false, webPreferences: { sandbox: true, contextIsolation: true, preload } })
    await stranger.loadURL('app://tollkeeper/index.html')
    const reply: unknown = await stranger.webContents.executeJavaScript("window.tollkeeper.request('campaign.create', { name: 'Stolen', system: 'x' })")
    stranger.destroy()
    return reply
  }, resolve(root, 'out/preload/index.cjs'))
  expect(fromStranger).toMatchObject({ ok: false, error: { code: 'invalid' } })

  const frames = await app.page.evaluate(async () => {
    const frame = document.createElement('iframe')
    frame.src = 'app://tollkeeper/index.html'
    document.body.append(frame)
    await new Promise((done) => setTimeout(done, 300))
    let reach: string
    try {
      reach = typeof (frame.contentWindow as unknown as { tollkeeper?: unknown } | null)?.tollkeeper
    } catch {
      reach = 'undefined'
    }
    frame.remove()
    return reach
  })
  expect(frames).toBe('undefined')
})

test('malformed requests are refused as data and nothing is written', async ({ start }) => {
  const app = await start()
  const replies = await app.page.evaluate(async () => {
    const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
    const ask = tollkeeper.request as unknown as (name: unknown, input: unknown) => Promise<{ ok: boolean }>
    const bad: [unknown, unknown][] = [
      ['campaign.create', { name: 'x'.repeat(10_000_000), system: 'x' }],
      ['campaign.create', { name: 3, system: 'x' }],
      ['campaign.create', JSON.parse('{"name":"x","system":"x","__proto__":{"a":1}}')],
      ['campaign.open', { file: '../../etc/passwd' }],
      ['campaign.open', { file: NaN }],
      ['log.read', { filter: {}, limit: 1e9 }],
      ['__proto__', {}],
      ['constructor', {}],
      [{}, {}],
      ['campaign.list', null],
    ]
    return Promise.all(bad.map(async ([name, input]) => (await ask(name, input)).ok))
  })
  expect(replies).toEqual(replies.map(() => false))
  const list = await app.page.evaluate(() => (window as unknown as { tollkeeper: Bridge }).tollkeeper.request('campaign.list', {}))
  expect(list).toEqual({ ok: true, value: [] })
})
