/**
 * The whole bridge between the window and main: every request and every event, types only.
 * Main answers each request with a `Reply`; the screen changes by events alone, so that any number
 * of windows agree.
 */
import type { ActorKind, CharacterKind, Condition as Declared, Cost, Declarations, Dice, Input, Outcome, Rating, Target, Value } from '../plugins/api/index.ts'

declare const brand: unique symbol
type Branded<T, Name> = T & { readonly [brand]: Name }

/** Row id of a character in the open campaign. */
export type CharacterId = Branded<number, 'character'>
/** Row id of a roll in the open campaign. */
export type RollId = Branded<number, 'roll'>

/** Row id of a session in the open campaign. */
export type SessionId = Branded<number, 'session'>

/** Row id of a fight in the open campaign. */
export type FightId = Branded<number, 'fight'>
/** Row id of a place in a fight's order. */
export type PlaceId = Branded<number, 'place'>
/** Row id of a combatant in a fight. */
export type CombatantId = Branded<number, 'combatant'>
/** Row id of a prepared encounter in the open campaign. */
export type EncounterId = Branded<number, 'encounter'>
/** Row id of a random table in the open campaign. */
export type TableId = Branded<number, 'table'>
/** Row id of a condition that holds of a character. */
export type ConditionId = Branded<number, 'condition'>

/** One evening's play. */
export interface Session {
  readonly id: SessionId
  readonly name: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Absent while it runs. */
  readonly endedAt?: number
  /** Markdown. */
  readonly notes: string
  /** Whose players are there. */
  readonly present: readonly CharacterId[]
}

/** Row id of a free note in the open campaign. */
export type NoteId = Branded<number, 'note'>

/** A note that belongs to the campaign alone. */
export interface Note {
  readonly id: NoteId
  readonly title: string
  /** Markdown. */
  readonly text: string
}

/** What notes are about: a session, a character, or nothing but the note itself. */
export type NotesOf =
  | { readonly kind: 'note'; readonly id: NoteId }
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'character'; readonly id: CharacterId }

/** A campaign file as the list shows it. */
export interface CampaignCard {
  /** Name of the file in the campaigns folder: what `campaign.open` takes. */
  readonly file: string
  readonly name: string
  /** The system's name as the campaign's own copy says it; absent where the file can't be read. */
  readonly system?: string
  /** Milliseconds since 1970. */
  readonly changedAt: number
  readonly bytes: number
  readonly sessions?: number
  /** Milliseconds since 1970: the last roll, deed or beginning of a session. */
  readonly playedAt?: number
  readonly backedUpAt?: number
  /** It was put aside. */
  readonly archived?: boolean
  /** Who else has it open. */
  readonly heldBy?: { readonly host: string; readonly pid: number; /** Milliseconds since 1970. */ readonly since?: number }
  /** It, or its folder, can't be written. */
  readonly readOnly?: true
  /** Why it can't be opened now, in words. */
  readonly problem?: string
}

/** A campaign file by its name, of those put aside or of the others. */
export interface CampaignFileName {
  readonly file: string
  readonly archived?: boolean
}

/** An installed system that a new campaign may use. */
export interface SystemCard {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description: string
  /** It brings sample characters and creatures. */
  readonly sample: boolean
}

/** A system or a content pack that is there, whether it can be used or not. */
export interface PackageCard {
  readonly from: 'built in' | 'installed' | 'by hand' | 'in development'
  /** Of the one that its author works on. */
  readonly developed?: Developed
  /** The folder it is in, by which it is turned off and removed. */
  readonly folder: string
  readonly name: string
  /** This and what follows is absent where its manifest can't be read. */
  readonly id?: string
  readonly version?: string
  readonly authors?: readonly string[]
  readonly license?: string
  readonly description?: string
  readonly homepage?: string
  readonly compatibility?: PackageCompatibility
  /** Of a content pack. */
  readonly pack?: PackFacts
  /** The id of the system whose campaigns may add what it brings along; absent where it brings nothing. */
  readonly contentFor?: string
  readonly sha256?: string
  /** The ed25519 key that signed it, in base64; absent where nobody did. */
  readonly signer?: string
  /** Why it can't be used. */
  readonly problem?: string
  readonly disabled: boolean
  /** The version before, to which one can go back. */
  readonly previous?: string
  /** The campaigns that play with it, each with the version of its own copy, and whether that is another than the one here. */
  readonly campaigns: readonly { readonly name: string; readonly version: string; readonly isBehind: boolean }[]
}

/** A system that is loaded from its author's folder, and loaded anew whenever something in it changes. */
export interface Developed {
  /** Its whole path. */
  readonly folder: string
  /** What it is called, by its folder until it could be read. */
  readonly name: string
  /** When the build that is in use was made; absent where there is none yet. */
  readonly builtAt?: number
  /** What is wrong with what is in the folder now, with file and line where that is known. The build before stays in use. */
  readonly problem?: string
}

/** What a content pack is for, and how much it brings. It has no rules. */
export interface PackFacts {
  /** The name of its system, or its id where that isn't there. */
  readonly system: string
  /** Versions of that system. */
  readonly versions: PackageCompatibility
  readonly counts: Readonly<Record<ContentPart, number>>
}

/** Versions of Tollkeeper, or of a system, that a package goes with. */
export interface PackageCompatibility {
  readonly minimum: string
  readonly verified: string
  readonly maximum?: string | undefined
}

/** What installing a package would be: of a new one, a newer one, an older one, other contents under the same version, or the very same. */
export type PackageChange = 'new' | 'update' | 'downgrade' | 'replaced' | 'same'

/** Who signed a package: nobody, somebody for the first time, the key of the installed version, another one, or nobody where that was signed. */
export type PackageSigned = 'no' | 'first' | 'same' | 'changed' | 'no longer'

/** A package before it is installed. */
export interface PackagePreview {
  /** What `packages.install` takes. */
  readonly sha256: string
  readonly id: string
  readonly name: string
  readonly version: string
  readonly authors: readonly string[]
  readonly license: string
  readonly description: string
  readonly homepage?: string
  readonly compatibility: PackageCompatibility
  /** Of a content pack. */
  readonly pack?: PackFacts
  readonly change: PackageChange
  readonly signed: PackageSigned
  readonly signer?: string
  /** The version that is installed, and what this one says otherwise. */
  readonly installed?: string
  readonly differences?: readonly string[]
  /** The names of the campaigns that would move to it. */
  readonly campaigns: readonly string[]
}

/** What came of installing a version or of going back to one. */
export interface PackageOutcome {
  /** The campaigns that play with it now. */
  readonly moved: readonly string[]
  /** Those that play on with what they had, and why. */
  readonly stayed: readonly { readonly name: string; readonly why: string }[]
}

/** One counter of one owner. `max` is absent where it has none. */
export interface CounterValue {
  readonly value: number
  readonly min?: number
  readonly max?: number
}

export type CounterValues = Readonly<Record<string, CounterValue>>

