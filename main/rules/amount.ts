/** Amounts of harm and healing in words: `7`, `-3`, `2*6+1`, `(4+3)/2`, `half`, `14 half`, `all`. Pure. */

/** What words about the one who is hit stand for. */
export interface AmountOf {
  /** Where its health stands; at zero or below, nothing is left. */
  readonly now: number
}

export type Amount = { readonly ok: true; readonly amount: number } | { readonly ok: false; readonly message: string }

const highest = 1_000_000

/**
 * Works an amount out, rounded down; below zero it is the other way round, healing instead of harm.
 * `half` alone is half of what is left, `all` what is left; `half` behind a sum halves the sum.
 */
export function readAmount(text: string, { now }: AmountOf): Amount {
  const words = text.toLowerCase().replaceAll('−', '-').replaceAll('×', '*').replaceAll('÷', '/').replaceAll(/(\d)\s*x\s*(\d)/g, '$1*$2').trim()
  if (words === '') return { ok: false, message: 'Write an amount, for example 7, 2*6 or half.' }
  const left = Math.max(0, now)
  if (words === 'all') return { ok: true, amount: left }
  if (words === 'half') return { ok: true, amount: Math.floor(left / 2) }
  const half = /^half\s+(?:of\s+)?(.+)$|^(.+?)\s+half$/.exec(words)
  const sum = half?.[1] ?? half?.[2] ?? words
  const value = readSum(sum)
  if (value === undefined) return { ok: false, message: `“${text.trim()}” is no amount. Write for example 7, 2*6+1, half or 14 half.` }
  const amount = Math.trunc(half ? value / 2 : value)
  if (!Number.isFinite(amount) || Math.abs(amount) > highest) return { ok: false, message: `“${text.trim()}” is more than ${highest}.` }
  return { ok: true, amount: amount === 0 ? 0 : amount }
}

/** A sum of products with parentheses, or undefined. */
function readSum(text: string): number | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) ?? []
  let at = 0
  const factor = (): number | undefined => {
    const token = tokens[at]
    if (token === undefined) return undefined
    at += 1
    if (token === '-' || token === '+') {
      const value = factor()
      return value === undefined ? undefined : token === '-' ? -value : value
    }
    if (token === '(') {
      const value = sum()
      at += 1
      return tokens[at - 1] === ')' ? value : undefined
    }
    return /^\d/.test(token) ? Number(token) : undefined
  }
  const product = (): number | undefined => {
    let value = factor()
    while (value !== undefined && (tokens[at] === '*' || tokens[at] === '/')) {
      const times = tokens[at] === '*'
      at += 1
      const next = factor()
      value = next === undefined || (!times && next === 0) ? undefined : times ? value * next : value / next
    }
    return value
  }
  const sum = (): number | undefined => {
    let value = product()
    while (value !== undefined && (tokens[at] === '+' || tokens[at] === '-')) {
      const plus = tokens[at] === '+'
      at += 1
      const next = product()
      value = next === undefined ? undefined : plus ? value + next : value - next
    }
    return value
  }
  const value = sum()
  return at === tokens.length ? value : undefined
}
