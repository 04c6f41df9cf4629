/** The keys of the window, and when they don't count: while somebody types, or a dialog is open. Pure. */

export type KeyAction = 'roll' | 'typed' | 'dice' | 'actions' | 'undo' | 'redo'

/** What a letter by itself does. */
const letters: Readonly<Record<string, KeyAction>> = { r: 'roll', t: 'typed', q: 'dice', m: 'actions' }

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
  return Object.hasOwn(letters, key) ? letters[key] : undefined
}