/** A player's character or an NPC with its sheet. */
export interface Character {
  readonly id: CharacterId
  readonly kind: CharacterKind
  readonly name: string
  /** By stat id; complete, defaults filled in. */
  readonly stats: Readonly<Record<string, Value>>
  /** The counters that it owns, by counter id. */
  readonly counters: CounterValues
  /** Markdown. */
  readonly notes: string
  readonly role: Role
  /** Of a copy: what it was made from, while that is there. */
  readonly template?: CharacterId
  readonly tags: readonly string[]
  readonly conditions: readonly Condition[]
}

/** A random table: rows with numbers, or without, as plain text. */
export interface Table {
  readonly id: TableId
  /** Unlike any other's, whatever the case of its letters. */
  readonly name: string
  readonly text: string
}

/** A table as it is read while it is typed. */
export type TablePreview =
  | {
      readonly kind: 'table'
      /** What is rolled, in words. */
      readonly dice: string
      /** Each with the totals that give it, both inclusive, and their chance, 0 to 1. */
      readonly rows: readonly { readonly from: number; readonly to: number; readonly text: string; readonly chance: number }[]
      /** Names of the tables that its rows roll on. */
      readonly calls: readonly string[]
    }
  | { readonly kind: 'problem'; /** From 1. */ readonly line: number; readonly message: string }

/** What came up on a table, everything nested in it, and each throw in words. */
export interface TableRoll {
  readonly text: string
  readonly explain: readonly string[]
}

/** A prepared encounter: who comes, and how many of each. */
export interface Encounter {
  readonly id: EncounterId
  readonly name: string
  /** Markdown. */
  readonly notes: string
  readonly members: readonly { readonly character: CharacterId; readonly count: number; readonly hidden: boolean }[]
}

/**
 * What a character is to fights: itself in each of them (`self`: every player's character, and NPCs
 * with a name of their own), a `template` that fights copy, or such a `copy`.
 */
export type Role = 'self' | 'template' | 'copy'

/** Something that holds of a character, until it is taken away or its time is over. */
export interface Condition {
  readonly id: ConditionId
  readonly label: string
  /** The declared condition that it is; absent for one in the GM's own words. */
  readonly condition?: string
  readonly until?: Until
}

/** When a condition ends by itself: after some passings of the start or the end of a combatant's turn. */
export interface Until {
  readonly fight: FightId
  readonly anchor: CombatantId
  readonly edge: 'start' | 'end'
  /** Passings that are left, 1 or more; the last one ends it. */
  readonly left: number
}

/** A fight in the list of those that run or are paused. */
export interface FightCard {
  readonly id: FightId
  readonly name: string
  /** 0 before the first turn. */
  readonly round: number
  readonly combatants: number
}

/** The fight that is open. */
export interface FightView {
  readonly id: FightId
  readonly name: string
  /** 0 before the first turn. */
  readonly round: number
  /** How many turns have begun; a turn's own number. */
  readonly turn: number
  /** Whose turn it is; absent before the first one, and when nobody is left who could have it. */
  readonly active?: PlaceId
  /** The turn that runs is out of the order: somebody who waited acts. */
  readonly extra: boolean
  /** Who acts right after the turn that runs, in that order: those who waited and were told to act. */
  readonly upNext: readonly PlaceId[]
  /** In the order in which they act. */
  readonly places: readonly FightPlace[]
  readonly combatants: readonly Combatant[]
  /** Whether there is a turn before the one that runs. */
  readonly canGoBack: boolean
  /** Milliseconds that the fight has run, pauses apart, up to `clockAt`. */
  readonly elapsedMs: number
  /** Milliseconds since 1970: when this was told, and when the running turn began. */
  readonly clockAt: number
  readonly turnAt: number
}

/** The open fight after something happened. A list of it that is as it was told last is not told again. */
export interface FightChange extends Omit<FightView, 'places' | 'combatants'> {
  readonly places?: FightView['places']
  readonly combatants?: FightView['combatants']
}

/** A place in the order: of one combatant, or of a group that acts together. */
export interface FightPlace {
  readonly id: PlaceId
  /** What was rolled or typed; absent before. */
  readonly number?: number
  /** The part of the order it stands in, where the system declares any. */
  readonly slot?: string
  /** How the number came about. */
  readonly explain: readonly string[]
  /** Set while it waits: for what, or empty. */
  readonly waiting?: string
}

/** Somebody in a fight. Name, health and conditions are the character's. */
export interface Combatant {
  readonly id: CombatantId
  readonly place: PlaceId
  readonly character: CharacterId
  /** Kept from players. */
  readonly hidden: boolean
  readonly defeated: boolean
  /** Has done its part of a group's turn. */
  readonly done: boolean
}

/** How fights go in a campaign. */
export interface FightRules {
  /** Defeated combatants have no turn. */
  readonly skipDefeated: boolean
  /** Who waited and then acted keeps the new place, instead of going back to the old one. */
  readonly waiterStays: boolean
  /** Whose health is at its end is defeated at once, or the GM is asked. */
  readonly atZero: 'defeat' | 'ask'
  /** Seconds that a turn should take; 0 for no timer. */
  readonly turnSeconds: number
}

/** Initiative as the GM set it up: for which places, and what was typed for some of them. */
export interface InitiativeInput {
  readonly fight: FightId
  readonly places: readonly PlaceId[]
  /** Dice as read, by place; where absent they are drawn. */
  readonly typed: readonly { readonly place: PlaceId; readonly dice: readonly string[] }[]
  /** Values of the system's form, by place; the rest is filled from the sheet and the defaults. */
  readonly inputs: readonly { readonly place: PlaceId; readonly input: Readonly<Record<string, Value>> }[]
}

/** A place before its initiative is rolled. */
export interface InitiativePreview {
  readonly place: PlaceId
  /** The complete input: entered, else from the sheet, else the default. */
  readonly input: Readonly<Record<string, Value>>
  /** Largest allowed value by field id, where the sheet limits it. */
  readonly limits: Readonly<Record<string, number>>
  /** The dice that would be asked for first; empty where none are, or while problems stand. */
  readonly dice: readonly Dice[]
  /** Why it can't be rolled like this. A problem's side is 0. */
  readonly problems: readonly Problem[]
}

/** Who would come by words. */
export interface Newcomer {
  readonly name: string
  readonly count: number
  /** Somebody of the roster, copies of a template, or somebody whom the system makes up. */
  readonly as: 'self' | 'copy' | 'new'
  /** What a new one is made of, in words such as `Level 6`. */
  readonly from: readonly string[]
}

/** What harm or healing would come to for somebody, in words. */
export interface HealthPreview {
  readonly character: CharacterId
  readonly explain: readonly string[]
}

/** A condition to be placed. */
export interface ConditionInput {
  readonly characters: readonly CharacterId[]
  readonly label: string
  readonly condition?: string
  readonly until?: Until
}

