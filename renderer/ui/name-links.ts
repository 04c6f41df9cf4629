/** The characters that notes name, as buttons that lead to them. */
import type { Character, CharacterId } from '../../preload/contract.ts'

/** Turns every element that carries a character's name into a button. A name that nobody has stays text. */
export function linkNames(nodes: DocumentFragment, attribute: string, characters: readonly Character[], onchoose: (id: CharacterId) => void): void {
  for (const element of nodes.querySelectorAll(`[${attribute}]`)) {
    const name = element.getAttribute(attribute)?.toLowerCase()
    element.removeAttribute(attribute)
    const found = characters.find((character) => character.name.toLowerCase() === name)
    if (!found) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link'
    button.textContent = element.textContent
    button.addEventListener('click', () => onchoose(found.id))
    element.replaceWith(button)
  }
}
