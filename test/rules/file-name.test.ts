import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeFileName } from '../../main/rules/file-name.ts'

describe('a file name that is offered', () => {
  it.each([
    ['The Ninth Ferry roster.json', 'The Ninth Ferry roster.json'],
    [`Tom & Jerry’s "Run" <b>x</b> / ..\\ 火 🚀 roster.csv`, 'Tom & Jerry’s Run b x b .. 火 🚀 roster.csv'],
    ['../../etc/passwd.md', 'etc passwd.md'],
    ['.hidden.json', 'hidden.json'],
    ['CON.json', 'CON file.json'],
    ['com1 .csv', 'com1 file.csv'],
    ['Console.json', 'Console.json'],
    ['fer\u202eosj.exe.json', 'fer osj.exe.json'],
    ['שלום.json', 'שלום.json'],
    ['👨\u200d👩\u200d👧.json', '👨\u200d👩\u200d👧.json'],
    ['a\nb\0c.md', 'a b c.md'],
    [' ?. .json', 'Untitled.json'],
    ['', 'Untitled'],
  ])('%j becomes %j', (given, safe) => {
    expect(safeFileName(given)).toBe(safe)
  })

  it('keeps its ending where it is too long, and no half sign', () => {
    const safe = safeFileName(`${'火🚀'.repeat(150)}.json`)
    expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(200)
    expect(safe).toMatch(/^(火🚀)+火?\.json$/u)
  })

  it('is one that every system takes, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(`${name}.json`)
        expect(safe).toMatch(/^[^<>:"/\\|?*\p{Cc}\s.][^<>:"/\\|?*\p{Cc}]*\.json$/u)
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(200)
      }),
    )
  })
})