/** Everything about the open campaign that the first screen needs. */
export interface CampaignView {
  readonly file: string
  readonly name: string
  readonly system: { readonly id: string; readonly name: string; readonly version: string }
  readonly declarations: Declarations
  readonly settings: Readonly<Record<string, Value>>
  readonly characters: readonly Character[]
  readonly gm: CounterValues
  readonly table: CounterValues
  /** The newest rolls, newest first, at most 50. */
  readonly rolls: readonly Roll[]
  readonly history: History
  /** The newest first. */
  readonly sessions: readonly Session[]
  /** Free notes, by title. */
  readonly notes: readonly Note[]
  /** Those that run or are paused, the open one too, the newest first. */
  readonly fights: readonly FightCard[]
  readonly fight?: FightView
  readonly fightRules: FightRules
  /** By name. */
  readonly encounters: readonly Encounter[]
  /** By name. */
  readonly tables: readonly Table[]
  /** Conditions that came with a package's content, beside those that the system declares. */
  readonly conditions: readonly Declared[]
  /** Set while the system is paused after repeated faults: says what happened. */
  readonly paused?: string
}

/** What Undo and Redo would take back or do again, in words. */
export interface History {
  readonly undo?: string
  readonly redo?: string
}

/** Every step that can be undone or redone, the newest first. */
export interface HistoryList {
  /** A barrier is no step: nothing before it can be undone. */
  readonly entries: readonly { readonly id: number; /** Milliseconds since 1970. */ readonly at: number; readonly label: string; readonly barrier?: true }[]
  /** The newest step that is done, or 0; those above it are undone. */
  readonly present: number
}

/** One side of a check as the GM set it up: the actor's, or the opponent's of an opposed check. */
export interface SideInput {
  readonly who?: CharacterId
  /** The row picked of each `list` stat, by stat id. */
  readonly picks: Readonly<Record<string, number>>
  /** What the GM entered, by field id. Everything else is filled from the sheet and the defaults. */
  readonly input: Readonly<Record<string, Value>>
}

/** A check made ready: side 0 is the actor; an opposed check has side 1, the opponent. */
export interface CheckInput {
  readonly check: string
  readonly sides: readonly SideInput[]
}

/** What is wrong with one field of one side. A typed die is the field `typed.<index>`. */
export interface Problem {
  readonly side: number
  readonly field?: string
  readonly message: string
}

/** One side of a preview. */
export interface SidePreview {
  /** The complete input: entered, else from the sheet, else the default. */
  readonly input: Readonly<Record<string, Value>>
  /** The row in use of each list stat: the GM's pick, else the first row where a field needs one. */
  readonly picks: Readonly<Record<string, number>>
  /** Largest allowed value by field id, where the sheet limits it. */
  readonly limits: Readonly<Record<string, number>>
  /** The dice that would be asked for first; empty for an automatic result, or while problems stand. */
  readonly dice: readonly Dice[]
  /** What it would cost before the roll. */
  readonly costs: readonly Cost[]
}

/** A check before the roll. */
export interface Preview {
  readonly sides: readonly SidePreview[]
  /** Why it can't be rolled like this; empty when it can. */
  readonly problems: readonly Problem[]
  /** Absent while problems stand, and where the system fails to give them: `noOdds` says why then. */
  readonly odds?: Odds
  readonly noOdds?: string
  /** True when `odds` is a sample and `odds.refined` will bring the exact ones. */
  readonly refining: boolean
}

/** An alternative beside the odds. */
export interface VariantOdds {
  readonly label: string
  /** The check's complete input that it stands for. */
  readonly input: Readonly<Record<string, Value>>
  /** `null` where the check has no pass or fail. */
  readonly success: number | null
  readonly costs: readonly Cost[]
  /** Why it can't be done: the system refuses it, or the actor can't pay. */
  readonly problem?: string
  /** Buys the most chance per point among those that can be paid; ties go to the cheaper. */
  readonly best: boolean
}

/** One distinct result and its chance. */
export interface OddsCell {
  readonly success: boolean | null
  readonly degree?: number
  readonly flags: readonly string[]
  /** Amount by counter id that this result grants, both sides together. */
  readonly grants: Readonly<Record<string, number>>
  /** Probability, 0 to 1. */
  readonly chance: number
}

/** The chances of a check. All probabilities are 0 to 1. */
export interface Odds {
  /** False for a sample, and where more than 1e-9 of the chance was cut off. */
  readonly exact: boolean
  /** Chance of the branches that were not followed. */
  readonly cut: number
  /** Results walked, or rolls sampled. */
  readonly leaves: number
  /** `null` where the check has no pass or fail. */
  readonly success: number | null
  readonly flags: Readonly<Record<string, number>>
  /** Chance of each degree, pass and fail together. */
  readonly degrees: Readonly<Record<string, number>>
  /** Expected amount of each counter; for an opposed check, by the side whose dice bring it. */
  readonly grants: Readonly<Record<string, number | { readonly actor: number; readonly opponent: number }>>
  readonly cells: readonly OddsCell[]
}

/** The chances of a check as they are kept with a roll. */
export type OddsSummary = Omit<Odds, 'cells'>

/** Who took part in a roll, as named then. `id` is absent for nobody in particular. */
export interface Participant {
  readonly id?: CharacterId
  readonly name: string
  readonly kind: ActorKind
}

/** One group of dice of a roll, with every natural face. */
export interface RolledDice {
  readonly side: number
  readonly die: string
  readonly faces: readonly number[]
  /** The faces' names where the die has any, else their numbers; empty where nobody knows them, see `total`. */
  readonly shown: readonly string[]
  /** Entered by hand. */
  readonly typed: boolean
  /** The lowest and the highest natural face of these dice; absent in old rolls, and where they differ. */
  readonly from?: number
  readonly to?: number
  /** Only what the side's dice came to was entered. Where several faces come to it, `faces` are some of these and not shown. */
  readonly total?: number
  /** Indices of faces that don't count. */
  readonly dropped?: readonly number[]
}

/** A counter changed by a roll or a deed. */
export interface Payment {
  /** Whose: a character's name, or `GM`, or `Table`. */
  readonly owner: string
  readonly character?: CharacterId
  readonly counter: string
  /** Signed; what was really counted, within the counter's bounds. */
  readonly amount: number
}

/** A logged roll. */
export interface Roll {
  readonly id: RollId
  /** Milliseconds since 1970. */
  readonly at: number
  /** Empty for dice in words, whose text is the input `dice`. */
  readonly check: string
  readonly participants: readonly Participant[]
  /** The complete input of each side. */
  readonly inputs: readonly Input[]
  readonly dice: readonly RolledDice[]
  readonly outcome: Outcome
  readonly payments: readonly Payment[]
  readonly odds?: OddsSummary
  readonly undone: boolean
  /** The session it was made in. */
  readonly session?: SessionId
  /** Kept from players. */
  readonly secret: boolean
  /** The roll that this one corrects or rerolls; that one's costs and grants were taken back. */
  readonly follows?: { readonly roll: RollId; readonly as: 'correction' | 'reroll' }
  /** A later roll that stands corrected or rerolled it. */
  readonly replaced: boolean
  /**
   * It was made together with others: the first of them, which stands for all in the log, and how many
   * they are. The first says, too, how many of them succeed as they stand.
   */
  readonly batch?: { readonly first: RollId; readonly count: number; readonly succeeded?: number }
}

/** Something done that isn't a roll, as the log keeps it. */
export interface Deed {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly headline: string
  readonly explain: readonly string[]
  /** For whom, as named then; absent for the GM or the table. */
  readonly who?: string
  readonly session?: SessionId
  readonly undone: boolean
  /** The counters that it moved; none while it is undone. */
  readonly payments: readonly Payment[]
}

