/**
 * Gives `after` with every part that equals its counterpart in `before` taken from there, so that what is
 * drawn from such a part isn't drawn again. Both are plain data; entries of a list are matched by their place.
 */
export function keepSame<T>(before: T, after: T): T {
  if (Object.is(before, after) || typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return after
  if (Array.isArray(before) !== Array.isArray(after)) return after
  const old = before as Readonly<Record<string, unknown>>
  const parts = Object.entries(after).map(([key, part]) => [key, keepSame(old[key], part)] as const)
  const isSame = parts.length === Object.keys(old).length && parts.every(([key, part]) => Object.hasOwn(old, key) && Object.is(old[key], part))
  if (isSame) return before
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T
}
