/** Puts text on the clipboard, for a press that asked for it: the page may use no other way. False where that was refused. */
export function copyText(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'hidden'
  // What is outside of an open dialog takes no focus.
  ;(before?.closest('dialog') ?? document.body).append(area)
  area.focus({ preventScroll: true })
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
