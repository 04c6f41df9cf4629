/** How preferences reach the styles: attributes of the root that tokens.css reads, and the size of its text. */
import type { Preferences } from '../../preload/contract.ts'

export function dress(root: HTMLElement, { theme, textSize, reducedMotion }: Preferences): void {
  root.dataset['theme'] = theme
  root.dataset['motion'] = reducedMotion ? 'reduced' : 'system'
  // Every length of the window is in rem, so all of it grows.
  root.style.fontSize = `${textSize}%`
}
