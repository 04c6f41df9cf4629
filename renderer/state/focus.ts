/** Panels and the focus: each panel is named by the heading that carries its id. */
import { tick } from 'svelte'

/** Which panel something on the screen stands in. */
export function panelOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? (target.closest('.panel')?.getAttribute('aria-labelledby') ?? undefined) : undefined
}

/** Gives the focus to the heading of a panel, by which it is named, so that keys are the panel's own. */
export async function goToPanel(id: string): Promise<void> {
  await tick()
  const heading = document.getElementById(id)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
