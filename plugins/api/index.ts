/**
 * Everything a game system may use: the types of its declarations and answers, and `defineSystem`.
 *
 * The one idea: **a check is a pure function from input and dice to an outcome.** A system never
 * rolls. It says which dice it needs and what their natural faces mean; the host draws the faces,
 * reads typed ones, walks every face for the exact odds, and replays logged rolls, all through the
 * same function. A function called twice with the same arguments must give the same answer.
 *
 * Systems run in a sandbox without clock, randomness or any I/O. Only JSON crosses its border.
 */

/** A value of a field: a whole number, a text, a flag, or the rows of a list. @since 1 */
export type Value = number | string | boolean | readonly Row[]

/** One row of a `list` field, by column id. @since 1 */
export type Row = Readonly<Record<string, number | string | boolean>>

/** What a GM gave to a form, by field id. Checked against the fields before the system sees it. @since 1 */
export type Input = Readonly<Record<string, Value>>

/** Which colour a counter or flag takes: good for who holds it, bad, or neither. @since 1 */
export type Tone = 'boon' | 'bane' | 'plain'

/**
 * Where a form field gets its value from on the actor's sheet: the id of a stat or a counter,
 * `list.column` for a cell of the row that the GM picks, or one of several by another field's value.
 * @since 1
 */
export type Source = string | { readonly by: string; readonly of: Readonly<Record<string, string>> }

/**
 * One field of a form or of a sheet.
 *
 * - `number` is a whole number from `min` to `max` (both inclusive; unbounded where absent).
 * - `choice` takes one of `options`; `flag` is true or false; `text` is at most 2,000 characters.
 * - `list` holds rows with `columns`; only stats may be lists.
 *
 * A field without `default` must be given unless it is `optional`; an optional field that is not
 * given is absent from the input. @since 1
 */
export interface Field {
  /** Unique within its form, `[a-z][A-Za-z0-9]*`. */
  readonly id: string
  readonly label: string
  readonly type: 'number' | 'text' | 'choice' | 'flag' | 'list'
  readonly min?: number
  readonly max?: number
  readonly default?: Value
  readonly optional?: boolean
  readonly options?: readonly Option[]
  readonly columns?: readonly Field[]
  /** Shown behind the value, e.g. `points`. */
  readonly unit?: string
  readonly help?: string
  /** Fields with the same group stand together under it as a heading. */
  readonly group?: string
  readonly from?: Source
  /** Where the sheet holds the largest value this field may take for this actor. */
  readonly maxFrom?: Source
}

/** One answer of a `choice`. @since 1 */
export interface Option {
  readonly id: string
  readonly label: string
}

/** A campaign setting: a field, marked where one of its answers is a house rule. @since 1 */
export interface Setting extends Field {
  readonly houseRule?: boolean
}

/**
 * Something counted: points, pools, a GM's resource. Kept by the host, changed by grants and costs
 * of rolls and by the GM's hand.
 * @since 1
 */
export interface Counter {
  /** Unique among counters and stats, `[a-z][A-Za-z0-9]*`. */
  readonly id: string
  readonly label: string
  readonly owner: 'character' | 'gm' | 'table'
  readonly min?: number
  readonly max?: number
  /** The stat that holds its maximum. */
  readonly maxFrom?: string
  /** Where it starts: a number, or `max` for as much as it holds. */
  readonly initial: number | 'max'
  readonly tone: Tone
}

/** Whom a check is rolled for: a player's character, an NPC, or nobody in particular. @since 1 */
export type ActorKind = 'pc' | 'npc' | 'none'

/** What a check may look at besides its input and faces. @since 1 */
export interface Context {
  /** The campaign's settings, complete. */
  readonly settings: Readonly<Record<string, Value>>
  readonly actor: ActorKind
}

/** A kind of die. Its natural faces are the whole numbers `from` to `to`. @since 1 */
export interface Die {
  /** Names the kind, e.g. `d100`. Shown beside a field for a typed die. */
  readonly id: string
  readonly from: number
  readonly to: number
  /** What each natural face counts as, in order from `from` (a d5 read off a d10). Default: itself. */
  readonly value?: readonly number[]
  /** What each face is called, in order from `from` (cards, symbols). Default: its number. */
  readonly faces?: readonly string[]
  /** How typed dice are read where it isn't the plain number, e.g. `{ "00": 100 }`. Natural faces. */
  readonly reads?: Readonly<Record<string, number>>
}

/** A group of like dice. @since 1 */
export interface Dice {
  readonly die: Die
  /** How many, 1 to 1,000. */
  readonly count: number
  /** The system gets one entry, the sum of the values, instead of `count` natural faces. */
  readonly sum?: boolean
  /** The order of the faces makes no difference to the outcome, which makes the odds quicker. */
  readonly unordered?: boolean
}