/** One entry of the log. */
export type LogEntry = { readonly kind: 'roll'; readonly roll: Roll } | { readonly kind: 'deed'; readonly deed: Deed }

/** Which entries of the log to show. Everything given must hold. */
export interface LogFilter {
  readonly session?: SessionId
  /** A participant's name, or part of it. */
  readonly who?: string
  /** A check's id; empty for dice in words. Leaves deeds out. */
  readonly check?: string
  readonly outcome?: 'success' | 'failure'
  readonly dice?: 'typed' | 'drawn'
  /** Leaves out what was undone. */
  readonly undone?: 'hidden'
  /** Words to be found in who, what happened and the arithmetic. */
  readonly text?: string
}

/** A part of the log, newest first. */
export interface LogPage {
  readonly entries: readonly LogEntry[]
  /** Where the next, older part begins; absent at the end. */
  readonly next?: string
}

/** What a search of the log found, the newest first; `whole` where all of it was looked at. */
export interface LogFound {
  readonly entries: readonly LogEntry[]
  readonly whole: boolean
}

/** What was entered by hand for a side: its dice, or only what they came to. */
export type Typed = readonly string[] | { readonly total: string }

/** `null` where its dice are drawn. */
export type TypedSide = Typed | null

/** A roll was made, or typed dice ran out and more are needed. */
export type RollResult =
  | { readonly kind: 'rolled'; readonly roll: Roll }
  | { readonly kind: 'needs'; readonly side: number; readonly dice: readonly Dice[] }

/** Expected failures, a closed list. */
export type ErrorCode =
  | 'invalid' // the request was malformed
  | 'refused' // the rules, a limit or a field don't allow it
  | 'fault' // the system's script failed
  | 'paused' // the system is paused after repeated faults
  | 'missing' // no such campaign, character, …
  | 'locked' // the campaign is open elsewhere
  | 'newer' // the file was saved by a newer version
  | 'damaged' // the file is corrupt
  | 'foreign' // the file is no campaign, or its beginning is gone
  | 'disk' // the disk is full, read-only or unreadable
  | 'bug' // unexpected; logged under the id in the message

/** Why a request failed: what happened, what is safe, what to do. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly problems?: readonly Problem[]
}

export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

/** An action as the GM set it up. */
export interface ActionInput extends SideInput {
  readonly action: string
  readonly target?: CharacterId
}

/** An action before it is done. */
export interface ActionPreview {
  readonly input: Readonly<Record<string, Value>>
  readonly limits: Readonly<Record<string, number>>
  readonly picks: Readonly<Record<string, number>>
  readonly problems: readonly Problem[]
}

/** What an action did. */
export interface ActionResult {
  readonly headline: string
  readonly explain: readonly string[]
}

/** Dice in words, read: what they are and may come to, or where they can't be read. */
export type DicePreview =
  | {
      readonly kind: 'dice'
      /** The same dice in the shortest words. */
      readonly text: string
      /** Chance of each total, or of each stretch of totals where there are many; lowest first, at most 60. */
      readonly bars: readonly { readonly from: number; readonly to: number; readonly chance: number }[]
      readonly mean?: number
      /** Whether less than 1e-9 of the chance was cut off. */
      readonly exact: boolean
      /** Why there are no bars: working them out would take too long. The dice can be rolled all the same. */
      readonly noOdds?: string
    }
  | { readonly kind: 'problem'; /** Where in the text, from 0. */ readonly at: number; readonly length: number; readonly message: string }

/** Whose counter: a character's, or the GM's or the table's where absent. */
export interface CounterChange {
  readonly counter: string
  readonly character?: CharacterId
  /** Signed, whole, never 0. */
  readonly amount: number
  readonly reason?: string
}

export interface CharacterInput {
  readonly kind: CharacterKind
  readonly name: string
  /** What was entered, by stat id; the rest stays as it was, in a new one at the defaults. */
  readonly stats: Readonly<Record<string, Value>>
  /** Markdown; left as they are where absent. */
  readonly notes?: string
  /** Of an NPC; left as it is where absent, in a new one `self`. */
  readonly role?: 'self' | 'template'
  /** Left as they are where absent. */
  readonly tags?: readonly string[]
}

/** What the GM prefers on this computer. */
export interface Preferences {
  readonly theme: 'system' | 'dark' | 'light' | 'contrast'
  /** Percent, 100 to 200. */
  readonly textSize: number
  readonly reducedMotion: boolean
  /** Keys that differ from the usual ones, by command id, e.g. `Ctrl+Shift+R`; empty where a command has none. */
  readonly keys: Readonly<Record<string, string>>
  /** How the panels stand, by campaign file, in the window's own words. */
  readonly layouts: Readonly<Record<string, string>>
  /** Folder for backups; empty for the usual one. */
  readonly backups: string
  /** Folder of campaigns; empty for the usual one. */
  readonly campaigns: string
  /** Folder of the system that its author works on; empty where there is none. */
  readonly developed: string
  /** What the backups of one campaign may take together, in megabytes. */
  readonly backupMegabytes: number
  /** How many steps of a campaign can be undone, and how many megabytes they may take. */
  readonly undoSteps: number
  readonly undoMegabytes: number
}

/** One check for many at once. */
export interface BatchInput {
  readonly check: string
  /** Each once, at most 1,000. */
  readonly actors: readonly CharacterId[]
  /** What the GM entered for all of them. */
  readonly input: Readonly<Record<string, Value>>
  readonly picks?: Readonly<Record<string, number>>
  /** What was entered for some of them alone. */
  readonly inputs?: readonly { readonly who: CharacterId; readonly input: Readonly<Record<string, Value>>; readonly picks?: Readonly<Record<string, number>> }[]
  /** Dice or totals typed for some of them; the others' are drawn. */
  readonly typed?: readonly { readonly who: CharacterId; readonly dice: Typed }[]
  /** The other side of an opposed check. It rolls once, and each of them is compared with that. */
  readonly opponent?: SideInput
  readonly opponentTyped?: Typed
  readonly secret?: boolean
}

/** The chance of one of many; `null` where the check has no pass or fail, or there is a problem. */
export interface BatchOdds {
  readonly who: CharacterId
  /** The complete input: entered, else from the sheet, else the default. */
  readonly input: Readonly<Record<string, Value>>
  readonly success: number | null
  /** What is wrong with its own side. */
  readonly problem?: string
}

/** What a file of another tool would bring. Nothing is written yet. */
export interface ImportPreview {
  readonly fileName: string
  readonly format: 'improved-initiative' | 'foundry-actor' | 'compendium' | 'encounter-blocks' | 'csv' | 'tollkeeper'
  /** `known` ones were imported before and are brought up to date. */
  readonly entries: readonly { readonly key: string; readonly name: string; readonly kind: CharacterKind; readonly tags: readonly string[]; readonly known: boolean }[]
  readonly encounters: readonly { readonly key: string; readonly name: string; readonly members: number }[]
  /** What the entries hold, with a few of the values. */
  readonly fields: readonly { readonly source: string; readonly samples: readonly string[] }[]
  /** Which stat each field would fill. */
  readonly mapping: Readonly<Record<string, string>>
  /** What is not taken over, in words. */
  readonly left: readonly string[]
  /** What had to be repaired, in words. */
  readonly repaired: readonly string[]
}

