import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusal } from './support/walls.js'

const root = resolve(import.meta.dirname, '..')
const sources = ['main', 'preload', 'renderer', 'plugins'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte|html|css)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const importsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, path]) =>
    relative(root, resolve(root, dirname(file), (path ?? '').replace(/\?.*$/, ''))),
  )

describe('the layers', () => {
  it('has sources to look at', () => expect(sources.length).toBeGreaterThan(40))

  it('has no import that crosses a wall', () => {
    const crossings = sources.flatMap((file) => importsOf(file).map((target) => refusal(file, target)).filter((message) => message !== undefined))
    expect(crossings).toEqual([])
  })

  it('names no game system outside the plugins', () => {
    const system = /cypher|epochrypha|sfrpg|starflight/i
    expect(sources.filter((file) => !file.startsWith('plugins/') && system.test(read(file)))).toEqual([])
  })

  it('keeps the rules free of Node, Electron, SQL and the clock', () => {
    const outside = /from '(node:|electron|better-sqlite3)|Date\.now|new Date|Math\.random|process\./
    expect(sources.filter((file) => file.startsWith('main/rules/') && outside.test(read(file)))).toEqual([])
  })

  it.each([
    ['plugins/one/index.ts', 'plugins/two/check.ts'],
    ['plugins/one/index.ts', 'main/rules/dice.ts'],
    ['main/rules/dice.ts', 'main/db/open.ts'],
    ['main/db/stores/rolls.ts', 'main/db/stores/counters.ts'],
    ['main/sandbox/host.ts', 'main/campaign/roll.ts'],
    ['main/import/read.ts', 'main/db/open.ts'],
    ['main/campaign/roll.ts', 'main/ipc/server.ts'],
    ['preload/index.ts', 'main/index.ts'],
    ['renderer/App.svelte', 'main/rules/dice.ts'],
    ['renderer/panels/roll/Roll.svelte', 'renderer/panels/log/Log.svelte'],
  ])('refuses %s importing %s', (file, target) => expect(refusal(file, target)).toBeTypeOf('string'))

  it.each([
    ['plugins/one/index.ts', 'plugins/one/check.ts'],
    ['plugins/one/index.ts', 'plugins/api/index.ts'],
    ['main/campaign/roll.ts', 'main/db/stores/rolls.ts'],
    ['main/campaign/take.ts', 'main/import/read.ts'],
    ['renderer/panels/roll/Roll.svelte', 'renderer/ui/Field.svelte'],
    ['renderer/panels/roll/Roll.svelte', 'renderer/panels/roll/Dice.svelte'],
  ])('lets %s import %s', (file, target) => expect(refusal(file, target)).toBeUndefined())
})
