/** Where something stood that had the focus. */
interface Place {
  readonly element: HTMLElement
  /** The list that it was in, and in which of its entries. */
  readonly list: Element | null
  readonly at: number
  readonly dialog: HTMLDialogElement | null
  readonly panel: Element | null
}

/**
 * Keeps the focus near where it was when what had it goes away or can't be used any more: in the entry
 * of the list that took its place, else at the heading of its dialog or panel, else at the top. Never on
 * a button in place of one that can't be used: the next press would do something else.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: Place | undefined
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) last = placeOf(target)
  }
  const look = (): void => {
    if (!last || !isLost() || isUsable(last.element)) return
    const place = last
    // Whoever took it away may give the focus to something better.
    setTimeout(() => {
      if (isLost() && !isUsable(place.element)) nextTo(place, root)?.focus()
    })
  }
  root.addEventListener('focusin', note)
  const observer = new MutationObserver(look)
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    root.removeEventListener('focusin', note)
    observer.disconnect()
  }
}

const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

function placeOf(element: HTMLElement): Place {
  const entry = element.closest('li')
  const list = entry?.parentElement ?? null
  return { element, list, at: list && entry ? [...list.children].indexOf(entry) : 0, dialog: element.closest('dialog'), panel: element.closest('.panel') }
}

function nextTo({ element, list, at, dialog, panel }: Place, root: HTMLElement): HTMLElement | undefined {
  if (!element.isConnected && list?.isConnected) {
    const entry = list.children[Math.min(at, list.children.length - 1)]
    const control = entry?.querySelector<HTMLElement>(':is(button, summary, input, select, textarea, [data-row]):not(:disabled)')
    if (control) return control
  }
  const open = dialog?.open ? dialog : root.querySelector<HTMLDialogElement>('dialog[open]')
  const part = open ?? (panel?.isConnected ? panel : undefined)
  const heading = part?.querySelector<HTMLElement>('h2') ?? root.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading ?? undefined
}
