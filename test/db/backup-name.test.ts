import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backupName, parseBackupName } from '../../main/db/backup-name.ts'

describe('the name of a backup', () => {
  it('says of what, when and why, and is read again', () => {
    const at = Date.UTC(2026, 10, 30, 20, 15, 4)
    expect(backupName('The Ninth-Ferry.campaign', at, 'import')).toBe('The Ninth-Ferry-2026-11-30T20-15-04Z-import.campaign')
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.integer({ min: 0, max: 4e12 }), fc.constantFrom('daily' as const, 'migration' as const, 'broken' as const), (base, when, reason) => {
        expect(parseBackupName(backupName(`${base}.campaign`, when, reason))).toEqual({ campaignFile: `${base}.campaign`, at: Math.floor(when / 1000) * 1000, reason })
      }),
    )
  })

  it.each(['x.campaign', 'x-2026-11-30T20-15-04Z-import.campaign.part', 'x-2026-13-30T20-15-04Z-import.campaign', 'x-2026-11-30T20-15-04Z-whim.campaign', '-2026-11-30T20-15-04Z-import.campaign'])('is not "%s"', (name) => expect(parseBackupName(name)).toBeUndefined())
})