/** How the file that was read last is taken over. */
export interface ImportChoice {
  /** Stat ids by source field. */
  readonly mapping: Readonly<Record<string, string>>
  /** What new NPCs are to fights. */
  readonly role: 'self' | 'template'
  /** Keys of entries that are left out. */
  readonly skip: readonly string[]
  readonly skipEncounters?: readonly string[]
}

/** What a package brings along besides rules. */
export type ContentPart = 'creatures' | 'characters' | 'tables' | 'conditions'

/** What a package would bring into the open campaign. Nothing is written yet. */
export interface ContentPreview {
  readonly name: string
  readonly version: string
  /** Those that bring anything. `same` is there just so, `different` is there otherwise. */
  readonly parts: readonly { readonly part: ContentPart; readonly items: readonly { readonly name: string; readonly state: 'new' | 'same' | 'different' }[] }[]
}

/** How the content that was looked at last is added. */
export interface ContentChoice {
  /** Parts that are left out. */
  readonly leave: readonly ContentPart[]
  /** Brings what is there otherwise to how the package has it; else it stays as it is. */
  readonly refresh: boolean
}

export interface ImportResult {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** What didn't fit, in words. */
  readonly problems: readonly string[]
}

/** One step of a counter and why. */
export interface CounterStep {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly owner: 'character' | 'gm' | 'table'
  readonly character?: CharacterId
  /** The owner's name then. */
  readonly name: string
  readonly counter: string
  /** Signed. */
  readonly amount: number
  /** After the step. */
  readonly value: number
  /** The roll that caused it. */
  readonly roll?: RollId
  /** Else what was done, as the log has it; absent for a sheet's new maximum. */
  readonly deed?: number
  readonly reason?: string
}

/** What one owner gained and spent of a counter, both 0 or more. */
export interface CounterTotal {
  readonly owner: 'character' | 'gm' | 'table'
  readonly character?: CharacterId
  readonly name: string
  readonly counter: string
  readonly gained: number
  readonly spent: number
}

/** How the counters went in one session, or outside of any: what the GM, the table and the players' characters hold of each together. */
export interface CounterPart {
  /** Absent for what fell outside of any. */
  readonly session?: SessionId
  readonly counters: Readonly<Record<string, CounterCourse>>
}

/** One counter's way through a part. */
export interface CounterCourse {
  /** Before the first change. */
  readonly from: number
  readonly gained: number
  readonly spent: number
  /** After each change of any counter, or after every few hundred in a long campaign; as many in every course of a part. */
  readonly values: readonly number[]
}

/** What one of the system's figures comes to, for a character or for the table. */
export interface FigureValue {
  readonly figure: string
  /** Absent for the table, and for nobody in particular. */
  readonly character?: CharacterId
  /** In the session that was asked for; 0 where none was. */
  readonly session: number
  readonly campaign: number
  /** When the last one was, in milliseconds since 1970, of a figure that tells. */
  readonly last?: number
}

/** What a counter's rolls let expect, and what came. */
export interface CounterHope {
  readonly counter: string
  readonly expected: number
  readonly actual: number
  /** How many rolls might have brought any. */
  readonly rolls: number
}

/** How often each natural face of a kind of die fell. */
export interface DieFairness {
  readonly die: string
  /** Typed by hand, not drawn. */
  readonly typed: boolean
  /** The lowest face; `counts` begins there. */
  readonly low: number
  readonly counts: readonly number[]
  readonly rolls: number
  /** The chance of faces at least as uneven from a fair die; absent while there are too few. */
  readonly chance?: number
  /** The same in words: `as uneven as this in 1 of 4 campaigns`. */
  readonly verdict: string
}

/** How the dice of every campaign in the folder fell. */
export interface DiceEverywhere {
  readonly dice: readonly DieFairness[]
  /** How many campaigns count. */
  readonly campaigns: number
  /** Those that don't, and why. */
  readonly left: readonly { readonly name: string; readonly problem: string }[]
}

/** What a session came to. */
export interface Recap {
  readonly markdown: string
  /** Pictures that may go with it, as SVG. */
  readonly plots: readonly { readonly title: string; readonly svg: string }[]
}

/** The same amount for several at once. */
export interface CounterAward {
  readonly counter: string
  readonly characters: readonly CharacterId[]
  /** Signed, whole, never 0. */
  readonly amount: number
  readonly reason?: string
}

/** A counter that would go back to where it starts. */
export interface CounterReset {
  readonly owner: string
  readonly counter: string
  readonly from: number
  readonly to: number
}

/** What a campaign file holds. */
export interface BackupContents {
  readonly name: string
  readonly sessions: number
  readonly characters: number
  /** Milliseconds since 1970. */
  readonly lastRollAt?: number
}

/** A copy of a whole campaign. */
export interface Backup {
  /** What `backups.restore` takes. */
  readonly id: string
  /** The name that the campaign's file had. */
  readonly file: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: BackupReason
  readonly bytes: number
  /** Absent where it can't be read; `problem` says why. */
  readonly holds?: BackupContents
  readonly problem?: string
}

/** A campaign of which only backups are left. */
export interface LostCampaign {
  /** What `backups.list` takes. */
  readonly id: string
  readonly name: string
  /** When the newest was made, milliseconds since 1970. */
  readonly at: number
}

/** A new campaign of what could be read of a damaged file. */
export interface Salvaged {
  readonly file: string
  /** How many rows were read. */
  readonly kept: number
  /** What could not be, in words such as `rolls: numbers 41 to 57`. */
  readonly lost: readonly string[]
}

/** Why a backup was made: as every day, on request, or before something; `broken` is what a restored campaign was before. */
export type BackupReason = 'daily' | 'asked' | 'migration' | 'import' | 'delete' | 'update' | 'restore' | 'broken'

/** How much an exported campaign holds. */
export interface CampaignHoldings {
  /** Without the copies in fights. */
  readonly characters: number
  readonly sessions: number
  readonly rolls: number
  readonly fights: number
  readonly notes: number
  readonly tables: number
  readonly encounters: number
  /** Milliseconds since 1970. */
  readonly lastRollAt?: number
}

/** What an exported campaign would bring; nothing is written yet. */
export type TransferPreview =
  /** It asks for its passphrase, again where there is a message. */
  | { readonly kind: 'sealed'; readonly fileName: string; readonly message?: string }
  | {
      readonly kind: 'ready'
      readonly fileName: string
      readonly name: string
      readonly system: string
      /** Milliseconds since 1970. */
      readonly exportedAt: number
      readonly holds: CampaignHoldings
      /** The same campaign, where it is among those here already. */
      readonly here?: { readonly file: string; readonly name: string }
    }

/** What came of a merge, in rows that the GM can see. */
export interface MergeResult {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
}

/** The campaign that an import made or changed. */
export interface TransferResult {
  readonly file: string
  readonly name: string
  readonly merged?: MergeResult
}

