/** The keys of the window, and when they don't count: while somebody types, or a dialog is open. Pure. */

export type KeyAction = 'roll' | 'typed' | 'undo' | 'redo'

/** Fields that take text, where a letter is a letter and undo is the field's own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/** What a key means here, or undefined when it means nothing to the window. */
export function actionOf(event: KeyboardEvent): KeyAction | undefined {
  if (event.defaultPrevented || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return undefined
  if (isTyping(event.target)) return undefined
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
    return key === 'y' && !event.shiftKey ? 'redo' : undefined
  }
  if (event.shiftKey || event.repeat) return undefined
  return key === 'r' ? 'roll' : key === 't' ? 'typed' : undefined
}
