/** Where the focus goes when what had it is gone. */

/** Takes the focus when nothing has it, so that a new screen is read from its top. */
export function focusIfLost(element: HTMLElement): void {
  // Whoever was focused may be removed after this is shown.
  setTimeout(() => {
    if (document.activeElement === document.body || !document.activeElement) element.focus()
  })
}
