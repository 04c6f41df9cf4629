/** Puts the window together: styles, state on the real bridge, and the one component that draws it. */
import '@fontsource-variable/atkinson-hyperlegible-next/index.css'
import '@fontsource-variable/fraunces/opsz.css'
import './ui/tokens.css'
import './ui/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { panels } from './panels/index.ts'
import { Shell } from './state/shell.svelte.ts'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')

const shell = new Shell(window.tollkeeper, panels)
mount(App, { target, props: { shell } })
void shell.load()

// Main starts the page again when it has crashed, and says so here.
if (location.search === '?restarted') {
  history.replaceState(null, '', location.pathname)
  shell.notices.show('The window stopped working and was started again. Nothing was lost: everything you did is saved.')
}
