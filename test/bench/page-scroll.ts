/** How a list is scrolled. */
export interface Scroll {
  /** Selects the list; what scrolls is around it. */
  readonly list: string
  readonly frames: number
  /** Pixels per frame. */
  readonly step: number
}

/**
 * Scrolls a list by so many pixels in each animation frame, back and forth, and gives the milliseconds from
 * each frame to the next. Runs in the page, so it uses nothing from outside itself.
 */
export function scrollInPage({ list, frames, step }: Scroll): Promise<readonly number[]> {
  const box = document.querySelector(list)?.closest('.scroll')
  if (!box) throw new Error(`The page has no ${list}`)
  const times: number[] = []
  let [last, by] = [0, step]
  return new Promise((done) => {
    const frame = (now: number): void => {
      if (last > 0) times.push(now - last)
      last = now
      if (times.length === frames) return done(times)
      const before = box.scrollTop
      box.scrollTop += by
      if (box.scrollTop === before) by = -by
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
