import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBundle } from '../../main/packages/bundle.ts'
import { archiveCases, manifestCases } from './packages.ts'
import { createHostileWorld } from './world.ts'

describe('a hostile package is refused or shown for what it is, with nothing written and nobody else touched', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollkeeper-hostile-'))
  let world: Awaited<ReturnType<typeof createHostileWorld>>
  beforeAll(async () => {
    world = await createHostileWorld(folder, readBundle)
  }, 60_000)
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([...archiveCases, ...manifestCases])('%s', async (...one) => {
    expect(await world.meet(one)).toMatch(/refused|asked/)
  })
})
