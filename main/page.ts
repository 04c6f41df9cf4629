import { readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'

export const appOrigin = 'app://tollkeeper'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The dev server injects styles and talks over a socket. Never used by a built app. */
const devServerPolicy = (origin: string): string =>
  `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self' ${origin.replace(/^http/, 'ws')}`

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/**
 * Serves the built page over the private scheme. Only the files that were in its folder at the
 * start are served, by their exact address, so there is no path to walk out of; links are not files.
 */
export function servePage(session: Session, folder: string): void {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`${appOrigin}/${relative(folder, path).split(sep).join('/')}`, path]),
  )
  session.protocol.handle('app', async (request) => {
    const [address = ''] = request.url.split('?')
    const path = request.method === 'GET' ? files.get(address) : undefined
    if (path === undefined) return new Response(null, { status: 404 })
    return new Response(new Uint8Array(await readFile(path)), {
      headers: {
        'Content-Type': types[extname(path)] ?? 'application/octet-stream',
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-cache',
      },
    })
  })
}

/** Lets the page reach its own origin and nothing else, and refuses every permission. */
export function restrict(session: Session, origin: string): void {
  const allowed = [`${origin}/`, `${origin.replace(/^http/, 'ws')}/`, 'devtools://']
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !allowed.some((prefix) => url.startsWith(prefix)) }))
  if (origin !== appOrigin)
    session.webRequest.onHeadersReceived(({ responseHeaders }, answer) =>
      answer({ responseHeaders: { ...responseHeaders, 'Content-Security-Policy': [devServerPolicy(origin)] } }),
    )
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
}
