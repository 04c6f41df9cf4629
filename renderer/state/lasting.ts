/**
 * Remembers the list that was worked out last and gives it again where the new one holds the same: what
 * follows from it stays as it is. For a `$derived.by` over thousands of which few change at a time.
 */
export function lasting<T>(work: () => readonly T[]): () => readonly T[] {
  let last: readonly T[] = []
  return () => {
    const now = work()
    if (now.length !== last.length || now.some((each, at) => each !== last[at])) last = now
    return last
  }
}
