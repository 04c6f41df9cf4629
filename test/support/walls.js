/**
 * Who may import whom: the layer rules of docs/architecture.md as one table, used by the lint rule
 * and by the dependency test.
 */
import { dirname, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Each layer with the layers below it that it may import. The first matching prefix counts. */
export const layers = [
  { at: 'plugins/api/', may: [] },
  { at: 'plugins/build.ts', may: ['plugins/'] },
  { at: 'plugins/bundle.ts', may: ['plugins/'] },
  { at: 'plugins/', may: ['plugins/api/'], own: 2 },
  { at: 'preload/contract.ts', may: ['plugins/api/'] },
  { at: 'preload/index.ts', may: ['preload/contract.ts'] },
  { at: 'main/rules/', may: ['plugins/api/', 'preload/contract.ts'] },
  { at: 'main/db/stores/', may: ['plugins/api/', 'preload/contract.ts', 'main/rules/', 'main/db/'], own: Infinity },
  { at: 'main/db/', may: ['plugins/api/', 'preload/contract.ts', 'main/rules/'] },
  { at: 'main/sandbox/', may: ['plugins/api/', 'preload/contract.ts', 'main/rules/'] },
  { at: 'main/packages/', may: ['plugins/api/', 'plugins/bundle.ts', 'preload/contract.ts', 'main/rules/'] },
  { at: 'main/import/', may: ['plugins/api/', 'preload/contract.ts', 'main/rules/'] },
  { at: 'main/transfer/', may: ['plugins/api/', 'preload/contract.ts', 'main/rules/', 'main/db/', 'main/packages/'] },
  {
    at: 'main/campaign/',
    may: ['plugins/api/', 'preload/contract.ts', 'main/rules/', 'main/db/', 'main/sandbox/', 'main/packages/', 'main/import/', 'main/transfer/'],
  },
  { at: 'main/preferences/', may: ['preload/contract.ts', 'main/rules/', 'main/db/'] },
  { at: 'main/ipc/', may: ['plugins/api/', 'preload/contract.ts', 'main/rules/', 'main/import/', 'main/campaign/', 'main/preferences/'] },
  { at: 'main/cli/', may: ['plugins/', 'preload/contract.ts', 'main/'] },
  { at: 'main/', may: ['plugins/api/', 'preload/contract.ts', 'main/'] },
  { at: 'renderer/panels/index.ts', may: ['renderer/'] },
  { at: 'renderer/panels/', may: ['plugins/api/', 'preload/contract.ts', 'renderer/'], own: 3, siblings: 'renderer/panels/' },
  { at: 'renderer/', may: ['plugins/api/', 'preload/contract.ts', 'renderer/'] },
]

/** Why `file` may not import `target` (both repository paths), or undefined when it may. */
export function refusal(file, target) {
  const layer = layers.find(({ at }) => file.startsWith(at))
  if (!layer) return undefined
  const folder = (path, depth) => path.split('/').slice(0, depth).join('/') + '/'
  const home = layer.own ? (layer.own === Infinity ? file : folder(file, layer.own)) : layer.at
  if (target.startsWith(home)) return undefined
  if (layer.siblings && target.startsWith(layer.siblings)) return `${file} is in one panel and imports another: ${target}`
  if (layer.at === 'main/db/stores/' && target.startsWith('main/db/stores/')) return `${file} is a store and imports another: ${target}`
  if (layer.may.some((at) => target.startsWith(at))) return undefined
  return `${layer.at} may not import ${target}`
}

/** The same table as a lint rule. */
export const walls = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(root, context.filename)
    const check = (node) => {
      const source = node.source?.value
      if (typeof source !== 'string' || !source.startsWith('.')) return
      const message = refusal(file, relative(root, resolve(dirname(context.filename), source.replace(/\?.*$/, ''))))
      if (message) context.report({ node, message })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
  },
}
