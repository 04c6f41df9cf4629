import type { Declarations } from '../../plugins/api/index.ts'
import type { ActionInput, ActionPreview, ActionResult, BackupReason, BatchInput, BatchOdds, CampaignView, Character, CharacterId, CharacterInput, CheckInput, ContentChoice, ContentPreview, CounterAward, CounterChange, CounterHope, CounterPart, CounterReset, CounterStep, CounterTotal, DieFairness, Encounter, EncounterId, Events, FightId, FigureValue, HistoryList, ImportChoice, ImportPreview, ImportResult, LogFilter, LogFound, LogPage, NoteId, NotesOf, Preview, Recap, Reply, Requests, Roll, RollId, RollResult, SessionId, SideInput, Table, TableId, TablePreview, TableRoll, TypedSide, VariantOdds } from '../../preload/contract.ts'
import type { CampaignFaces } from '../db/faces.ts'
import { DamagedFile } from '../db/failure.ts'
import type { Change, JournalLimits } from '../db/journal.ts'
import { createJournal } from '../db/journal.ts'
import type { CampaignFile } from '../db/open.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { Brought } from '../packages/load.ts'
import type { Manifest } from '../packages/manifest.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { createDoor } from './act.ts'
import { checkReplay, correctRoll, rerollRoll } from './amend.ts'
import { getDeed } from './deeds.ts'
import { applyAction, previewAction } from './actions.ts'
import { createChanceDesk } from './chances.ts'
import { addContent, addedConditions, previewContent, readyContent, whyNotHere, type ReadyContent } from './content.ts'
import { changeCounter, counterValues } from './counters.ts'
import { buildNpc, listTargets, varyNpc } from './npc.ts'
import { logToMarkdown, rollsToCsv } from './export.ts'
import { applyImport, exportRoster, previewImport, type WaitingImport } from './import.ts'
import { findInLog } from './find-in-log.ts'
import { readLog } from './log.ts'
import { createNote, deleteNote, listNotes, renameNote, writeNotes } from './notes.ts'
import { createPreviewer } from './preview.ts'
import { rollDice } from './quick-dice.ts'
import { readRecap, recapFiles } from './recap.ts'
import { createRecords } from './records.ts'
import { createCharacter, deleteCharacter, getCharacter, listCharacters, updateCharacter } from './roster.ts'
import { getRolls, listRolls, makeRoll } from './roll.ts'
import { attendSession, endSession, listSessions, startSession, updateSession } from './sessions.ts'
import { createTable, deleteTable, previewTable, rollOnTable, updateTable } from './tables.ts'
import { createSystemRunner } from './system.ts'
import { listMates, previewBatch, rollBatch } from './batch.ts'
import { deleteCharacters, duplicateCharacters, searchRoster, tagCharacters, updateCopies } from './bulk.ts'
import { createEncounter, deleteEncounter, rateEncounters, startEncounter, updateEncounter } from './encounters.ts'
import { applyResets, awardCounter, listFigures, listResets, readCourse, readFairness, resetForSession } from './economy.ts'
import { addToFight, previewMuster } from './fight/add.ts'
import { addCondition, changeCondition, removeConditions } from './fight/conditions.ts'
import { clearFight, createFight, endFight, openFight, renameFight, setFightRules, viewFight } from './fight/fights.ts'
import { changeHealth, followHealth, previewHealth } from './fight/health.ts'
import { previewInitiative, rollInitiative } from './fight/initiative.ts'
import { joinInFight, markCombatants, moveInOrder, nudgeInOrder, setPlaceNumber, setPlaceNumbers, splitInFight } from './fight/order.ts'
import { createTeller } from './fight/teller.ts'
import { goToNextTurn, goToPreviousTurn, leaveFights, letActNow, removeFromFight, waitWithTurn } from './fight/turns.ts'
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
  searchRoster(text: string): Reply<readonly CharacterId[]>
  tagCharacters(characters: readonly CharacterId[], add: readonly string[], remove: readonly string[]): Reply<null>
  duplicateCharacters(characters: readonly CharacterId[]): Reply<readonly CharacterId[]>
  /** Many of them only after a backup, where one can be made. */
  deleteCharacters(characters: readonly CharacterId[]): Promise<Reply<null>>
  updateCopies(template: CharacterId): Reply<number>
  /** The file waits to be taken over, until another is read. */
  previewImport(file: WaitingImport): ImportPreview
  /** Only after a backup. */
  applyImport(choice: ImportChoice): Promise<Reply<ImportResult>>
  /** What a package brings along waits to be added, until another is looked at. */
  previewContent(brought: Brought): Promise<Reply<ContentPreview>>
  /** Only after a backup. */
  addContent(choice: ContentChoice): Promise<Reply<ImportResult>>
  /** The text of an export and a name for its file. */
  exportRoster(as: 'json' | 'csv', characters: readonly CharacterId[] | undefined): { readonly name: string; readonly text: string }
  previewTable(text: string): TablePreview
  createTable(table: Omit<Table, 'id'>): Reply<TableId>
  updateTable(table: Table): Reply<null>
  deleteTable(id: TableId): Reply<null>
  rollOnTable(id: TableId): Reply<TableRoll>
  createEncounter(encounter: Omit<Encounter, 'id'>): Reply<EncounterId>
  updateEncounter(encounter: Encounter): Reply<null>
  deleteEncounter(id: EncounterId): Reply<null>
  startEncounter(id: EncounterId): Promise<Reply<null>>
  rateEncounters(encounters: Requests['encounter.rate']['input']['encounters']): Promise<Reply<Requests['encounter.rate']['result']>>
  changeCounter(change: CounterChange): Reply<null>
  previewAction(input: ActionInput): Reply<ActionPreview>
  applyAction(input: ActionInput): Promise<Reply<ActionResult>>
  buildNpc(input: CampaignView['settings']): Promise<Reply<Character['stats']>>
  varyNpc(input: CampaignView['settings']): Promise<Reply<Requests['npc.vary']['result']>>
  preview(input: CheckInput): Promise<Reply<Preview>>
  listVariants(input: CheckInput): Promise<Reply<readonly VariantOdds[]>>
  makeRoll(input: { check: string; sides: readonly SideInput[]; typed: readonly TypedSide[]; secret?: boolean }): Promise<Reply<RollResult>>
  listTargets(characters: readonly CharacterId[]): Promise<Reply<Requests['npc.targets']['result']>>
  previewBatch(input: BatchInput): Promise<Reply<readonly BatchOdds[]>>
  rollBatch(input: BatchInput): Promise<Reply<readonly Roll[] | null>>
  cancelBatch(): void
  listMates(roll: RollId): Reply<readonly Roll[]>
  rollDice(text: string, who: CharacterId | undefined): Reply<Roll>
  correctRoll(roll: RollId, inputs: readonly CampaignView['settings'][]): Promise<Reply<Roll>>
  rerollRoll(roll: RollId): Promise<Reply<Roll>>
  checkReplay(roll: RollId): Promise<Reply<{ readonly same: boolean; readonly message?: string }>>
  readLog(filter: LogFilter, from: string | undefined, limit: number): Reply<LogPage>
  /** The newest entries that say it. Another search ends this one. */
  findInLog(text: string): Promise<Reply<LogFound>>
  /** The text of an export and a name for its file. */
  exportLog(as: 'markdown' | 'csv', session: SessionId | undefined): { readonly name: string; readonly text: string }
  startSession(name: string | undefined): Reply<SessionId>
  attendSession(session: SessionId, present: readonly CharacterId[]): Reply<null>
  awardCounter(award: CounterAward): Reply<null>
  counterReasons(counter: string): readonly string[]
  counterHistory(session: SessionId | undefined): readonly CounterStep[]
  counterTotals(session: SessionId | undefined): readonly CounterTotal[]
  counterCourse(): readonly CounterPart[]
  counterHopes(session: SessionId): readonly CounterHope[]
  listFigures(session: SessionId | undefined): readonly FigureValue[]
  listResets(input: Requests['counter.resets']['input']): readonly CounterReset[]
  applyResets(input: Requests['counter.reset']['input']): Reply<null>
  fairness(session: SessionId | undefined): readonly DieFairness[]
  /** How all its dice fell, under its own id. */
  faces(): CampaignFaces
  readRecap(session: SessionId): Reply<Recap>
  /** A name for a recap's file, and its files for the name that is chosen. */
  saveRecap(recap: Requests['session.saveRecap']['input']): { readonly name: string; readonly make: (fileName: string) => Reply<readonly { readonly name: string; readonly text: string }[]> }
  endSession(): Reply<null>
  updateSession(session: { id: SessionId; name: string; notes: string }): Reply<null>
  createNote(title: string): Reply<NoteId>
  renameNote(note: NoteId, title: string): Reply<null>
  deleteNote(note: NoteId): Reply<null>
  writeNotes(of: NotesOf, text: string): Reply<null>
  createFight(name: string | undefined): Reply<FightId>
  openFight(fight: FightId): Reply<null>
  renameFight(fight: FightId, name: string): Reply<null>
  endFight(fight: FightId): Reply<Requests['fight.end']['result']>
  clearFight(fight: FightId): Reply<null>
  addToFight(input: Requests['fight.add']['input']): Promise<Reply<Requests['fight.add']['result']>>
  previewMuster(words: string): Promise<Reply<Requests['fight.muster']['result']>>
  removeFromFight(input: Requests['fight.remove']['input']): Reply<null>
  markCombatants(input: Requests['fight.mark']['input']): Reply<null>
  rollInitiative(input: Requests['fight.initiative']['input']): Promise<Reply<null>>
  previewInitiative(input: Requests['initiative.preview']['input']): Promise<Reply<Requests['initiative.preview']['result']>>
  setNumbers(input: Requests['fight.numbers']['input']): Reply<null>
  setNumber(input: Requests['fight.number']['input']): Reply<null>
  movePlace(input: Requests['fight.move']['input']): Reply<null>
  nudgePlace(input: Requests['fight.nudge']['input']): Reply<null>
  joinCombatants(input: Requests['fight.join']['input']): Reply<null>
  splitCombatants(input: Requests['fight.split']['input']): Reply<null>
  setFightRules(rules: Requests['fight.rules']['input']): Reply<null>
  nextTurn(input: Requests['turn.next']['input']): Reply<null>
  previousTurn(input: Requests['turn.previous']['input']): Reply<null>
  wait(input: Requests['turn.wait']['input']): Reply<null>
  actNow(input: Requests['turn.actNow']['input']): Reply<null>
  addCondition(input: Requests['condition.add']['input']): Reply<null>
  removeConditions(input: Requests['condition.remove']['input']): Reply<null>
  changeCondition(input: Requests['condition.change']['input']): Reply<null>
  changeHealth(input: Requests['health.change']['input']): Promise<Reply<null>>
  previewHealth(input: Requests['health.preview']['input']): Promise<Reply<Requests['health.preview']['result']>>
  undo(): Reply<null>
  redo(): Reply<null>
  listHistory(): HistoryList
  /** Undoes or redoes until `step` is the newest that is done; 0 is before all of them. Play goes on meanwhile. */
  goTo(step: number): Promise<Reply<null>>
  /** Ends that where it is. */
  stopGoing(): void
  /** Keeps a copy of the campaign as it is now. */
  backUp(): Promise<Reply<null>>
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
  /** Keeps a copy of the campaign before something large is done to it. */
  readonly backUp: (reason: BackupReason) => Promise<Reply<null>>
  /** How much Undo may keep; the usual where absent. */
  readonly undoLimits?: (() => JournalLimits) | undefined
  /** Logs what should not happen and gives the id under which it can be found. */
  readonly logBug: (error: unknown, where: string) => string
}

