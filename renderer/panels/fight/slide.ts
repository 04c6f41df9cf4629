/** Slides the bar of the turn from the row that had it to the one that has it now. */
export function createSlide(): (bar: HTMLElement) => void {
  let last: number | undefined
  return (bar) => {
    // Asked first: the style must be worked out to be read, which a fight of hundreds would feel.
    if (document.documentElement.dataset['motion'] === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const ms = parseFloat(getComputedStyle(bar).getPropertyValue('--settle'))
    const list = bar.closest('ol')
    if (!(ms > 0) || !list) return
    const top = bar.getBoundingClientRect().top - list.getBoundingClientRect().top
    if (last !== undefined && last !== top) bar.animate([{ translate: `0 ${last - top}px` }, { translate: '0 0' }], { duration: ms, easing: 'ease-out' })
    last = top
  }
}
