/** What is clicked in the page, and how often. */
export interface Clicks {
  readonly count: number
  /** Selects the button that is clicked, and the list that gets an entry by it. */
  readonly button: string
  readonly list: string
  /** What changes in the list: it gets an entry, another of its entries becomes the current one, or a text in it changes. */
  readonly change?: 'entry' | 'current' | 'text'
  /** How long it is between two clicks at least, and up to three times as long. */
  readonly pauseMs?: number
}

/**
 * Clicks the button again and again, each time from one moment or another of the screen's refresh, and gives
 * the milliseconds until the list had changed and the first animation frame after that began. Runs in
 * the page, so it uses nothing from outside itself.
 */
export async function clickInPage({ count, button, list, change = 'entry', pauseMs }: Clicks): Promise<readonly number[]> {
  const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`The page has no ${selector}`)
    return found
  }

  const click = (): Promise<number> =>
    new Promise((done) => {
      let clicked = 0
      const observer = new MutationObserver(() => {
        observer.disconnect()
        requestAnimationFrame(() => done(performance.now() - clicked))
      })
      if (change === 'entry') observer.observe(find(list), { childList: true })
      else if (change === 'text') observer.observe(find(list), { subtree: true, characterData: true })
      else observer.observe(find(list), { subtree: true, attributeFilter: ['aria-current'], childList: true })
      clicked = performance.now()
      find(button).click()
    })

  const times: number[] = []
  while (times.length < count) {
    await sleep(pauseMs === undefined ? 50 + Math.random() * 20 : pauseMs * (1 + 2 * Math.random()))
    while (find(button).ariaDisabled === 'true') await sleep(1)
    times.push(await click())
  }
  return times
}
