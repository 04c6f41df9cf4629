export type Downloaded = { readonly ok: true; readonly bytes: Uint8Array; readonly address: string } | { readonly ok: false; readonly message: string }

export interface DownloadOptions {
  readonly limitBytes: number
  readonly signal: AbortSignal
  /** How many bytes have come, of how many where the server says so. */
  readonly told?: (ended: number, of: number | undefined) => void
  /** How long nothing may come, in milliseconds. */
  readonly silenceMs?: number
}

const mostHops = 5

/** Fetches one file over https, or over http from this very computer. What is too long is given up at once. */
export async function download(address: string, { limitBytes, signal, told = () => undefined, silenceMs = 30_000 }: DownloadOptions): Promise<Downloaded> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  try {
    let from = address
    for (let hop = 0; hop <= mostHops; hop += 1) {
      const problem = addressProblem(from, hop > 0 && !isLoopback(address))
      if (problem !== undefined) return refuse(problem)
      const response = await fetch(from, { redirect: 'manual', credentials: 'omit', signal: AbortSignal.any([signal, silence.signal]) })
      heard()
      const next = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && next !== null) {
        await response.body?.cancel()
        from = new URL(next, from).href
        continue
      }
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        const isGone = response.status === 404 || response.status === 410
        return refuse(`${hostOf(from)} answered ${response.status}: ${isGone ? 'there is nothing at that address' : 'it doesn’t give what is there now'}.`)
      }
      const stated = Number(response.headers.get('content-length') ?? Number.NaN)
      const tooLong = (bytes: number) => refuse(`It is ${bytes} bytes long or more; at most ${limitBytes} are read.`)
      if (stated > limitBytes) {
        await response.body.cancel()
        return tooLong(stated)
      }
      const chunks: Uint8Array[] = []
      let ended = 0
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        heard()
        ended += chunk.length
        if (ended > limitBytes) return tooLong(ended)
        chunks.push(chunk)
        told(ended, Number.isFinite(stated) ? stated : undefined)
      }
      return { ok: true, bytes: Buffer.concat(chunks), address: from }
    }
    return refuse(`${hostOf(address)} leads from address to address without end.`)
  } catch (error) {
    if (signal.aborted) return refuse('It was cancelled.')
    if (silence.signal.aborted) return refuse(`${hostOf(address)} was silent for ${silenceMs / 1_000} seconds.`)
    const { cause } = error as { cause?: { message?: string } }
    return refuse(`${hostOf(address)} can’t be reached: ${cause?.message ?? (error as Error).message}.`)
  } finally {
    clearTimeout(timer)
  }
}

/** Why nothing is fetched from an address, or undefined when it may be. `open` forbids this computer: a stranger’s server may not point there. */
export function addressProblem(address: string, open = false): string | undefined {
  if (!URL.canParse(address)) return 'That is no address. One begins with https://.'
  const { protocol, username, password } = new URL(address)
  if (username !== '' || password !== '') return 'The address holds a name or a password, which are never sent.'
  if (protocol === 'https:') return undefined
  if (protocol === 'http:' && isLoopback(address) && !open) return undefined
  return 'Only addresses that begin with https:// are fetched, so that nobody on the way can change what comes.'
}

const isLoopback = (address: string): boolean => URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

const hostOf = (address: string): string => new URL(address).host

const refuse = (message: string) => ({ ok: false, message }) as const
