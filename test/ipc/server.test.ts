import type { IpcMainInvokeEvent } from 'electron'
import { describe, expect, it } from 'vitest'
import { handlers, type AppDesk } from '../../main/ipc/handlers/index.ts'
import { createSenders, originOf } from '../../main/ipc/senders.ts'
import { createServer } from '../../main/ipc/server.ts'
import type { Library } from '../../main/campaign/library.ts'
import type { Reply } from '../../preload/contract.ts'
import { createPlay } from '../support/campaign.ts'

const no = { ok: false, error: { code: 'refused', message: 'No.' } } as const
const desk: AppDesk = {
  preferences: { get: () => ({ theme: 'system', textSize: 100, reducedMotion: false, keys: {}, layouts: {}, backups: '', campaigns: '', developed: '', backupMegabytes: 1_000, undoSteps: 10_000, undoMegabytes: 64 }), set: () => ({ ok: true, value: null }) },
  backups: { where: () => ({ folder: 'x', isUsual: true }), choose: async () => ({ ok: true, value: null }), reset: () => ({ ok: true, value: null }) },
  about: () => ({ app: '1', electron: '1', chromium: '1', node: '1', sqlite: '1' }),
  showLog: () => undefined,
  letGo: () => undefined,
  campaigns: { where: () => ({ folder: 'x', isUsual: true }), choose: async () => ({ ok: true, value: null }), reset: () => ({ ok: true, value: null }) },
  bin: async () => undefined,
  reveal: () => undefined,
  transfers: { export: async () => ({ ok: true, value: 'x' }), read: async () => no, unlock: async () => no, apply: async () => no, cancel: async () => undefined },
  chooseSource: async () => null,
  chooseTarget: async () => null,
  saveText: async () => ({ ok: true, value: null }),
  saveFiles: async () => ({ ok: true, value: null }),
  chooseFile: async () => ({ ok: true, value: null }),
  packages: {
    list: async () => [],
    preview: async () => no,
    fetch: async () => no,
    cancel: () => undefined,
    install: async () => no,
    bringAlong: async () => no,
    rollBack: async () => no,
    remove: async () => no,
    disable: async () => no,
    content: async () => no,
  },
  development: { begin: async (folder) => ({ folder, name: folder }), end: () => undefined },
  takeOpened: () => undefined,
  chooseFolder: async () => null,
  readImport: async () => ({ ok: false, message: 'No.' }),
}

type Ask = (name: unknown, input: unknown) => Promise<Reply<unknown>>

function serve(library: Library, isTrusted = true) {
  let listener: ((event: IpcMainInvokeEvent, ...args: unknown[]) => unknown) | undefined
  const bugs: unknown[] = []
  createServer({
    ipcMain: { handle: (_, handler) => void (listener = handler), removeHandler: () => (listener = undefined) },
    library,
    desk,
    isTrusted: () => isTrusted,
    logBug: (error) => `bug-${bugs.push(error)}`,
  })
  const ask: Ask = (name, input) => listener?.({} as IpcMainInvokeEvent, name, input) as Promise<Reply<unknown>>
  return { ask, bugs }
}

