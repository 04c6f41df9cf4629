/** A process that does one undoable step after another and prints each once it is acknowledged. To be killed. */
import { createDoor } from '../../main/campaign/act.ts'
import { createRecords } from '../../main/campaign/records.ts'
import { createJournal } from '../../main/db/journal.ts'
import { openFile } from '../../main/db/open.ts'

const opened = await openFile(process.argv[2] ?? '')
if (!opened.ok) throw new Error(opened.error.message)
const { db } = opened.value
const { characters, counters, deeds } = createRecords(db)
const door = createDoor({ db, journal: createJournal(db), name: 'busy', now: Date.now, committed: () => undefined, logBug: String, settle: () => undefined })
for (let step = 0; ; step += 1) {
  const kept = door.act(`step ${step}`, (at) => {
    const id = characters.create({ uuid: crypto.randomUUID(), kind: 'pc', name: `c${step}`, stats: {}, notes: '', role: 'self', template: null, tags: [], source: null }, at)
    counters.create({ character: id }, 'points', step)
    const deed = deeds.add({ at, session: null, headline: 'Points +2', explain: [], who: `c${step}` })
    counters.step({ counter: 'points', owner: { character: id }, name: `c${step}`, amount: 2, value: step + 2, deed }, at)
    return id
  })
  if (step % 3 === 2) {
    door.undo()
    door.redo()
  }
  if (kept.ok) process.stdout.write(`${kept.value}\n`)
}
