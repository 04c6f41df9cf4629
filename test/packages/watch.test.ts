import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchFolder } from '../../main/packages/watch.ts'
import { tempFolder } from '../support/files.ts'

const everyMs = 20
const pause = (looks: number) => new Promise((done) => setTimeout(done, looks * everyMs))

async function watched() {
  const folder = join(tempFolder(), 'system')
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.ts'), 'one')
  let changes = 0
  onTestFinished(await watchFolder(folder, everyMs, () => (changes += 1)))
  const told = (times: number) => expect.poll(() => changes, { timeout: 5_000 }).toBe(times)
  return { folder, told, changes: () => changes }
}

it('tells of a file that is written, renamed over or taken away, once each', async () => {
  const { folder, told } = await watched()
  writeFileSync(join(folder, 'index.ts'), 'another')
  await told(1)
  writeFileSync(join(folder, '.index.ts.swp'), 'unseen')
  writeFileSync(join(folder, 'index.ts.new'), 'a third')
  renameSync(join(folder, 'index.ts.new'), join(folder, 'index.ts'))
  await told(2)
  rmSync(join(folder, 'index.ts'))
  await told(3)
})

it('tells that the folder went, and that it is back', async () => {
  const { folder, told } = await watched()
  renameSync(folder, `${folder}-aside`)
  await told(1)
  renameSync(`${folder}-aside`, folder)
  await told(2)
})

it('waits until many files that are saved one after the other stand still', async () => {
  const { folder, told } = await watched()
  for (let file = 0; file < 10; file += 1) {
    writeFileSync(join(folder, `part-${file}.ts`), 'part')
    await pause(0.4)
  }
  await told(1)
})

it('looks at nothing that is hidden or was installed, and tells nothing while nothing changes', async () => {
  const { folder, changes } = await watched()
  mkdirSync(join(folder, 'node_modules/other'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/other/index.js'), 'x')
  writeFileSync(join(folder, '.hidden'), 'x')
  await pause(8)
  expect(changes()).toBe(0)
})