const side = { picks: {}, input: {} }
/** One good input for each request that takes any, to be spoilt in every way. */
const good: Record<string, Record<string, unknown>> = {
  'campaign.create': { name: 'x', system: 'coin', sample: false },
  'packages.choose': { what: 'folder' },
  'packages.drop': { name: 'x.tollkeeper-plugin', size: 2, bytes: new Uint8Array(2) },
  'packages.fetch': { address: 'https://example.org' },
  'packages.install': { sha256: 'a'.repeat(64) },
  'packages.bringAlong': { folder: 'x' },
  'packages.rollBack': { folder: 'x' },
  'packages.remove': { folder: 'x' },
  'packages.disable': { folder: 'x', disabled: true },
  'campaign.open': { file: 'x.campaign' },
  'backups.list': { of: 'x.campaign' },
  'backups.restore': { backup: 'a/b', file: 'x.campaign' },
  'campaign.salvage': { file: 'x.campaign' },
  'campaign.rename': { file: 'x.campaign', archived: false, name: 'x' },
  'campaign.duplicate': { file: 'x.campaign', archived: false },
  'campaign.archive': { file: 'x.campaign', archived: false, aside: true },
  'campaign.bin': { file: 'x.campaign', archived: false },
  'campaign.reveal': { file: 'x.campaign', archived: false },
  'log.find': { text: 'x' },
  'history.go': { to: 3 },
  'transfer.export': { file: 'x.campaign', passphrase: 'x' },
  'transfer.unlock': { passphrase: 'x' },
  'transfer.apply': { as: 'merge', take: 'file' },
  'campaign.configure': { settings: { kind: true } },
  'character.create': { kind: 'pc', name: 'x', stats: {} },
  'character.update': { id: 1, kind: 'pc', name: 'x', stats: {} },
  'character.delete': { id: 1 },
  'counter.change': { counter: 'doom', amount: 1 },
  'counter.award': { counter: 'points', characters: [1], amount: 1, reason: 'x' },
  'counter.reasons': { counter: 'points' },
  'counter.history': { session: 1 },
  'counter.totals': { session: 1 },
  'counter.hopes': { session: 1 },
  'figure.list': { session: 1 },
  'counter.resets': { on: 'rest', characters: [1] },
  'counter.reset': { on: 'session', characters: [1] },
  'dice.fairness': { session: 1 },
  'session.attend': { id: 1, present: [1] },
  'check.preview': { check: 'toss', sides: [side] },
  'check.variants': { check: 'toss', sides: [side] },
  'action.preview': { action: 'feast', ...side },
  'action.apply': { action: 'feast', ...side },
  'npc.build': { input: { level: 3 } },
  'npc.vary': { input: { level: 3 } },
  'dice.preview': { text: 'd6' },
  'dice.roll': { text: 'd6' },
  'roll.make': { check: 'toss', sides: [side], typed: [null] },
  'preferences.set': { theme: 'dark', textSize: 120, backupMegabytes: 500, undoSteps: 1_000, undoMegabytes: 16, reducedMotion: true, keys: { roll: 'X' }, layouts: { a: 'b' } },
  'npc.targets': { characters: [1] },
  'roll.previewBatch': { check: 'toss', actors: [1], input: {}, inputs: [{ who: 1, input: {}, picks: { skills: 0 } }], typed: [{ who: 1, dice: ['1'] }] },
  'roll.batch': { check: 'toss', actors: [1], input: {}, typed: [{ who: 1, dice: { total: '4' } }], opponent: side, opponentTyped: ['1'], secret: true },
  'roll.mates': { roll: 1 },
  'roll.correct': { roll: 1, inputs: [{}] },
  'roll.reroll': { roll: 1 },
  'roll.replay': { roll: 1 },
  'log.read': { filter: { text: 'x' }, from: '1:roll:1', limit: 5 },
  'log.export': { as: 'csv', session: 1 },
  'session.start': { name: 'x' },
  'session.recap': { id: 1 },
  'session.saveRecap': { id: 1, plots: true },
  'note.create': { title: 'x' },
  'note.rename': { id: 1, title: 'x' },
  'note.delete': { id: 1 },
  'notes.write': { of: { kind: 'note', id: 1 }, text: 'x' },
  'session.update': { id: 1, name: 'x', notes: '' },
  'roster.search': { text: 'x' },
  'roster.tag': { characters: [1], add: ['x'], remove: ['y'] },
  'roster.duplicate': { characters: [1] },
  'roster.delete': { characters: [1] },
  'roster.updateCopies': { template: 1 },
  'encounter.create': { name: 'x', notes: '', members: [{ character: 1, count: 1, hidden: false }] },
  'encounter.update': { id: 1, name: 'x', notes: '', members: [] },
  'encounter.delete': { id: 1 },
  'encounter.rate': { encounters: [{ members: [{ character: 1, count: 1, hidden: false }] }] },
  'encounter.start': { id: 1 },
  'import.drop': { name: 'foes.csv', size: 16, bytes: new TextEncoder().encode('id,name\nw,Wolf\n') },
  'import.apply': { mapping: { a: 'b' }, role: 'template', skip: ['x'], skipEncounters: ['y'] },
  'roster.export': { as: 'csv', characters: [1] },
  'table.preview': { text: 'x' },
  'table.create': { name: 'x', text: 'y' },
  'table.update': { id: 1, name: 'x', text: 'y' },
  'table.delete': { id: 1 },
  'table.roll': { id: 1 },
  'fight.create': { name: 'x' },
  'fight.open': { fight: 1 },
  'fight.rename': { fight: 1, name: 'x' },
  'fight.end': { fight: 1 },
  'fight.clear': { fight: 1 },
  'fight.add': { fight: 1, characters: [{ id: 1, count: 2 }], words: '3 wolves', sheet: { name: 'x', stats: {} }, hidden: true, grouped: true },
  'fight.muster': { words: '3 wolves' },
  'fight.remove': { fight: 1, combatants: [1] },
  'fight.mark': { fight: 1, combatants: [1], hidden: true, defeated: false, done: true },
  'fight.initiative': { fight: 1, places: [1], typed: [{ place: 1, dice: ['3'] }], inputs: [{ place: 1, input: { skill: 1 } }] },
  'initiative.preview': { fight: 1, places: [1], inputs: [{ place: 1, input: { skill: 1 } }] },
  'fight.numbers': { fight: 1, numbers: [{ place: 1, number: null }, { place: 2, number: -0.5 }] },
  'fight.number': { fight: 1, place: 1, number: 2.5 },
  'fight.move': { fight: 1, place: 1, before: 2, slot: 'after' },
  'fight.nudge': { fight: 1, place: 1, by: -1 },
  'fight.join': { fight: 1, combatants: [1, 2] },
  'fight.split': { fight: 1, combatants: [1] },
  'fight.rules': { skipDefeated: true, waiterStays: false, atZero: 'ask', turnSeconds: 60 },
  'turn.next': { fight: 1, turn: 0 },
  'turn.previous': { fight: 1, turn: 1 },
  'turn.wait': { fight: 1, turn: 1, note: 'x' },
  'turn.actNow': { fight: 1, place: 1 },
  'condition.add': { characters: [1], label: 'x', condition: 'dazed', until: { fight: 1, anchor: 1, edge: 'end', left: 1 } },
  'condition.remove': { conditions: [1] },
  'condition.change': { condition: 1, until: null },
  'health.preview': { characters: [1], as: 'heal', amount: 'half' },
  'health.change': { characters: [1], as: 'damage', amount: '7' },
}
/** Long texts aren't written out ten thousand times. */
const inBrief = (value: unknown): string => (typeof value === 'string' && value.length > 80 ? 'a long text' : String(JSON.stringify(value)).slice(0, 80))
/** Those for which nothing given is fine. */
const mayBeEmpty = ['session.start', 'fight.create', 'counter.history', 'counter.totals', 'figure.list', 'dice.fairness']
const nasty: readonly unknown[] = [null, NaN, Infinity, -1, 1.5, 'x'.repeat(10_000_000), [], {}, { a: {} }, JSON.parse('{"__proto__":{"a":1}}'), [[[]]], undefined, () => undefined]

