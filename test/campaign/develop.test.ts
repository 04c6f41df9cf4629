import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { createWorld, valueOf } from '../support/campaign.ts'
import { packageFiles, writeFiles } from '../support/package.ts'
import { testSystem } from '../support/system.ts'

/** A source folder whose system, Lantern, is the test system with its toss in a file of its own. */
function createBench(manifest: Readonly<Record<string, unknown>> = {}) {
  const world = createWorld()
  const folder = join(world.folder, 'lantern-sources')
  const index = (label: string) => testSystem.replace("label: 'Toss'", `label: '${label}'`).replace('defineSystem({', 'export default ({')
  const { 'manifest.json': own } = packageFiles(manifest)
  writeFiles(folder, { 'manifest.json': own as string, 'index.ts': index('Toss') })
  const write = (text: string) => writeFileSync(join(folder, 'index.ts'), text)
  const state = () => world.development.inWork()?.state
  const mended = () => expect.poll(state, { timeout: 10_000 }).not.toHaveProperty('problem')
  const troubled = (words: RegExp) => expect.poll(() => state()?.problem ?? '', { timeout: 10_000 }).toMatch(words)
  const label = async () => (world.library.current() as Campaign).view().declarations.checks.toss?.label
  const play = async () => {
    await world.development.begin(folder)
    valueOf(await world.library.create('The Ninth Ferry', 'lantern'))
  }
  return { ...world, path: folder, index, write, state, mended, troubled, label, play }
}

it('loads a source folder as a system among the others', async () => {
  const { development, catalogue, installer, path } = createBench()
  expect(await development.begin(path)).toEqual({ folder: path, name: 'Lantern', builtAt: expect.any(Number) })
  expect((await catalogue.list()).map(({ name }) => name)).toEqual(['Coin', 'Lantern'])
  expect((await installer.list()).find(({ from }) => from === 'in development')).toMatchObject({ id: 'lantern', version: '1.0.0', disabled: false })
  development.end()
  expect((await catalogue.list()).map(({ name }) => name)).toEqual(['Coin'])
})

it('brings each build that works into the open campaign, after one backup, with nothing of it lost', async () => {
  const { play, library, write, index, label, campaigns } = createBench()
  await play()
  const campaign = () => library.current() as Campaign
  const hob = valueOf(campaign().createCharacter({ kind: 'pc', name: 'Hob', stats: {} }))
  const rolled = valueOf(await campaign().makeRoll({ check: 'toss', sides: [{ who: hob, picks: {}, input: { goal: 3 } }], typed: [['4']] }))
  for (const name of ['Fling', 'Hurl']) {
    write(index(name))
    await expect.poll(label, { timeout: 10_000 }).toBe(name)
  }
  expect(campaign().view().characters.map(({ name }) => name)).toEqual(['Hob'])
  const [roll] = campaign().view().rolls
  expect(roll?.id).toBe(rolled.kind === 'rolled' && rolled.roll.id)
  // A roll is replayed with the build that it was made with.
  expect(valueOf(await campaign().checkReplay(roll?.id as NonNullable<typeof roll>['id']))).toMatchObject({ same: true })
  expect(readdirSync(join(campaigns, 'backups'), { recursive: true }).filter((name) => String(name).endsWith('.campaign'))).toHaveLength(1)
})

it('keeps the build before in use while the new one is wrong, and says where that is', async () => {
  const { play, write, index, label, state, mended, troubled } = createBench()
  await play()
  const builtAt = state()?.builtAt
  write(`${index('Fling')}\nconst x: = 1\n`)
  await troubled(/index\.ts:\d+:\d+: ERROR/)
  write(`const early = 1\nthrow new Error('too early ' + early)\n${index('Fling')}`)
  await troubled(/too early 1 \(index\.ts:2\)/)
  write(index('Fling').replace("label: 'Goal'", 'label: 7'))
  await troubled(/checks\.toss\.input\.0\.label: found 7/)
  expect(await label()).toBe('Toss')
  expect(state()?.builtAt).toBe(builtAt)
  write(index('Fling'))
  await mended()
  await expect.poll(label, { timeout: 10_000 }).toBe('Fling')
})

it('names the line of the sources where a call throws', async () => {
  const { play, write, index, label, library } = createBench()
  await play()
  const text = index('Fling').replace("if (input.goal === 5 && input.price === 1)", "if (input.goal === 6) throw new Error('six is too many')\n    if (input.goal === 5 && input.price === 1)")
  write(text)
  await expect.poll(label, { timeout: 10_000 }).toBe('Fling')
  const line = text.split('\n').findIndex((each) => each.includes('six is too many')) + 1
  const reply = await (library.current() as Campaign).makeRoll({ check: 'toss', sides: [{ picks: {}, input: { goal: 6 } }], typed: [['4']] })
  expect(reply).toMatchObject({ ok: false, error: { code: 'fault', message: expect.stringContaining(`six is too many (index.ts:${line})`) } })
})

it('says that its folder is gone, blocks nothing, and goes on when it is back', async () => {
  const { play, path, troubled, mended, label, library } = createBench()
  await play()
  renameSync(path, `${path}-aside`)
  await troubled(/There is nothing at/)
  expect(await label()).toBe('Toss')
  expect((await library.create('Another', 'coin')).ok).toBe(true)
  renameSync(`${path}-aside`, path)
  await mended()
})

it.each([
  ['an id that is built in', { id: 'coin' }, 'Its id "coin" is taken by Coin 1.0.0.'],
  ['a need for a newer app', { compatibility: { minimum: '3.0.0', verified: '3.0.0' } }, 'Lantern needs Tollkeeper 3.0.0 or later; this is 0.1.0.'],
])('refuses %s as an install does', async (_, manifest, why) => {
  const { development, catalogue, path } = createBench(manifest)
  expect((await development.begin(path)).problem).toBe(why)
  expect((await catalogue.list()).map(({ name }) => name)).toEqual(['Coin'])
})
