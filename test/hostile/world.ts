/** The real installer over real folders and the real threads, with something beside it that must not be touched. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createCopier } from '../../main/db/copier.ts'
import { createLibrary } from '../../main/campaign/library.ts'
import { createPackages } from '../../main/campaign/packages.ts'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { spawnCopier, spawnFaceReader } from '../../main/db/spawn.ts'
import { randomUint32 } from '../../main/entropy.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createBundleReader, type BundleReader } from '../../main/packages/reader.ts'
import { spawnBundleReader } from '../../main/packages/spawn.ts'
import { createPackageStore } from '../../main/packages/store.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { backupsBeside } from '../support/backups.ts'
import { packageFiles, writeFiles, zipped } from '../support/package.ts'
import type { PackageCase } from './packages.ts'

/** `read` may do without a thread of its own for each package where only what comes of it is looked at. */
export async function createHostileWorld(folder: string, read: BundleReader = createBundleReader(spawnBundleReader)) {
  const builtIn = join(folder, 'built-in')
  const campaigns = join(folder, 'campaigns')
  writeFiles(join(builtIn, 'coin'), packageFiles({ id: 'coin', name: 'Coin' }))
  mkdirSync(campaigns, { recursive: true })
  writeFileSync(join(folder, 'outside.txt'), 'untouched')
  const store = createPackageStore(join(folder, 'packages'))
  const catalogue = createCatalogue([builtIn], { store, read })
  const backups = backupsBeside(campaigns)
  const announce = (): void => undefined
  const loadSandbox = (source: string) => createSandbox({ source, spawn: spawnWorker, limits: { loadMs: 1_500 } })
  const library = createLibrary({ readFaces: createFaceReader(spawnFaceReader), folder: () => campaigns, copier: createCopier(spawnCopier), backups, catalogue, loadSandbox, announce, now: Date.now, uuid: randomUUID, random: randomUint32, logBug: String })
  const packages = createPackages({ folder: () => campaigns, store, read, catalogue, library, backups, loadSandbox, announce })

  const install = async (bytes: Buffer): Promise<string> => {
    const seen = await packages.preview({ bytes }, 'hostile')
    if (!seen.ok) throw new Error(seen.error.message)
    const done = await packages.install(seen.value.sha256)
    if (!done.ok) throw new Error(done.error.message)
    return seen.value.change
  }
  await install(zipped(packageFiles({ id: 'candle', name: 'Candle' })))
  const created = await library.create('The Ninth Ferry', 'candle')
  if (!created.ok) throw new Error(created.error.message)
  await library.closeCampaign()

  /** Every file with its bytes, so that anything written anywhere shows. */
  const all = (): string =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => `${relative(folder, path)} ${readFileSync(path).toString('base64')}`)
      .toSorted()
      .join('\n')

  const good = zipped(packageFiles({ id: 'good', name: 'Good' }))

  /** Tries one, and gives how it ended; throws where that isn't how it should have. */
  const meet = async ([, bytes, end]: PackageCase): Promise<string> => {
    const before = all()
    const seen = await packages.preview({ bytes: bytes() }, 'hostile')
    if (all() !== before) throw new Error('something was written before anything was installed')
    if ('refused' in end) {
      if (seen.ok) throw new Error('it was not refused')
      if (!seen.error.message.includes(end.refused)) throw new Error(`it was refused otherwise: ${seen.error.message}`)
    } else {
      if (!seen.ok) throw new Error(`it was refused: ${seen.error.message}`)
      if (seen.value.change !== end.taken) throw new Error(`it was taken as ${seen.value.change}`)
    }
    if ((globalThis as { alert?: unknown }).alert !== undefined || ({} as { x?: unknown }).x !== undefined) throw new Error('a prototype was reached')
    const next = await packages.preview({ bytes: good }, 'good')
    if (!next.ok) throw new Error(`the next good one was refused: ${next.error.message}`)
    if (existsSync('/tmp/evil.js') || existsSync('/etc/cron.d/evil')) throw new Error('something was written outside')
    return 'refused' in end ? 'refused' : `shown as ${end.taken}, asked before it is installed`
  }
  return { meet, install, packages, library, all, close: () => library.closeCampaign() }
}
