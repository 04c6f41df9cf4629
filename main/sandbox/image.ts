const pageBytes = 4_096

/** The memory of an engine, which only grows. */
export interface EngineMemory {
  readonly buffer: ArrayBuffer
}

/** The state of an engine that can be put back, byte for byte. */
export interface Image {
  /** Takes the present state as the one to go back to. */
  keep(): void
  /** Puts that state back; does nothing before `keep`. */
  restore(): void
}

/**
 * Everything an engine knows lies in its memory, so a copy of the used part is a whole engine with the
 * system loaded. Going back to it after every call makes a call's answer depend on nothing but its
 * arguments: no counter, cache, leak or overwritten built-in outlives the call.
 *
 * Call while the engine is fresh: the largest empty stretch between used pages is then the C stack,
 * whose content means nothing between calls and isn't copied.
 */
export function createImage(memory: EngineMemory): Image {
  const stack = largestGap(memory)
  let kept = false
  let low = new Uint8Array()
  let high = new Uint8Array()

  return {
    keep() {
      low = new Uint8Array(memory.buffer).slice(0, stack.from)
      high = new Uint8Array(memory.buffer).slice(stack.to, usedBytes(memory))
      kept = true
    },
    restore() {
      if (!kept) return
      const bytes = new Uint8Array(memory.buffer)
      bytes.set(low)
      bytes.set(high, stack.to)
    },
  }
}

const isEmpty = (words: Uint32Array, page: number): boolean => {
  const from = (page * pageBytes) / 4
  for (let i = from; i < from + pageBytes / 4; i += 1) if (words[i] !== 0) return false
  return true
}

/** Up to the last page that holds anything. The allocator's mark at its top never is zero. */
function usedBytes(memory: EngineMemory): number {
  const words = new Uint32Array(memory.buffer)
  let page = memory.buffer.byteLength / pageBytes - 1
  while (page > 0 && isEmpty(words, page)) page -= 1
  return (page + 1) * pageBytes
}

function largestGap(memory: EngineMemory): { readonly from: number; readonly to: number } {
  const words = new Uint32Array(memory.buffer)
  const pages = usedBytes(memory) / pageBytes
  let best = { from: 0, to: 0 }
  let from = 0
  for (let page = 0; page < pages; page += 1) {
    if (!isEmpty(words, page)) from = page + 1
    else if (page + 1 - from > best.to - best.from) best = { from, to: page + 1 }
  }
  return { from: best.from * pageBytes, to: best.to * pageBytes }
}
