import type { Declarations } from '../../plugins/api/index.ts'
import type { ActionInput, ActionPreview, ActionResult, CampaignView, Character, CharacterId, CharacterInput, CheckInput, CounterChange, Events, Preview, Reply, LogFilter, LogPage, Roll, RollId, RollResult, SessionId, SideInput, VariantOdds } from '../../preload/contract.ts'
import { DamagedFile } from '../db/failure.ts'
import type { Change } from '../db/journal.ts'
import { createJournal } from '../db/journal.ts'
import type { CampaignFile } from '../db/open.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { Manifest } from '../packages/manifest.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { createDoor } from './act.ts'
import { checkReplay, correctRoll, rerollRoll } from './amend.ts'
import { toDeed } from './deeds.ts'
import { applyAction, previewAction } from './actions.ts'
import { createChanceDesk } from './chances.ts'
import { changeCounter, counterValues } from './counters.ts'
import { buildNpc } from './npc.ts'
import { logToMarkdown, rollsToCsv } from './export.ts'
import { readLog } from './log.ts'
import { createPreviewer } from './preview.ts'
import { rollDice } from './quick-dice.ts'
import { createRecords } from './records.ts'
import { createCharacter, deleteCharacter, getCharacter, listCharacters, updateCharacter } from './roster.ts'
import { getRolls, listRolls, makeRoll, type TypedDice } from './roll.ts'
import { endSession, listSessions, startSession, updateSession } from './sessions.ts'
import { createSystemRunner } from './system.ts'
import { createQueue } from './queue.ts'
import { listVariants } from './variants.ts'

/** Tells every window what happened. */
export type Announce = <N extends keyof Events>(name: N, payload: Events[N]) => void

/** An open campaign: every use case on it. */
export interface Campaign {
  readonly file: string
  view(): CampaignView
  configure(settings: CampaignView['settings']): Reply<null>
  resume(): Promise<Reply<null>>
  createCharacter(input: CharacterInput): Reply<CharacterId>
  updateCharacter(input: CharacterInput & { id: CharacterId }): Reply<null>
  deleteCharacter(id: CharacterId): Reply<null>
  changeCounter(change: CounterChange): Reply<null>
  previewAction(input: ActionInput): Reply<ActionPreview>
  applyAction(input: ActionInput): Promise<Reply<ActionResult>>
  buildNpc(input: CampaignView['settings']): Promise<Reply<Character['stats']>>
  preview(input: CheckInput): Promise<Reply<Preview>>
  listVariants(input: CheckInput): Promise<Reply<readonly VariantOdds[]>>
  makeRoll(input: { check: string; sides: readonly SideInput[]; typed: TypedDice; secret?: boolean }): Promise<Reply<RollResult>>
  rollDice(text: string, who: CharacterId | undefined): Reply<Roll>
  correctRoll(roll: RollId, inputs: readonly CampaignView['settings'][]): Promise<Reply<Roll>>
  rerollRoll(roll: RollId): Promise<Reply<Roll>>
  checkReplay(roll: RollId): Promise<Reply<{ readonly same: boolean; readonly message?: string }>>
  readLog(filter: LogFilter, from: string | undefined, limit: number): Reply<LogPage>
  /** The text of an export and a name for its file. */
  exportLog(as: 'markdown' | 'csv', session: SessionId | undefined): { readonly name: string; readonly text: string }
  startSession(name: string | undefined): Reply<SessionId>
  endSession(): Reply<null>
  updateSession(session: { id: SessionId; name: string; notes: string }): Reply<null>
  undo(): Reply<null>
  redo(): Reply<null>
  close(): Promise<void>
}

export interface CampaignOptions {
  readonly file: CampaignFile
  /** The file's name as the list shows it. */
  readonly fileName: string
  readonly loadSandbox: (source: string) => Promise<Answer<Sandbox>>
  readonly announce: Announce
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly uuid: () => string
  readonly random: () => number
  /** Logs what should not happen and gives the id under which it can be found. */
  readonly logBug: (error: unknown, where: string) => string
}

const firstRolls = 50