/** Every request: what it takes and what it gives. */
export interface Requests {
  'campaign.list': { input: Record<never, never>; result: readonly CampaignCard[] }
  /** `sample` starts with the system's own sample characters and creatures. */
  'campaign.create': { input: { name: string; system: string; sample: boolean }; result: CampaignView }
  'campaign.open': { input: { file: string }; result: CampaignView }
  /** Reads what can be read of a damaged file into a new campaign beside it. The file stays as it is. */
  'campaign.salvage': { input: { file: string }; result: Salvaged }
  /** Changes the name that is shown; the file keeps its own. */
  'campaign.rename': { input: CampaignFileName & { name: string }; result: null }
  /** The copy's file. */
  'campaign.duplicate': { input: CampaignFileName; result: string }
  /** Puts a campaign aside, or back; its file then. */
  'campaign.archive': { input: CampaignFileName & { aside: boolean }; result: string }
  /** Moves a campaign to the system's bin. */
  'campaign.bin': { input: CampaignFileName; result: null }
  /** Shows a campaign's file in its folder. */
  'campaign.reveal': { input: CampaignFileName; result: null }
  /** Which folder campaigns are in. */
  'campaigns.where': { input: Record<never, never>; result: { readonly folder: string; readonly isUsual: boolean } }
  /** Asks the GM for another folder, whose campaigns are listed from then on; files stay where they are. The open campaign is closed. */
  'campaigns.choose': { input: Record<never, never>; result: string | null }
  'campaigns.reset': { input: Record<never, never>; result: null }
  'campaign.close': { input: Record<never, never>; result: null }
  /** The open campaign, for a window that has just loaded. */
  'campaign.current': { input: Record<never, never>; result: CampaignView | null }
  'campaign.configure': { input: { settings: Readonly<Record<string, Value>> }; result: null }
  /** Asks where and writes a whole campaign there as one file, encrypted where there is a passphrase; the path, or `null`. */
  'transfer.export': { input: { file: string; passphrase?: string }; result: string | null }
  /** Asks for an exported campaign, reads it and says what it would bring; `null` where the GM thought better of it. */
  'transfer.read': { input: Record<never, never>; result: TransferPreview | null }
  'transfer.unlock': { input: { passphrase: string }; result: TransferPreview }
  /**
   * Takes over what was read last: as a campaign of its own, merged into the same one here, or in its place
   * after a backup. `take` says whose version counts of what a merge finds in both.
   */
  'transfer.apply': { input: { as: 'new' | 'merge' | 'replace'; take: 'here' | 'file' }; result: TransferResult }
  /** Ends what runs, and forgets what was read. */
  'transfer.cancel': { input: Record<never, never>; result: null }
  'system.list': { input: Record<never, never>; result: readonly SystemCard[] }
  /** Every system that is there, by name. */
  'packages.list': { input: Record<never, never>; result: readonly PackageCard[] }
  /** Asks the GM for a package and reads it; nothing is installed yet. `null` when they thought better of it. */
  'packages.choose': { input: { what: 'file' | 'folder' }; result: PackagePreview | null }
  /** Reads the package that was opened from outside the window; `null` where none was. */
  'packages.takeOpened': { input: Record<never, never>; result: PackagePreview | null }
  /** Reads a package that was dropped on the window. A longer one than is read comes without its bytes. */
  'packages.drop': { input: { name: string; size: number; bytes: Uint8Array }; result: PackagePreview }
  /** Fetches a package, or the newest fitting one of an index, from an address that begins with https:// and reads it; `null` where that was ended. */
  'packages.fetch': { input: { address: string }; result: PackagePreview | null }
  /** Ends what is being fetched. */
  'packages.cancel': { input: Record<never, never>; result: null }
  /** Installs the package that was read last, by its hash, and moves its campaigns to it after a backup of each. */
  'packages.install': { input: { sha256: string }; result: PackageOutcome }
  /** Moves campaigns that play with another version of a system to the one that is there, after a backup of each. */
  'packages.bringAlong': { input: { folder: string }; result: PackageOutcome }
  /** Goes back to the version before, with the data of the campaigns. */
  'packages.rollBack': { input: { folder: string }; result: PackageOutcome }
  'packages.remove': { input: { folder: string }; result: null }
  'packages.disable': { input: { folder: string; disabled: boolean }; result: null }
  /** Asks for the folder of a system that its author works on, and loads it from there until `packages.endDevelopment`. */
  'packages.develop': { input: Record<never, never>; result: Developed | null }
  'packages.endDevelopment': { input: Record<never, never>; result: null }
  /** Starts a paused system again. */
  'system.resume': { input: Record<never, never>; result: null }
  'character.create': { input: CharacterInput; result: CharacterId }
  'character.update': { input: CharacterInput & { id: CharacterId }; result: null }
  'character.delete': { input: { id: CharacterId }; result: null }
  /** Those of the roster that hold every word, or its beginning, in name, tags or notes; the best first, at most 500. */
  'roster.search': { input: { text: string }; result: readonly CharacterId[] }
  'roster.tag': { input: { characters: readonly CharacterId[]; add: readonly string[]; remove: readonly string[] }; result: null }
  'roster.duplicate': { input: { characters: readonly CharacterId[] }; result: readonly CharacterId[] }
  'roster.delete': { input: { characters: readonly CharacterId[] }; result: null }
  /** Gives every copy of a template in fights its sheet as it is now; what they hold and lost stays. Says how many. */
  'roster.updateCopies': { input: { template: CharacterId }; result: number }
  'table.preview': { input: { text: string }; result: TablePreview }
  'table.create': { input: Omit<Table, 'id'>; result: TableId }
  'table.update': { input: Table; result: null }
  'table.delete': { input: { id: TableId }; result: null }
  /** Rolls on a table and logs what came up. */
  'table.roll': { input: { id: TableId }; result: TableRoll }
  /** Asks for a file, reads it and says what it would bring; `null` where the GM thought better of it. */
  'import.read': { input: Record<never, never>; result: ImportPreview | null }
  /** The same for a file dropped on the window. `size` is its length; of one that is too long the bytes needn't come. */
  'import.drop': { input: { name: string; size: number; bytes: Uint8Array }; result: ImportPreview }
  /** Takes over the file that was read last, in one step. */
  'import.apply': { input: ImportChoice; result: ImportResult }
  /** Reads what the package in a folder would bring into the open campaign. */
  'content.preview': { input: { folder: string }; result: ContentPreview }
  /** Adds it, after a backup, in one step that can be undone. */
  'content.add': { input: ContentChoice; result: ImportResult }
  /** Saves the roster, or some of it; the path, or `null`. */
  'roster.export': { input: { as: 'json' | 'csv'; characters?: readonly CharacterId[] }; result: string | null }
  'encounter.create': { input: Omit<Encounter, 'id'>; result: EncounterId }
  'encounter.update': { input: Encounter; result: null }
  'encounter.delete': { input: { id: EncounterId }; result: null }
  /** How hard each is, where the system declares it; `null` where no NPC comes. */
  'encounter.rate': { input: { encounters: readonly Pick<Encounter, 'members'>[] }; result: readonly (Rating | null)[] }
  /** Brings an encounter into the open fight, or into a new one. */
  'encounter.start': { input: { id: EncounterId }; result: null }
  'counter.change': { input: CounterChange; result: null }
  'counter.award': { input: CounterAward; result: null }
  /** Reasons that were given for a counter by hand, the newest first. */
  'counter.reasons': { input: { counter: string }; result: readonly string[] }
  /** The newest 5,000 steps of all counters, oldest first. */
  'counter.history': { input: { session?: SessionId }; result: readonly CounterStep[] }
  'counter.totals': { input: { session?: SessionId }; result: readonly CounterTotal[] }
  /** The whole campaign, oldest first. */
  'counter.course': { input: Record<never, never>; result: readonly CounterPart[] }
  'counter.hopes': { input: { session: SessionId }; result: readonly CounterHope[] }
  /** The system's figures that aren't 0. */
  'figure.list': { input: { session?: SessionId }; result: readonly FigureValue[] }
  /** What a rest, or a new session, would set back; for some characters, or for all and the GM and the table. */
  'counter.resets': { input: { on: 'session' | 'rest'; characters?: readonly CharacterId[] }; result: readonly CounterReset[] }
  'counter.reset': { input: { on: 'session' | 'rest'; characters?: readonly CharacterId[] }; result: null }
  'dice.fairness': { input: { session?: SessionId }; result: readonly DieFairness[] }
  /** Reads every campaign in the folder, and changes none. */
  'dice.everywhere': { input: Record<never, never>; result: DiceEverywhere }
  'check.preview': { input: CheckInput; result: Preview }
  /** What would a little more buy? One entry for each alternative that the system declares. */
  'check.variants': { input: CheckInput; result: readonly VariantOdds[] }
  'action.preview': { input: ActionInput; result: ActionPreview }
  'action.apply': { input: ActionInput; result: ActionResult }
  /** A sheet from a few choices, to be looked over and saved by `character.create`. */
  'npc.build': { input: { input: Readonly<Record<string, Value>> }; result: Readonly<Record<string, Value>> }
  /** The same choices, a little different by chance, with the dice that made them so. */
  'npc.vary': { input: { input: Readonly<Record<string, Value>> }; result: { readonly input: Readonly<Record<string, Value>>; readonly dice: readonly { readonly die: string; readonly shown: readonly string[] }[] } }
  /** What is wrong with a typed total is the field `typed.total`. */
  'roll.make': { input: CheckInput & { typed: readonly TypedSide[]; secret?: boolean }; result: RollResult }
  /** What each of them sets for the rolls of others; empty lists where the system has none. */
  'npc.targets': { input: { characters: readonly CharacterId[] }; result: readonly { readonly who: CharacterId; readonly targets: readonly Target[] }[] }
  'roll.previewBatch': { input: BatchInput; result: readonly BatchOdds[] }
  /** Rolls for all of them as one step, in their order; `null` where it was cancelled: nothing was rolled then. */
  'roll.batch': { input: BatchInput; result: readonly Roll[] | null }
  'roll.cancelBatch': { input: Record<never, never>; result: null }
  /** All rolls that were made together with one, in their order, with what corrected or rerolled them. */
  'roll.mates': { input: { roll: RollId }; result: readonly Roll[] }
  /** The same faces with another input: costs and grants move by the difference, both versions are kept. */
  'roll.correct': { input: { roll: RollId; inputs: readonly Readonly<Record<string, Value>>[] }; result: Roll }
  /** New dice for the same check: the first roll's costs and grants are taken back. */
  'roll.reroll': { input: { roll: RollId }; result: Roll }
  /** Whether the package that the roll was made with still says the same; why not, in words. */
  'roll.replay': { input: { roll: RollId }; result: { readonly same: boolean; readonly message?: string } }
  'dice.preview': { input: { text: string }; result: DicePreview }
  /** Rolls dice in words and logs them. */
  'dice.roll': { input: { text: string; who?: CharacterId }; result: Roll }
  'log.read': { input: { filter: LogFilter; from?: string; limit: number }; result: LogPage }
  /** The newest entries that say something, at most 20, undone ones apart. Another search ends one that still goes on. */
  'log.find': { input: { text: string }; result: LogFound }
  /** Saves a session, or everything, where the GM says; the path, or `null` when they thought better of it. */
  'log.export': { input: { as: 'markdown' | 'csv'; session?: SessionId }; result: string | null }
  'session.start': { input: { name?: string }; result: SessionId }
  /** Says who is there. */
  'session.attend': { input: { id: SessionId; present: readonly CharacterId[] }; result: null }
  'session.end': { input: Record<never, never>; result: null }
  'session.update': { input: { id: SessionId; name: string; notes: string }; result: null }
  'session.recap': { input: { id: SessionId }; result: Recap }
  /** Saves a recap where the GM says, its pictures beside it; the path, or `null` when they thought better of it. */
  'session.saveRecap': { input: { id: SessionId; plots: boolean }; result: string | null }
  'note.create': { input: { title: string }; result: NoteId }
  /** Typing in one field is one step within a minute, here and in `notes.write`. */
  'note.rename': { input: { id: NoteId; title: string }; result: null }
  'note.delete': { input: { id: NoteId }; result: null }
  'notes.write': { input: { of: NotesOf; text: string }; result: null }
  /** Makes a fight and opens it; the one that was open is paused. */
  'fight.create': { input: { name?: string }; result: FightId }
  /** Goes on with a paused fight; the one that was open is paused. */
  'fight.open': { input: { fight: FightId }; result: null }
  'fight.rename': { input: { fight: FightId; name: string }; result: null }
  /** Ends a fight for good and puts what happened into the log. */
  'fight.end': { input: { fight: FightId }; result: { readonly summary: readonly string[] } }
  /** Takes everybody out and starts again before the first round. */
  'fight.clear': { input: { fight: FightId }; result: null }
  /**
   * Adds characters, templates with a count, or what words say: `3 wolves`, `boss level 6`. `grouped`
   * gives like ones one place. `sheet` is an NPC that only this fight knows. Without `fight` it makes one, called `name`, and opens it.
   */
  'fight.add': {
    input: { fight?: FightId; name?: string; characters: readonly { readonly id: CharacterId; readonly count: number; readonly hidden?: boolean }[]; words?: string; sheet?: { readonly name: string; readonly stats: Readonly<Record<string, Value>> }; hidden?: boolean; grouped?: boolean }
    result: readonly CombatantId[]
  }
  /** Who would come by words, before they do. */
  'fight.muster': { input: { words: string }; result: readonly Newcomer[] }
  'fight.remove': { input: { fight: FightId; combatants: readonly CombatantId[] }; result: null }
  /** Marks combatants; what is absent stays. */
  'fight.mark': { input: { fight: FightId; combatants: readonly CombatantId[]; hidden?: boolean; defeated?: boolean; done?: boolean }; result: null }
  /** Rolls initiative by the system for some places, all in one step. The side of a problem is the index of its place. */
  'fight.initiative': { input: InitiativeInput; result: null }
  /** Initiative made ready: what is filled in for each place, and which dice it takes. */
  'initiative.preview': { input: Omit<InitiativeInput, 'typed'>; result: readonly InitiativePreview[] }
  /** Types numbers for some places in one step. */
  'fight.numbers': { input: { fight: FightId; numbers: readonly { readonly place: PlaceId; readonly number: number | null }[] }; result: null }
  /** Types a number, which puts that place alone where it belongs; `null` takes it away. Halves count. */
  'fight.number': { input: { fight: FightId; place: PlaceId; number: number | null }; result: null }
  /** Moves a place before another one, or to the end, without changing a number; into a part of the order, else that of its neighbour. */
  'fight.move': { input: { fight: FightId; place: PlaceId; before: PlaceId | null; slot?: string }; result: null }
  /** Moves a place up or down by one; across the border of a slot first. */
  'fight.nudge': { input: { fight: FightId; place: PlaceId; by: 1 | -1 }; result: null }
  /** Makes one group, with one place, one number and one turn. */
  'fight.join': { input: { fight: FightId; combatants: readonly CombatantId[] }; result: null }
  /** Takes combatants out of their groups; each gets its own place beside. */
  'fight.split': { input: { fight: FightId; combatants: readonly CombatantId[] }; result: null }
  'fight.rules': { input: Partial<FightRules>; result: null }
  /** Ends the running turn and begins the next. `turn` is the one the GM saw: another one running makes this do nothing. */
  'turn.next': { input: { fight: FightId; turn: number }; result: null }
  /** Takes the last step from turn to turn back. */
  'turn.previous': { input: { fight: FightId; turn: number }; result: null }
  /** Ends the running turn; its combatant may act later. `note` says what it is ready for. */
  'turn.wait': { input: { fight: FightId; turn: number; note?: string }; result: null }
  /** Who waited acts right after the running turn; again takes that back. */
  'turn.actNow': { input: { fight: FightId; place: PlaceId }; result: null }
  'condition.add': { input: ConditionInput; result: null }
  'condition.remove': { input: { conditions: readonly ConditionId[] }; result: null }
  /** Sets how many passings are left, or `null` for no end. */
  'condition.change': { input: { condition: ConditionId; until: Until | null }; result: null }
  /** Harms or heals by an amount in words: `7`, `-3`, `2*6+1`, `half`, `14 half`, `all`. */
  'health.change': { input: { characters: readonly CharacterId[]; as: 'damage' | 'heal'; amount: string }; result: null }
  /** What it would come to, for the first of those chosen: at most 8. */
  'health.preview': { input: { characters: readonly CharacterId[]; as: 'damage' | 'heal'; amount: string }; result: readonly HealthPreview[] }
  'history.undo': { input: Record<never, never>; result: null }
  'history.redo': { input: Record<never, never>; result: null }
  'history.list': { input: Record<never, never>; result: HistoryList }
  /** Undoes or redoes, in parts, until that step is the newest that is done; 0 is before all of them. */
  'history.go': { input: { to: number }; result: null }
  /** Ends `history.go` where it is. */
  'history.stop': { input: Record<never, never>; result: null }
  'preferences.get': { input: Record<never, never>; result: Preferences }
  'preferences.set': { input: Partial<Omit<Preferences, 'backups' | 'campaigns' | 'developed'>>; result: null }
  /** Where backups go. */
  'backups.where': { input: Record<never, never>; result: { readonly folder: string; readonly isUsual: boolean } }
  /** Asks the GM for another folder; its path, or `null` when they thought better of it. */
  'backups.choose': { input: Record<never, never>; result: string | null }
  'backups.reset': { input: Record<never, never>; result: null }
  /** The backups of a campaign, the newest first: by its file, or by the id of one that is lost. */
  'backups.list': { input: { of: string }; result: readonly Backup[] }
  'backups.lost': { input: Record<never, never>; result: readonly LostCampaign[] }
  /** Puts a backup in the place of a file, which is itself backed up first, or of a lost one; and opens it. */
  'backups.restore': { input: { backup: string; file?: string }; result: CampaignView }
  /** Backs the open campaign up as it is now. */
  'backups.make': { input: Record<never, never>; result: null }
  /** Versions of the app and what it stands on. */
  'app.about': { input: Record<never, never>; result: { readonly app: string; readonly electron: string; readonly chromium: string; readonly node: string; readonly sqlite: string } }
  /** Shows the log file of unexpected errors in its folder. */
  'app.showLog': { input: Record<never, never>; result: null }
  /** Answers `app.closing`: what was typed last is kept. */
  'app.letGo': { input: Record<never, never>; result: null }
}

