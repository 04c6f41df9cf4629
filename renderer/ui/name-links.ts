/** What notes name, as buttons that lead to it. */
import type { NotesOf } from '../../preload/contract.ts'

/** Turns every element that carries a name into a button. A name that nothing has stays text. */
export function linkNames(nodes: DocumentFragment, attribute: string, named: ReadonlyMap<string, NotesOf>, onchoose: (target: NotesOf) => void): void {
  for (const element of nodes.querySelectorAll(`[${attribute}]`)) {
    const target = named.get(element.getAttribute(attribute)?.toLowerCase() ?? '')
    element.removeAttribute(attribute)
    if (!target) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link'
    button.textContent = element.textContent
    button.addEventListener('click', () => onchoose(target))
    element.replaceWith(button)
  }
}