/** Takes over an open campaign file. It plays with the package copy that the file keeps. */
export async function createCampaign({ file, fileName, loadSandbox, announce, now, uuid, random, logBug }: CampaignOptions): Promise<Campaign> {
  const records = createRecords(file.db)
  const { name, package: row } = records.campaigns.get()
  const copy = records.packages.get(row)
  if (!copy) throw new DamagedFile('A campaign without its package copy')
  const manifest = JSON.parse(copy.manifest) as Manifest
  // A copy that an older app made knows no conditions.
  const declarations: Declarations = { conditions: [], ...(JSON.parse(copy.declarations) as Omit<Declarations, 'conditions'>) }

  const desk = { declarations, records, uuid }
  const journal = createJournal(file.db)
  const door = createDoor({ db: file.db, journal, name, now, committed: (changes) => announceChanges(changes), logBug })
  const runner = await createSystemRunner({ name: manifest.name, load: () => loadSandbox(copy.source), now, announce: announce as (name: string, message: string | null) => void })
  const chances = createChanceDesk(runner, random)
  const previewer = createPreviewer({ desk, runner, chances, refined: (odds) => announce('odds.refined', odds) })
  // What waits for the system takes turns, so that two clicks never decide on the same state.
  const inTurn = createQueue()
  const rollDesk = { ...desk, runner, chances, package: copy.sha256, random, loadSandbox }

  const tableCounters = () => ({
    gm: counterValues(desk, 'gm', records.counters.of('gm')),
    table: counterValues(desk, 'table', records.counters.of('table')),
  })

  const announceChanges = (changes: readonly Change[]): void => {
    const touched = touchedBy(changes)
    const characters = new Map<number, Character | undefined>()
    for (const id of touched.characters) characters.set(id, getCharacter(desk, id))
    const changed = [...characters.values()].filter((character) => character !== undefined)
    const removed = [...characters].filter(([, character]) => !character).map(([id]) => id as CharacterId)
    if (changed.length > 0) announce('character.changed', changed)
    if (removed.length > 0) announce('character.removed', removed)
    if (touched.table) announce('counter.changed', tableCounters())
    if (touched.campaign) announce('settings.changed', records.campaigns.get().settings)
    if (touched.rolls.size > 0) announce('roll.changed', getRolls(desk, withFollowed(touched.rolls)))
    if (touched.deeds.size > 0) announce('deed.changed', [...touched.deeds].flatMap((id) => records.deeds.get(id) ?? []).map(toDeed))
    if (touched.sessions) announce('session.changed', listSessions(desk))
    announce('history.changed', door.history())
  }

  /** A roll that follows another changes how that one stands. */
  const withFollowed = (ids: ReadonlySet<number>): readonly number[] => [
    ...new Set([...ids].flatMap((id) => [id, records.rolls.get(id)?.follows ?? id])),
  ]

  /** Rows touched, by what the screen shows of them. A counter's row names its owner, or did. */
  const touchedBy = (changes: readonly Change[]) => {
    const characters = new Set<number>()
    const rolls = new Set<number>()
    const deeds = new Set<number>()
    let sessions = false
    let table = false
    let campaign = false
    for (const { table: name, row: id, values } of changes) {
      if (name === 'character') characters.add(id)
      if (name === 'roll') rolls.add(id)
      if (name === 'deed') deeds.add(id)
      if (name === 'session') sessions = true
      if (name === 'campaign') campaign = true
      if (name !== 'counter') continue
      const owner = records.counters.ownerOf(id)
      const character = owner === undefined ? values?.character : typeof owner === 'object' ? owner.character : undefined
      if (typeof character === 'number') characters.add(character)
      else table = true
    }
    return { characters, rolls, deeds, sessions, table, campaign }
  }

  return {
    file: fileName,
    view() {
      const { settings } = records.campaigns.get()
      const paused = runner.paused()
      return {
        file: fileName,
        name,
        system: { id: manifest.id, name: manifest.name, version: manifest.version },
        declarations,
        settings,
        characters: listCharacters(desk),
        ...tableCounters(),
        rolls: listRolls(desk, firstRolls),
        history: door.history(),
        sessions: listSessions(desk),
        ...(paused !== undefined && { paused }),
      }
    },
    configure(settings) {
      const kept = records.campaigns.get().settings
      const known = Object.fromEntries(declarations.settings.flatMap(({ id }) => (kept[id] === undefined ? [] : [[id, kept[id]]])))
      const parsed = parseForm(declarations.settings, { ...known, ...settings })
      const [problem] = parsed.problems
      if (problem) return failed('refused', problem.message, parsed.problems.map((each) => ({ side: 0, ...each })))
      return door.act('changed settings', () => {
        records.campaigns.setSettings({ ...kept, ...parsed.input })
        return null
      })
    },
    resume: () => runner.resume(),
    createCharacter: (input) => createCharacter(desk, door, input),
    updateCharacter: (input) => updateCharacter(desk, door, input),
    deleteCharacter: (id) => deleteCharacter(desk, door, id),
    changeCounter: (change) => changeCounter(desk, door, change),
    previewAction: (input) => previewAction(desk, input),
    applyAction: (input) => inTurn(() => applyAction(desk, door, runner, input)),
    buildNpc: (input) => buildNpc(desk, runner, input),
    preview: (input) => previewer.preview(input),
    listVariants: (input) => listVariants(desk, runner, chances, input),
    makeRoll: ({ typed, secret, ...input }) => inTurn(() => makeRoll(rollDesk, door, input, typed, secret)),
    rollDice: (text, who) => rollDice(rollDesk, door, text, who),
    correctRoll: (roll, inputs) => inTurn(() => correctRoll(rollDesk, door, roll, inputs)),
    rerollRoll: (roll) => inTurn(() => rerollRoll(rollDesk, door, roll)),
    checkReplay: (roll) => checkReplay(rollDesk, roll),
    readLog: (filter, from, limit) => done(readLog(desk, filter, from, limit)),
    exportLog: (as, session) =>
      as === 'markdown' ? { name: `${name}.md`, text: logToMarkdown(desk, name, session) } : { name: `${name} rolls.csv`, text: rollsToCsv(desk, session) },
    startSession: (called) => startSession(desk, door, called),
    endSession: () => endSession(desk, door),
    updateSession: (session) => updateSession(desk, door, session),
    undo: () => door.undo(),
    redo: () => door.redo(),
    async close() {
      previewer.close()
      await runner.close()
      file.close()
    },
  }
}