/** Values that a field may well take, so that they are no spoilt ones. */
const isLike = (bad: unknown, value: unknown): boolean =>
  typeof value === 'number' ? bad === -1 : typeof value === 'object' && typeof bad === 'object' && bad !== null

describe('the request channel', () => {
  it('refuses every request of a page that is not ours', async () => {
    const { library, dump } = await createPlay()
    const before = dump()
    const { ask } = serve(library, false)
    for (const name of Object.keys(handlers)) expect(await ask(name, good[name] ?? {})).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(dump()).toEqual(before)
  })

  it('has no other requests', async () => {
    const { library } = await createPlay()
    const { ask } = serve(library)
    for (const name of ['nonsense', '__proto__', 'constructor', 'toString', '', 3, null, undefined, {}])
      expect(await ask(name, {}), String(name)).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })

  it('takes nothing malformed, writes nothing then and never throws', async () => {
    const { library, dump } = await createPlay()
    const { ask, bugs } = serve(library)
    const before = dump()
    for (const name of Object.keys(handlers)) {
      const whole = good[name] ?? {}
      for (const input of [...nasty, { ...whole, extra: 1 }].filter((each) => (name in good && !mayBeEmpty.includes(name)) || JSON.stringify(each) !== '{}'))
        expect(await ask(name, input), `${name} ${inBrief(input)}`).toMatchObject({ ok: false, error: { code: 'invalid' } })
      for (const [key, value] of Object.entries(whole)) {
        for (const bad of nasty.filter((each) => each !== undefined && !isLike(each, value)))
          expect(await ask(name, { ...whole, [key]: bad }), `${name} ${key} ${inBrief(bad)}`).toMatchObject({ ok: false })
      }
    }
    expect(bugs).toEqual([])
    expect(dump()).toEqual(before)
  }, 120_000)

  it('lets no page say where copies go', async () => {
    const { library } = await createPlay()
    expect(await serve(library).ask('preferences.set', { backups: '/tmp' })).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })

  it('turns a bug into an id and keeps answering', async () => {
    const { library } = await createPlay()
    const failing: Library = {
      ...library,
      list: () => {
        throw new Error('a bug')
      },
    }
    const { ask, bugs } = serve(failing)
    expect(await ask('campaign.list', {})).toMatchObject({ ok: false, error: { code: 'bug', message: expect.stringContaining('bug-1') } })
    expect(bugs).toHaveLength(1)
    expect((await ask('campaign.current', {})).ok).toBe(true)
  })

  it('says that no campaign is open', async () => {
    const { library } = await createPlay()
    await library.closeCampaign()
    expect(await serve(library).ask('history.undo', {})).toMatchObject({ error: { code: 'missing', message: 'No campaign is open.' } })
  })
})

