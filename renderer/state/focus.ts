/** Which panel something on the screen stands in: each is named by the heading that carries its id. */
export function panelOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? (target.closest('.panel')?.getAttribute('aria-labelledby') ?? undefined) : undefined
}
