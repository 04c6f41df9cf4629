/** The whole window on the fake bridge, as a GM meets it. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import App from '../../renderer/App.svelte'
import { panels } from '../../renderer/panels/index.ts'
import { Shell } from '../../renderer/state/shell.svelte.ts'
import type { FakeBridge } from './fake-bridge.ts'

// jsdom knows the element but not how to show it.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

HTMLElement.prototype.showPopover ??= function (this: HTMLElement) {
  this.style.display = 'flex'
}
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.scrollTo ??= () => undefined
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener: () => undefined, removeListener: () => undefined })

// It lays nothing out either: a row of a long list is taken to be 50 px high, all else as large as a window.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: (): Element => document.body })
window.ResizeObserver ??= class implements ResizeObserver {
  readonly #tell: ResizeObserverCallback

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }

  observe(target: Element): void {
    const contentRect = { width: 400, height: target instanceof HTMLLIElement ? 50 : 3000 } as DOMRectReadOnly
    queueMicrotask(() => this.#tell([{ target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] }], this))
  }

  unobserve(): void {}
  disconnect(): void {}
}

export async function openWindow(bridge: FakeBridge): Promise<Shell> {
  const shell = new Shell(bridge, panels)
  render(App, { shell })
  await shell.load()
  await settled()
  return shell
}

export const closeWindow = cleanup

/** Lets requests be answered and the page follow. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    await tick()
  }
}

export async function click(element: Element): Promise<void> {
  await fireEvent.click(element)
  await settled()
}

export async function type(element: Element, text: string): Promise<void> {
  await fireEvent.input(element, { target: { value: text } })
  await settled()
}

export async function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): Promise<void> {
  await fireEvent.keyDown(target, { key, ...init })
  await settled()
}

/** What a field's description says, as it is read out with it. */
export const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