const firstRolls = 50
const mostSteps = 5_000
const mostReasons = 12
const mostFound = 20
/** Deleting so many at once is worth a backup. */
const manyDeleted = 10

/** A batch of rolls that takes longer tells how far it is, and how often. */
const progressAfterMs = 300
const progressEveryMs = 100
/** How long a part of a long way through the history may take. */
const goingMs = 20

/** Takes over an open campaign file. It plays with the package copy that the file keeps. */
export async function createCampaign({ file, fileName, loadSandbox, announce, now, uuid, random, backUp, undoLimits, logBug }: CampaignOptions): Promise<Campaign> {
  const records = createRecords(file.db)
  const { name, package: row } = records.campaigns.get()
  const copy = records.packages.get(row)
  if (!copy) throw new DamagedFile('A campaign without its package copy')
  const manifest = JSON.parse(copy.manifest) as Manifest
  // A copy that an older app made knows no conditions or figures.
  const declarations: Declarations = { conditions: [], figures: [], ...(JSON.parse(copy.declarations) as Omit<Declarations, 'conditions' | 'figures'>) }
  records.figures.declare(declarations.figures)

  const desk = { declarations, records, uuid }
  const journal = createJournal(file.db, undoLimits)
  const door = createDoor({ db: file.db, journal, isThere: () => file.isThere(), name, now, settle: (changes) => followHealth(desk, changes), committed: (changes) => announceChanges(changes), logBug })
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
    if (touched.campaign) {
      announce('settings.changed', records.campaigns.get().settings)
      announce('conditions.changed', addedConditions(desk))
      announce('fightRules.changed', records.fights.rules())
    }
    if (touched.rolls.size > 0) announce('roll.changed', getRolls(desk, withFollowed(touched.rolls)))
    if (touched.deeds.size > 0) announce('deed.changed', [...touched.deeds].flatMap((id) => getDeed(desk, id) ?? []))
    if (touched.encounters) announce('encounters.changed', records.encounters.list())
    if (touched.tables) announce('tables.changed', records.tables.list())
    if (touched.fights) announceFights()
    if (touched.sessions) announce('session.changed', listSessions(desk))
    if (touched.notes.size > 0) announceNotes(touched.notes)
    announce('history.changed', door.history())
  }

  let isBatchCancelled = false
  let isGoing = false
  let searches = 0
  let waiting: WaitingImport | undefined
  let content: ReadyContent | undefined
  const announceNotes = (ids: ReadonlySet<number>): void => {
    const changed = listNotes(desk).filter(({ id }) => ids.has(id))
    const removed = [...ids].filter((id) => !changed.some((note) => note.id === id)) as NoteId[]
    if (changed.length > 0) announce('note.changed', changed)
    if (removed.length > 0) announce('note.removed', removed)
  }

  const tellFight = createTeller()
  let openFightId = records.fights.open()
  records.fights.runOpenClock(now())
  const announceFights = (): void => {
    const at = now()
    const open = records.fights.open()
    // Undo, too, may open another fight: its clock runs on, the others' stand still.
    if (open !== openFightId) records.fights.runOpenClock(at, at)
    openFightId = open
    announce('fights.changed', records.fights.list())
    announce('fight.changed', tellFight(viewFight(desk, at)))
  }

  /** A roll that follows another changes how that one stands, and the batch that it is of. */
  const withFollowed = (ids: ReadonlySet<number>): readonly number[] => [
    ...new Set(records.rolls.standing(ids).flatMap((id) => [id, records.rolls.get(id)?.follows ?? id, records.rolls.batchOf(id) ?? id])),
  ]

  /** Rows touched, by what the screen shows of them. A counter's row names its owner, or did. */
  const touchedBy = (changes: readonly Change[]) => {
    const characters = new Set<number>()
    const rolls = new Set<number>()
    const deeds = new Set<number>()
    const notes = new Set<number>()
    let sessions = false
    let encounters = false
    let tables = false
    let fights = false
    let table = false
    let campaign = false
    for (const { table: name, row: id, values } of changes) {
      if (name === 'character') characters.add(id)
      if (name === 'roll') rolls.add(id)
      if (name === 'deed') deeds.add(id)
      if (name === 'encounter') encounters = true
      if (name === 'random_table') tables = true
      if (name === 'note') notes.add(id)
      if (name === 'session') sessions = true
      if (name === 'campaign') campaign = true
      if (name === 'fight' || name === 'place' || name === 'combatant' || name === 'turn') fights = true
      if (name === 'condition') {
        const bearer = records.conditions.get(id)?.character ?? values?.character
        if (typeof bearer === 'number') characters.add(bearer)
      }
      if (name !== 'counter') continue
      const owner = records.counters.ownerOf(id)
      const character = owner === undefined ? values?.character : typeof owner === 'object' ? owner.character : undefined
      if (typeof character === 'number') characters.add(character)
      else table = true
    }
    return { characters, rolls, deeds, notes, sessions, encounters, tables, fights, table, campaign }
  }

  return {
    file: fileName,
    view() {
      const { settings } = records.campaigns.get()
      const paused = runner.paused()
      const fight = viewFight(desk, now())
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
        notes: listNotes(desk),
        fights: records.fights.list(),
        fightRules: records.fights.rules(),
        encounters: records.encounters.list(),
        tables: records.tables.list(),
        conditions: addedConditions(desk),
        ...(fight && { fight }),
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
    deleteCharacter: (id) => deleteCharacter(desk, door, id, (at) => leaveFights(desk, id, at)),
    searchRoster: (text) => done(searchRoster(desk, text)),
    tagCharacters: (characters, add, remove) => tagCharacters(desk, door, characters, add, remove),
    duplicateCharacters: (characters) => duplicateCharacters(desk, door, characters),
    deleteCharacters: (characters) =>
      inTurn(async () => {
        const kept = characters.length < manyDeleted ? done(null) : await backUp('delete')
        if (!kept.ok) announce('backup.failed', kept.error.message)
        return deleteCharacters(desk, door, characters)
      }),
    updateCopies: (template) => updateCopies(desk, door, template),
    previewImport(file) {
      waiting = file
      return previewImport(desk, file)
    },
    applyImport: (choice) =>
      inTurn(async () => {
        const file = waiting
        if (!file) return failed('missing', 'No file waits to be imported. Choose one first.')
        const kept = await backUp('import')
        if (!kept.ok) return failed(kept.error.code, `Nothing was imported, since that is done only after a backup. ${kept.error.message}`)
        const applied = applyImport(desk, door, file, choice)
        if (applied.ok && waiting === file) waiting = undefined
        return applied
      }),
    previewContent: (brought) =>
      inTurn(async () => {
        content = undefined
        const why = whyNotHere(brought, manifest)
        if (why !== undefined) return failed('refused', `${why} Nothing was added.`)
        const read = await runner.run(async (sandbox) => ({ ok: true, value: await readyContent(sandbox, records.campaigns.get().settings, brought) }))
        const ready = read.ok ? read.value : read
        if (!ready.ok) return failed(ready.error.code, `${ready.error.message} Nothing was added.`)
        content = ready.value
        return done(previewContent(desk, ready.value))
      }),
    addContent: (choice) =>
      inTurn(async () => {
        const ready = content
        if (!ready) return failed('missing', 'No content waits to be added. Choose a package first.')
        const kept = await backUp('import')
        if (!kept.ok) return failed(kept.error.code, `Nothing was added, since that is done only after a backup. ${kept.error.message}`)
        return addContent(desk, door, ready, choice)
      }),
    exportRoster: (as, characters) => ({ name: `${name} roster.${as}`, text: exportRoster(desk, as, characters) }),
    previewTable: (text) => previewTable(text),
    createTable: (table) => createTable(rollDesk, door, table),
    updateTable: (table) => updateTable(rollDesk, door, table),
    deleteTable: (id) => deleteTable(rollDesk, door, id),
    rollOnTable: (id) => rollOnTable(rollDesk, door, id),
    createEncounter: (encounter) => createEncounter(desk, door, encounter),
    updateEncounter: (encounter) => updateEncounter(desk, door, encounter),
    deleteEncounter: (id) => deleteEncounter(desk, door, id),
    rateEncounters: (encounters) => rateEncounters(desk, runner, encounters),
    startEncounter: (id) => inTurn(() => startEncounter(desk, door, runner, id)),
    changeCounter: (change) => changeCounter(desk, door, change),
    previewAction: (input) => previewAction(desk, input),
    applyAction: (input) => inTurn(() => applyAction(desk, door, runner, input)),
    buildNpc: (input) => buildNpc(desk, runner, input),
    varyNpc: (input) => varyNpc(desk, runner, random, input),
    preview: (input) => previewer.preview(input),
    listVariants: (input) => listVariants(desk, runner, chances, input),
    makeRoll: ({ typed, secret, ...input }) => inTurn(() => makeRoll(rollDesk, door, input, typed, secret)),
    listTargets: (characters) => listTargets(desk, runner, characters),
    previewBatch: (input) => previewBatch(rollDesk, input),
    rollBatch: (input) =>
      inTurn(() => {
        const began = now()
        let told = began
        isBatchCancelled = false
        return rollBatch(rollDesk, door, input, (ended, of) => {
          const at = now()
          if (at - began >= progressAfterMs && at - told >= progressEveryMs) announce('batch.progressed', { ended, of })
          if (at - told >= progressEveryMs) told = at
          return !isBatchCancelled
        })
      }),
    cancelBatch: () => void (isBatchCancelled = true),
    listMates: (roll) => listMates(rollDesk, roll),
    rollDice: (text, who) => rollDice(rollDesk, door, text, who),
    correctRoll: (roll, inputs) => inTurn(() => correctRoll(rollDesk, door, roll, inputs)),
    rerollRoll: (roll) => inTurn(() => rerollRoll(rollDesk, door, roll)),
    checkReplay: (roll) => checkReplay(rollDesk, roll),
    findInLog(text) {
      searches += 1
      const own = searches
      return findInLog(desk, text, mostFound, () => own !== searches)
    },
    readLog: (filter, from, limit) => done(readLog(desk, filter, from, limit)),
    exportLog: (as, session) =>
      as === 'markdown' ? { name: `${name}.md`, text: logToMarkdown(desk, name, session) } : { name: `${name} rolls.csv`, text: rollsToCsv(desk, session) },
    startSession: (called) => startSession(desk, door, (at) => resetForSession(desk, at), called),
    attendSession: (session, present) => attendSession(desk, door, session, present),
    awardCounter: (award) => awardCounter(desk, door, award),
    counterReasons: (counter) => records.economy.reasons(counter, mostReasons),
    counterHistory: (session) => records.economy.steps(session ?? null, mostSteps),
    counterTotals: (session) => records.economy.totals(session ?? null),
    counterCourse: () => readCourse(desk),
    counterHopes: (session) => records.economy.expected(session),
    listFigures: (session) => listFigures(desk, session),
    listResets: ({ on, characters }) => listResets(desk, on, characters),
    applyResets: ({ on, characters }) => applyResets(desk, door, on, characters),
    faces: () => ({ id: records.campaigns.id(), faces: records.economy.faces(null) }),
    fairness: (session) => readFairness(desk, session),
    readRecap: (session) => readRecap(desk, name, session),
    saveRecap: ({ id, plots }) => ({ name: `${name} ${records.sessions.get(id)?.name ?? ''}.md`, make: (fileName) => recapFiles(desk, name, id, plots, fileName) }),
    endSession: () => endSession(desk, door),
    updateSession: (session) => updateSession(desk, door, session),
    createNote: (title) => createNote(desk, door, title),
    renameNote: (note, title) => renameNote(desk, door, note, title),
    deleteNote: (note) => deleteNote(desk, door, note),
    writeNotes: (of, text) => writeNotes(desk, door, of, text),
    createFight: (called) => createFight(desk, door, called),
    openFight: (fight) => openFight(desk, door, fight),
    renameFight: (fight, called) => renameFight(desk, door, fight, called),
    endFight: (fight) => endFight(desk, door, fight, now),
    clearFight: (fight) => clearFight(desk, door, fight),
    addToFight: (input) => inTurn(() => addToFight(desk, door, runner, input)),
    previewMuster: (words) => previewMuster(desk, runner, words),
    removeFromFight: ({ fight, combatants }) => removeFromFight(desk, door, fight, combatants),
    markCombatants: ({ fight, combatants, ...marks }) => markCombatants(desk, door, fight, combatants, marks),
    rollInitiative: (input) => inTurn(() => rollInitiative(rollDesk, door, input)),
    previewInitiative: (input) => previewInitiative(rollDesk, input),
    setNumbers: ({ fight, numbers }) => setPlaceNumbers(desk, door, fight, numbers),
    setNumber: ({ fight, place, number }) => setPlaceNumber(desk, door, fight, place, number ?? undefined),
    movePlace: ({ fight, place, before, slot }) => moveInOrder(desk, door, fight, place, before ?? undefined, slot),
    nudgePlace: ({ fight, place, by }) => nudgeInOrder(desk, door, fight, place, by),
    joinCombatants: ({ fight, combatants }) => joinInFight(desk, door, fight, combatants),
    splitCombatants: ({ fight, combatants }) => splitInFight(desk, door, fight, combatants),
    setFightRules: (changed) => setFightRules(desk, door, changed),
    nextTurn: (from) => goToNextTurn(desk, door, from),
    previousTurn: (from) => goToPreviousTurn(desk, door, from),
    wait: (from) => waitWithTurn(desk, door, from),
    actNow: ({ fight, place }) => letActNow(desk, door, fight, place),
    addCondition: (input) => addCondition(desk, door, input),
    removeConditions: ({ conditions }) => removeConditions(desk, door, conditions),
    changeCondition: ({ condition, until }) => changeCondition(desk, door, condition, until ?? undefined),
    changeHealth: (input) => inTurn(() => changeHealth(desk, door, runner, input)),
    previewHealth: (input) => previewHealth(desk, runner, input),
    undo: () => door.undo(),
    redo: () => door.redo(),
    listHistory: () => door.list(),
    goTo: (step) =>
      inTurn(async () => {
        const began = now()
        let of: number | undefined
        isGoing = true
        for (;;) {
          const gone = door.goTowards(step, goingMs)
          if (!gone.ok) return gone
          const left = gone.value
          if (left === 0 || !isGoing) return done(null)
          of ??= left
          if (now() - began >= progressAfterMs) announce('history.progressed', { ended: Math.max(0, of - left), of })
          const present = door.present()
          await new Promise((resolve) => setImmediate(resolve))
          if (door.present() !== present) return failed('refused', 'Something else was done meanwhile, so Undo stopped there. Nothing is lost.')
        }
      }),
    stopGoing: () => void (isGoing = false),
    backUp: () => backUp('asked'),
    async close() {
      // A search of the log reads no further.
      searches += 1
      await new Promise((resolve) => setImmediate(resolve))
      previewer.close()
      await runner.close()
      try {
        records.fights.stopClocks(now())
      } catch (error) {
        // A full disk may not keep the file from being closed.
        logBug(error, 'closing')
      }
      file.close()
    },
  }
}
