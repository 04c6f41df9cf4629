/** Keys by name, such as `R`, `Shift+N`, `Ctrl+Shift+Z`, `?` and `F2`, and when they don't count. Pure. */

/** Fields that take text, where a letter is a letter and undo is the field's own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/** Fields for a number: a letter is never part of what is written there. */
export const isCounting = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.getAttribute('inputmode') === 'numeric'

/** A letter alone, such as `R`. */
export const isBareLetter = (key: string): boolean => isLetter(key)

/** The name of what is pressed, or undefined while it is only Shift and the like, or part of a character. */
export function keyOf(event: KeyboardEvent): string | undefined {
  if (event.altKey || event.isComposing || unfinished.includes(event.key)) return undefined
  const key = letterOf(event) ?? event.key
  // What Shift does to a digit or a sign is in the sign already.
  const shift = event.shiftKey && (key.length > 1 || isLetter(key))
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${key}`
}

/** Whether a key belongs to a text field while somebody writes in it. */
export const isWriting = (key: string): boolean => !/^(Ctrl\+|(Shift\+)?F\d)/.test(key) || editing.includes(key)

/** Why a key can't be given to a command, or undefined where it can. */
export function refusalOf(key: string): string | undefined {
  if (kept.includes(key)) return `${nameOf(key)} means the same in every app and stays as it is.`
  if (/^(Ctrl\+)?(Shift\+)?(\S|F\d{1,2})$/u.test(key)) return undefined
  return `${nameOf(key)} moves about or confirms and can't be given to a command.`
}

/** As it is shown: `Ctrl Shift Z`. */
export const nameOf = (key: string): string => key.replace(/\+(?=.)/g, ' ').replace(/^ $/, 'Space')

/** As assistive technology expects it: `Control+Shift+Z`. */
export const spokenKey = (key: string): string => key.replace('Ctrl+', 'Control+')

const unfinished: readonly string[] = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified']
const editing: readonly string[] = ['Ctrl+Z', 'Ctrl+Shift+Z', 'Ctrl+Y']
const kept: readonly string[] = ['A', 'C', 'V', 'X', 'Q', 'W', 'R', 'M', '0', '-', '+', '='].map((key) => `Ctrl+${key}`)

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key)

/** The letter in capitals; on a keyboard of another script the Latin one that stands there. */
function letterOf(event: KeyboardEvent): string | undefined {
  if (!isLetter(event.key)) return undefined
  return /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : (/^Key([A-Z])$/.exec(event.code)?.[1] ?? event.key.toUpperCase())
}
