/** What is clicked in the page, and how long each click took. */
export interface Clicks {
  readonly count: number
  /** Selects the button that is clicked, and the list that gets an entry by it. */
  readonly button: string
  readonly list: string
}

/** Milliseconds from a click. */
export interface Click {
  /** Until the list had its new entry. */
  readonly changed: number
  /** Until the first frame after that began: beside `changed`, the wait for the screen's next refresh. */
  readonly framed: number
  /** Until that frame was laid out and painted. */
  readonly painted: number
}

/**
 * Clicks a button, and in turn a bare one beside it that only adds an entry to a list. Runs in the page,
 * so it uses nothing from outside itself.
 */
export async function clickInPage({ count, button, list }: Clicks): Promise<{ readonly ours: readonly Click[]; readonly bare: readonly Click[] }> {
  const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
  // Clicks come at any moment of the screen's refresh.
  const rest = (): Promise<void> => sleep(40 + Math.random() * 20)

  const measure = (element: HTMLElement, entries: Element): Promise<Click> =>
    new Promise((done) => {
      let clicked = 0
      const observer = new MutationObserver(() => {
        observer.disconnect()
        const changed = performance.now() - clicked
        requestAnimationFrame(() => {
          const framed = performance.now() - clicked
          // A message comes after the frame that began just now.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            port1.close()
            done({ changed, framed, painted: performance.now() - clicked })
          }
          port2.postMessage(null)
        })
      })
      observer.observe(entries, { childList: true })
      clicked = performance.now()
      element.click()
    })

  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`The page has no ${selector}`)
    return found
  }

  const bareButton = document.createElement('button')
  const bareList = document.createElement('ul')
  bareList.style.cssText = 'position: fixed; inset: 0 auto auto 0; height: 2rem; overflow: hidden'
  bareButton.onclick = () => bareList.prepend(Object.assign(document.createElement('li'), { textContent: 'an entry' }))
  document.body.append(bareButton, bareList)

  const ours: Click[] = []
  const bare: Click[] = []
  for (let index = 0; index < count; index += 1) {
    await rest()
    while (find(button).ariaDisabled === 'true') await sleep(1)
    ours.push(await measure(find(button), find(list)))
    await rest()
    bare.push(await measure(bareButton, bareList))
  }
  return { ours, bare }
}
