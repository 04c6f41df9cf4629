/** A process that works on a campaign and prints each thing once it is done. To be killed, or to run out of disk. */
import { basename, dirname } from 'node:path'
import { createDoor } from '../../main/campaign/act.ts'
import { createRecords } from '../../main/campaign/records.ts'
import { createJournal } from '../../main/db/journal.ts'
import { openFile } from '../../main/db/open.ts'
import { failed } from '../../main/rules/reply.ts'
import { backupsBeside } from './backups.ts'
import { transfersOf } from './transfers.ts'

const [work = '', path = '', ...ids] = process.argv.slice(2)
const backups = backupsBeside(dirname(path))
const say = (what: string): boolean => process.stdout.write(`${what}\n`)
const jobs: Readonly<Record<string, () => Promise<void>>> = { write, backup, migrate, restore, take, fill }
await jobs[work]?.()
process.exit(0)

async function open() {
  const opened = await openFile(path, { backUp: () => backups.make(path, 'migration') })
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const { characters, counters } = createRecords(db)
  const door = createDoor({ db, journal: createJournal(db), isThere: opened.value.isThere, name: basename(path), now: Date.now, committed: () => undefined, logBug: String, settle: () => undefined })
  return (step: number, notes = '') => {
    const kept = door.act(`step ${step}`, (at) => {
      const id = characters.create({ uuid: crypto.randomUUID(), kind: 'pc', name: `c${step}`, stats: {}, notes, role: 'self', template: null, tags: [], source: null }, at)
      counters.create({ character: id }, 'points', step)
      return id
    })
    if (kept.ok && step % 3 === 2) {
      door.undo()
      door.redo()
    }
    if (kept.ok) say(String(kept.value))
    return kept
  }
}

async function write(): Promise<void> {
  const act = await open()
  for (let step = 0; ; step += 1) act(step)
}

async function backup(): Promise<void> {
  const act = await open()
  const writing = setInterval(() => act(0), 2)
  for (;;) {
    const made = await backups.make(path, 'asked')
    say(made.ok ? 'backup' : made.error.message)
    if (!made.ok) return clearInterval(writing)
  }
}

async function migrate(): Promise<void> {
  say('begun')
  await open()
  say('done')
}

async function restore(): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    say('begun')
    const restored = await backups.restore(ids[turn % ids.length] ?? '', path, () => path)
    if (!restored.ok) throw new Error(restored.error.message)
  }
}

async function take(): Promise<void> {
  const library = { current: () => undefined, closeCampaign: async () => undefined, open: async () => failed('missing', 'None is open.') }
  const transfers = transfersOf({ campaigns: dirname(path), backups, library, events: [] })
  for (let turn = 0; ; turn += 1) {
    say('begun')
    const read = await transfers.read(ids[turn % ids.length] ?? '')
    const taken = read.ok ? await transfers.apply('replace', 'file') : read
    if (!taken.ok) throw new Error(taken.error.message)
  }
}

async function fill(): Promise<void> {
  const made = await backups.make(path, 'asked')
  say(made.ok ? 'backup' : `refused ${made.error.code}`)
  const act = await open()
  for (let step = 0; ; step += 1) {
    const kept = act(step, 'x'.repeat(50_000))
    if (kept.ok) continue
    say(`refused ${kept.error.code}`)
    return
  }
}
