import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

const at = (path: string) => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
    // Sources of a system are built where the bundler is there, which a packaged app doesn't bring.
    build: { outDir: 'out/main', externalizeDeps: { include: ['esbuild'] }, rollupOptions: { input: { index: at('main/index.ts') } } },
  },
  preload: {
    // A sandboxed renderer loads no ES module preload, so this one file is CommonJS.
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { index: at('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [svelte()],
    build: { outDir: at('out/renderer'), minify: true, rollupOptions: { input: { index: at('renderer/index.html') } } },
  },
})
