/** Walks a check inside the engine, so that a whole slice of the odds costs one message. */
import type { Frame, Frames, Group, Reached, SumTables } from './frames.ts'
import type { Cell, Outcomes } from './outcomes.ts'
import type { Asked, Tools } from './tools.ts'

/** One slice of a walk. */
export interface WalkAsked extends Asked {
  /** How many steps, at most. */
  readonly limit: number
  /** Where the slice before stopped: the digits of every open need, outermost first. */
  readonly cursor: readonly (readonly number[])[] | null
  readonly sums: SumTables
  /** Needs on top of each other, and the chance of a branch, from which on it isn't followed. */
  readonly deepest: number
  readonly least: number
  /** More combinations than this in the first need aren't begun. */
  readonly most: number
}

/**
 * Sent as text: see tools.ts. The answer is JSON written by hand out of plain texts and numbers, which
 * no overwritten built-in can reach.
 */
export function guestWalk({ stringify, bag, arrayOf, frozen, listText, part }: Tools, outcomes: Outcomes, frames: Frames): (asked: WalkAsked) => string {
  const { needOf, add } = outcomes
  const { open, at, advance } = frames
  const start: Reached = { faces: [], n: 1, d: 1 }

  /** Has the host look. A need it may see at once, where that is short plain data; what is odd it finds by itself. */
  function look({ faces }: Reached, need?: unknown): string {
    let step: string | undefined
    try {
      if (need !== undefined) step = stringify(need)
    } catch {
      step = undefined
    }
    return '{"kind":"look","faces":' + listText(faces) + ',"step":' + (step !== undefined && step.length < 20000 ? step : 'null') + '}'
  }

  return (asked) => {
    const { limit, cursor, sums, deepest, least, most } = asked
    const check = part('checks', asked.check)
    const found = outcomes.begin(asked)
    const input = frozen(asked.input)
    const context = frozen(asked.context)
    const stack = bag<Frame>()
    let leaves = 0
    let visits = 0
    let cut = 0

    // The first step, or the way back to where the last slice stopped: each open need is asked again.
    let reached = start
    const depth = cursor === null ? 1 : cursor.length
    for (let level = 0; level < depth; level++) {
      const step = check.resolve(input, arrayOf(reached.faces as never), context)
      const cell = cursor === null ? found.of(step) : undefined
      if (cell !== undefined) {
        add(cell, 1, 1)
        leaves++
        break
      }
      const list = needOf(step)
      const frame = list && open(list, reached, sums)
      if (frame === undefined) return look(reached, list && step)
      stack[stack.length++] = frame
      if (cursor === null) {
        if (frame.ways > most) return '{"kind":"many"}'
        break
      }
      const digits = cursor[level] as readonly number[]
      if (digits.length !== frame.digits.length) return look(reached)
      for (let i = 0; i < digits.length; i++) frame.digits[i] = digits[i] as number
      reached = at(frame)
    }

    // One die or one sum and nothing else, by far the most common need, is walked without the machinery.
    const top = stack[0]
    if (stack.length === 1 && top !== undefined && top.isSingle) {
      const { from, size, each, of, table } = top.groups[0] as Group
      let digit = top.digits[0] as number
      for (; digit < size && visits < limit; digit++) {
        const face = table === undefined ? from + digit : (table.at[digit] as number)
        const cell = found.of(check.resolve(input, [face], context))
        if (cell === undefined) break
        visits++
        const n = table === undefined ? each : (table.n[digit] as number)
        if (cell.d === of) cell.n += n
        else add(cell, n, of)
      }
      leaves += visits
      if (digit === size) stack.length = 0
      else top.digits[0] = digit
    }

    while (stack.length > 0 && visits < limit) {
      reached = at(stack[stack.length - 1] as Frame)
      // Its own copy: what a check does to the faces changes nothing here, as in a roll.
      const step = check.resolve(input, arrayOf(reached.faces as never), context)
      visits++
      const cell = found.of(step)
      if (cell !== undefined) {
        add(cell, reached.n, reached.d)
        leaves++
      } else {
        const list = needOf(step)
        if (list === undefined) return look(reached)
        if (stack.length >= deepest || reached.n / reached.d < least) cut += reached.n / reached.d
        else {
          const frame = open(list, { faces: arrayOf(reached.faces as never), n: reached.n, d: reached.d }, sums)
          if (frame === undefined) return look(reached, step)
          stack[stack.length++] = frame
          continue
        }
      }
      while (stack.length > 0 && !advance(stack[stack.length - 1] as Frame)) stack.length--
    }

    let text = ''
    for (let i = 0; i < found.cells.length; i++) {
      const cell = found.cells[i] as Cell
      text += (i > 0 ? ',[' : '[') + cell.text + ',' + cell.d + ',' + cell.n
      if (cell.more) for (let j = 0; j < cell.more.length; j++) text += ',' + cell.more[j]
      text += ']'
    }
    let standing = ''
    for (let i = 0; i < stack.length; i++) standing += (i > 0 ? ',' : '') + listText(arrayOf((stack[i] as Frame).digits))
    const rest = stack.length > 0 ? '[' + standing + ']' : 'null'
    return '{"kind":"cells","cells":[' + text + '],"cut":' + cut + ',"leaves":' + leaves + ',"cursor":' + rest + '}'
  }
}