/** An amount to be paid from a counter of the actor. Whole, 1 or more. @since 1 */
export interface Cost {
  readonly pool: string
  readonly amount: number
}

/** An amount that a roll adds to a counter. Whole, never 0. @since 1 */
export interface Grant {
  readonly counter: string
  readonly to: 'actor' | 'opponent' | 'gm' | 'table'
  readonly amount: number
  /** Not counted by itself: the GM may pay it out by hand. */
  readonly offered?: boolean
}

/** A plain fact of an outcome that the log keeps and tables may show. @since 1 */
export type Fact = number | string | boolean

/** How a check ended. @since 1 */
export interface Outcome {
  /** `null` where the check has no pass or fail. */
  readonly success: boolean | null
  readonly total?: number
  readonly target?: number
  /** How far, in the system's own measure. Whole, 0 or more. */
  readonly degree?: number
  /** Ids of the check's declared flags. */
  readonly flags: readonly string[]
  readonly grants: readonly Grant[]
  readonly costs: readonly Cost[]
  readonly facts: Readonly<Record<string, Fact>>
  /** The arithmetic, a short plain line for each step. */
  readonly explain: readonly string[]
  /** What happened in two or three words: the loudest thing on the screen. */
  readonly headline: string
  /** Ids of the declared house rules that this outcome rests on. */
  readonly houseRules?: readonly string[]
}

/** More dice are needed. `costs` are checked against the actor before any of them is drawn. @since 1 */
export interface Need {
  readonly need: readonly Dice[]
  readonly costs?: readonly Cost[]
}

/** The check can't be made like this; nothing is rolled or paid. @since 1 */
export interface Refusal {
  readonly refuse: { readonly field?: string; readonly message: string }
}

/** What a check answers to the faces so far. @since 1 */
export type Step = Need | Refusal | Outcome

/** Something a roll may show beyond pass and fail. @since 1 */
export interface Flag {
  readonly id: string
  readonly label: string
  readonly tone: Tone
}

/** A kind of roll. @since 1 */
export interface Check {
  readonly label: string
  readonly help?: string
  readonly for: readonly ActorKind[]
  readonly input: readonly Field[]
  readonly flags?: readonly Flag[]
  /** What `degree` is called, e.g. `magnitude`. */
  readonly degree?: string
  /**
   * Says what is needed next or how it ended. `faces` are the natural faces so far in the order
   * the dice were asked for (one entry, the sum of values, for a `sum` group); empty at first.
   */
  resolve(input: Input, faces: readonly number[], context: Context): Step
}

/** What the comparison of two sides sees of each. @since 1 */
export type Side = Pick<Outcome, 'success' | 'total' | 'degree'>

/** Who won. `success` is the actor's: `null` is a stand-off. @since 1 */
export type Verdict = Pick<Outcome, 'success' | 'degree' | 'explain' | 'headline' | 'houseRules'>

/**
 * Two sides make the same check and are compared. The host adds up what both were granted; what
 * the opponent's check grants its `actor` goes to the opponent.
 * @since 1
 */
export interface Opposed {
  readonly label: string
  readonly help?: string
  readonly for: readonly ActorKind[]
  /** The check that each side makes. */
  readonly of: string
  /** The form of one side. */
  readonly side: readonly Field[]
  readonly degree?: string
  /** The input of `of` for one side. */
  toInput(side: Input): Input
  compare(actor: Side, opponent: Side, context: Context): Verdict
}

/** A game system. Ids of checks and opposed checks are unique together. @since 1 */
export interface System {
  readonly stats: readonly Field[]
  readonly counters: readonly Counter[]
  readonly settings: readonly Setting[]
  /** What each house rule says, by the id that outcomes name. */
  readonly houseRules?: Readonly<Record<string, string>>
  readonly checks: Readonly<Record<string, Check>>
  readonly opposed?: Readonly<Record<string, Opposed>>
}

/** Gives a system its types. The build hands the default export of `index.ts` to the host. @since 1 */
export const defineSystem = (system: System): System => system

/** A system as data, without its functions: what the host and the screen know of it. @since 1 */
export interface Declarations {
  readonly stats: readonly Field[]
  readonly counters: readonly Counter[]
  readonly settings: readonly Setting[]
  readonly houseRules: Readonly<Record<string, string>>
  readonly checks: Readonly<Record<string, Omit<Check, 'resolve'>>>
  readonly opposed: Readonly<Record<string, Omit<Opposed, 'toInput' | 'compare'>>>
}