describe('the senders', () => {
  const origin = 'app://tollkeeper'
  const page = (url: string) => {
    const frame = { url }
    const contents = { mainFrame: frame, once: () => undefined }
    return { frame, contents }
  }
  const event = (sender: unknown, senderFrame: unknown) => ({ sender, senderFrame }) as Parameters<ReturnType<typeof createSenders>['isTrusted']>[0]

  it('trusts the main frame of a known window at the app origin alone', () => {
    const senders = createSenders(origin)
    const own = page('app://tollkeeper/index.html')
    senders.add(own.contents as never)
    expect(senders.isTrusted(event(own.contents, own.frame))).toBe(true)
    expect(senders.isTrusted(event(own.contents, { url: 'app://tollkeeper/index.html' }))).toBe(false)
    expect(senders.isTrusted(event(own.contents, null))).toBe(false)
    const unknown = page('app://tollkeeper/index.html')
    expect(senders.isTrusted(event(unknown.contents, unknown.frame))).toBe(false)
    const elsewhere = page('app://tollkeeper.evil/index.html')
    senders.add(elsewhere.contents as never)
    expect(senders.isTrusted(event(elsewhere.contents, elsewhere.frame))).toBe(false)
  })

  it('compares scheme and host', () => {
    expect(originOf('app://tollkeeper/a/b?c#d')).toBe(origin)
    expect(originOf('http://localhost:5173/')).toBe('http://localhost:5173')
    expect(originOf('not a url')).toBeUndefined()
  })
})