export type RequestName = keyof Requests

/** Every event: what happened. */
export interface Events {
  'campaign.opened': CampaignView
  'campaign.closed': null
  'settings.changed': Readonly<Record<string, Value>>
  /** The conditions of the campaign beside those that its system declares. */
  'conditions.changed': readonly Declared[]
  'character.changed': readonly Character[]
  'character.removed': readonly CharacterId[]
  /** The GM's and the table's counters. */
  'counter.changed': { readonly gm: CounterValues; readonly table: CounterValues }
  /** Rolls that are new, or were undone or redone. */
  'roll.changed': readonly Roll[]
  /** Deeds that are new, or were undone or redone. */
  'deed.changed': readonly Deed[]
  /** All sessions, the newest first. */
  'session.changed': readonly Session[]
  /** Free notes that are new or changed. */
  'note.changed': readonly Note[]
  'note.removed': readonly NoteId[]
  /** The open fight as it is now, or that there is none. */
  'fight.changed': FightChange | null
  'fights.changed': readonly FightCard[]
  'encounters.changed': readonly Encounter[]
  'tables.changed': readonly Table[]
  'fightRules.changed': FightRules
  'history.changed': History
  /** How far `history.go` is, in steps, told from 300 ms on. */
  'history.progressed': { readonly ended: number; readonly of: number }
  'preferences.changed': Preferences
  'odds.refined': Odds
  /** How far a batch of rolls is, told from 300 ms on. */
  'batch.progressed': { readonly ended: number; readonly of: number }
  /** How many campaigns were read for `dice.everywhere`, told from 300 ms on. */
  'dice.progressed': { readonly ended: number; readonly of: number }
  /** How far a backup is, in pages, told from 300 ms on until it ended. */
  'backup.progressed': { readonly ended: number; readonly of: number }
  'backup.ended': null
  /** Why a backup that nobody waited for was not made. */
  'backup.failed': string
  /** How far an export, an import or a merge is, in rows. */
  'transfer.progressed': { readonly ended: number; readonly of: number }
  'packages.changed': null
  /** The system that its author works on was built anew, or could not be. */
  'packages.built': Developed
  /** A package was opened from outside the window. */
  'packages.opened': null
  /** How many bytes of a package have come, of how many where that is known. */
  'packages.progressed': { readonly ended: number; readonly of?: number }
  'system.paused': string
  'system.resumed': null
  /** The app is about to end, once the page has kept what was typed last. */
  'app.closing': null
}

export type EventName = keyof Events

/** What the preload puts on `window.tollkeeper`. */
export interface Bridge {
  request<N extends RequestName>(name: N, input: Requests[N]['input']): Promise<Reply<Requests[N]['result']>>
  /**
   * Calls `listener` with what each step tells, until the returned function is called: its events,
   * each a name and a payload, as JSON text. Text crosses into the page at once, data piece by piece.
   */
  subscribe(listener: (events: string) => void): () => void
}
