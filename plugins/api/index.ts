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

/** A player's character, or somebody the GM plays. @since 1 */
export type CharacterKind = 'pc' | 'npc'

/** Which colour a counter or flag takes: good for who holds it, bad, or neither. @since 1 */
export type Tone = 'boon' | 'bane' | 'plain'

/**
 * Where a form field gets its value from on the actor's sheet:
 *
 * - a text is the id of a stat or a counter, or `list.column` for a cell of the row that the GM picks;
 * - `by` and `of` choose one of several such texts by the value of another field of the form, a choice;
 * - `stat` and `is` give a value for each option of a stat that is a choice. For an option that `is`
 *   lacks, the field takes its default.
 *
 * @since 1
 */
export type Source =
  | string
  | { readonly by: string; readonly of: Readonly<Record<string, string>> }
  | { readonly stat: string; readonly is: Readonly<Record<string, number | string | boolean>> }

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
  /** Of a text: it may run over several lines. */
  readonly multiline?: boolean
  /** Shown behind the value, e.g. `points`. */
  readonly unit?: string
  readonly help?: string
  /** Fields with the same group stand together under it as a heading. */
  readonly group?: string
  /** On a sheet: only characters of these kinds have it. Default: all. */
  readonly for?: readonly CharacterKind[]
  readonly from?: Source
  /** Where the sheet holds the largest value this field may take for this actor. */
  readonly maxFrom?: Source
  /**
   * Of a stat: names by which other tools' files call it, e.g. `system.basic.level`. An import
   * suggests them; capitals make no difference. At most 50. @since 1
   */
  readonly aliases?: readonly string[]
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
  /** Of a character's counter: only characters of these kinds have it. Default: all. */
  readonly for?: readonly CharacterKind[]
  readonly min?: number
  readonly max?: number
  /** The stat that holds its maximum. */
  readonly maxFrom?: string
  /** Where it starts: a number, or `max` for as much as it holds. */
  readonly initial: number | 'max'
  readonly tone: Tone
  /** Goes back to where it starts with each new session, or with a rest. */
  readonly resets?: 'session' | 'rest'
  /** A change by hand needs a reason. */
  readonly reasonRequired?: boolean
}

/**
 * A number that the host keeps of what happened, shown beside the counters for the session and the
 * campaign: how many rolls, or how many times an action, or the sum of a fact. Of what is given, all
 * must hold, and something must be. Rolls and actions that were undone don't count, nor rolls that a
 * correction or a reroll took the place of; of opposed checks the verdict counts, which has no facts.
 * @since 1
 */
export interface Figure {
  /** Unique among figures, `[a-z][A-Za-z0-9]*`. */
  readonly id: string
  readonly label: string
  /** Kept for each character who rolled or acted, or for the table as a whole. */
  readonly owner: 'character' | 'table'
  /** Default: `plain`. */
  readonly tone?: Tone
  /** Rolls of this check, or opposed check. */
  readonly check?: string
  /** Rolls that end so. */
  readonly success?: boolean
  /** Rolls that show this flag. */
  readonly flag?: string
  /** Rolls with this fact at this value. */
  readonly fact?: { readonly id: string; readonly is: Fact }
  /** Adds up this fact, a whole number, instead of counting the rolls. Those without it add nothing. */
  readonly sum?: string
  /** Counts how often this action was done, instead of rolls. */
  readonly action?: string
  /** Of an action: how long ago the last one was is shown, too. */
  readonly since?: boolean
}

/** Whom a check is rolled for: a player's character, an NPC, or nobody in particular. @since 1 */
export type ActorKind = CharacterKind | 'none'

/** What a check may look at besides its input and faces. @since 1 */
export interface Context {
  /** The campaign's settings, complete. */
  readonly settings: Readonly<Record<string, Value>>
  readonly actor: ActorKind
  /** What `initiative.prepare` worked out, for `initiative.resolve` alone. */
  readonly shared?: Readonly<Record<string, Fact>>
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
  /** Actions that this outcome makes possible, each one click away. */
  readonly offers?: readonly Offer[]
}

/** An action offered with part of its form filled. @since 1 */
export interface Offer {
  /** What the click does, e.g. `Raise Navigation to 51`. */
  readonly label: string
  /** Id of an action of this system. */
  readonly action: string
  /**
   * Whom it is applied to: whoever made the roll, or with `target` somebody whom the GM chooses, such
   * as the one that was hit. Default: `actor`.
   */
  readonly to?: 'actor' | 'target'
  /** Values for the action's form; the GM gives the rest. */
  readonly input: Readonly<Record<string, number | string | boolean>>
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
  /**
   * Alternatives worth showing beside the odds, at most 20: a step more, each level of a resource,
   * each band. The host computes the chance and the cost of each and marks the best buy.
   */
  variants?(input: Input, context: Context): readonly Variant[]
}

/** The same check with another input. @since 1 */
export interface Variant {
  /** What is different, e.g. `one step easier` or `Effort 2`. */
  readonly label: string
  readonly input: Input
}

/** What the comparison of two sides sees of each. @since 1 */
export type Side = Pick<Outcome, 'success' | 'total' | 'degree'>

/**
 * Who won. `success` is the actor's: `null` is a stand-off. In `headline` and `explain` the host puts the
 * names of the two in place of `{actor}` and `{opponent}`. @since 1
 */
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

/** A character as an action sees it: declared stats and counters alone, complete. @since 1 */
export interface Holder {
  readonly name: string
  readonly kind: CharacterKind
  readonly stats: Readonly<Record<string, Value>>
  readonly counters: Readonly<Record<string, number>>
}

/** What an action looks at. @since 1 */
export interface State {
  readonly actor?: Holder
  readonly target?: Holder
  /** The GM's counters. */
  readonly gm: Readonly<Record<string, number>>
  /** The table's counters. */
  readonly table: Readonly<Record<string, number>>
}

/**
 * What an action does, as one step that can be undone. Amounts are whole, signed and never 0; a
 * counter stays within its bounds whatever the amount.
 * @since 1
 */
export interface Change {
  readonly counters?: readonly {
    readonly counter: string
    /** `players` is every player's character. */
    readonly to: 'actor' | 'target' | 'players' | 'gm' | 'table'
    readonly amount: number
  }[]
  readonly stats?: readonly { readonly to: 'actor' | 'target'; readonly stat: string; readonly value: Value }[]
  /** What happened, a short plain line for each part. */
  readonly explain: readonly string[]
  /** What happened in a few words; names the step in Undo and in the log. */
  readonly headline: string
}

/** Something the GM does that isn't a roll: damage, recovery, spending. @since 1 */
export interface Action {
  readonly label: string
  readonly help?: string
  /** Whom it is done for; `none` is an action of the GM or the whole table. */
  readonly for: readonly ActorKind[]
  /** Whether it takes a second character. Default: it takes none. */
  readonly target?: 'needed' | 'optional'
  readonly input: readonly Field[]
  apply(input: Input, state: State, context: Context): Change | Refusal
}

/** Something that may hold of a combatant for a while. @since 1 */
export interface Condition {
  /** Unique among conditions, `[a-z][A-Za-z0-9-]*`. */
  readonly id: string
  readonly label: string
  /** What it means at the table, in a line. */
  readonly help?: string
  readonly tone: Tone
}

/** What a fight shows as health, and what a hit and healing are. @since 1 */
export interface Health {
  /** Counters of characters shown beside a combatant, the most telling first; of these, the ones it has. */
  readonly counters: readonly string[]
  /**
   * Counters of characters that keep a combatant up: it is down when each of these that it has, and
   * that has a maximum above 0, stands at its minimum. Default: `counters`.
   */
  readonly vital?: readonly string[]
  /**
   * Ids of the action that a hit is and of the one that healing is. Each is done for a character
   * alone and has a number field `amount` that isn't optional. Default: the first of `counters` that
   * the combatant has is moved.
   */
  readonly damage?: string
  readonly heal?: string
}

/**
 * Where a combatant stands in the order. Higher values act first; `ties` decide between equal ones,
 * the first number first, again higher first. With `slots` the slot decides before the value.
 * @since 1
 */
export interface Place {
  readonly slot?: string
  readonly value: number
  readonly ties?: readonly number[]
  readonly grants?: readonly Grant[]
  readonly explain: readonly string[]
  /** Ids of the declared house rules that this place rests on. */
  readonly houseRules?: readonly string[]
}

/** How a fight's order is found. @since 1 */
export interface Initiative {
  readonly input: readonly Field[]
  /** Parts of the order, the first acting first, e.g. before the NPCs, the NPCs, after them. */
  readonly slots?: readonly Option[]
  /** What everybody's place depends on, worked out once; `resolve` finds it in `context.shared`. */
  prepare?(combatants: readonly Holder[], context: Context): Readonly<Record<string, Fact>>
  resolve(input: Input, faces: readonly number[], context: Context): Need | Refusal | Place
}

/** Makes a sheet from a few choices. @since 1 */
export interface NpcBuilder {
  readonly input: readonly Field[]
  /** Stats by id; those left out take their defaults. */
  build(input: Input, context: Context): Readonly<Record<string, Value>>
  /**
   * The same somebody, a little different by chance: asks for dice, then gives the form's values.
   * `faces` are the natural faces so far in the order the dice were asked for (one entry, the sum of
   * values, for a `sum` group); empty at first. Default: none is offered.
   */
  vary?(input: Input, faces: readonly number[], context: Context): Need | Varied
}

/** A form filled anew. What is left out stays as it was. @since 1 */
export interface Varied {
  readonly input: Input
}

/** A number that somebody sets for the rolls of others. @since 1 */
export interface Target {
  /** For what, e.g. `Attack` or `Seeing through lies`. */
  readonly label: string
  /** Whole. */
  readonly value: number
  /** How it comes about, in a few words. */
  readonly explain?: string
  /** The check that is rolled against it, with that part of its form filled. */
  readonly check?: string
  readonly input?: Readonly<Record<string, number | string | boolean>>
}

/**
 * What somebody sets for the rolls of others: for systems where NPCs don't roll. A check `for` NPCs is
 * then one that a player makes for an ally; it is offered beside what the NPC sets. @since 1
 */
export interface Targets {
  /** At most 50, the usual ones first; none for somebody who sets none. */
  list(holder: Holder, context: Context): readonly Target[]
}

/** Some of those who come in an encounter, all alike. @since 1 */
export interface Foes extends Holder {
  /** 1 or more. */
  readonly count: number
}

/** How hard an encounter is, in the system's own words. @since 1 */
export interface Rating {
  /** A word or two, e.g. `Deadly`. */
  readonly label: string
  readonly tone: Tone
  /** How it comes about, a short plain line for each step. */
  readonly explain: readonly string[]
}

/** What a prepared encounter is to the players. @since 1 */
export interface Difficulty {
  /**
   * `foes` are the NPCs of the encounter, never none; `players` the players' characters who are there, or all
   * while no session says who is.
   */
  rate(foes: readonly Foes[], players: readonly Holder[], context: Context): Rating
}

/** Data of one owner that an older version of the system wrote. @since 1 */
export interface OldRecord {
  readonly kind: 'stats' | 'counters' | 'settings'
  readonly data: Readonly<Record<string, Value>>
}

/** A game system. Ids of checks and opposed checks are unique together. @since 1 */
export interface System {
  readonly stats: readonly Field[]
  readonly counters: readonly Counter[]
  readonly settings: readonly Setting[]
  /** What is counted of the rolls and actions. Default: nothing. */
  readonly figures?: readonly Figure[]
  /** What each house rule says, by the id that outcomes name. */
  readonly houseRules?: Readonly<Record<string, string>>
  readonly checks: Readonly<Record<string, Check>>
  readonly opposed?: Readonly<Record<string, Opposed>>
  readonly actions?: Readonly<Record<string, Action>>
  /** What may hold of a combatant. Default: none. */
  readonly conditions?: readonly Condition[]
  /** Default: a fight shows no health. */
  readonly health?: Health
  readonly initiative?: Initiative
  readonly npc?: NpcBuilder
  readonly targets?: Targets
  /** Default: encounters say nothing of how hard they are. */
  readonly difficulty?: Difficulty
  /** What rolling a check of one's own again costs. Default: nothing. */
  readonly reroll?: { readonly costs: readonly Cost[] }
  /**
   * How to bring data to a `dataVersion` from the one before, by that version: `migrate[2]` takes
   * what version 1 wrote. Keys it doesn't know must be left as they are.
   */
  readonly migrate?: Readonly<Record<number, (record: OldRecord) => OldRecord>>
}

/** Gives a system its types. The build hands the default export of `index.ts` to the host. @since 1 */
export const defineSystem = (system: System): System => system

/** A system as data, without its functions: what the host and the screen know of it. @since 1 */
export interface Declarations {
  readonly stats: readonly Field[]
  readonly counters: readonly Counter[]
  readonly settings: readonly Setting[]
  /** Empty where the system declares none. */
  readonly figures: readonly Figure[]
  readonly houseRules: Readonly<Record<string, string>>
  /** `variants` says whether the check has any. */
  readonly checks: Readonly<Record<string, Omit<Check, 'resolve' | 'variants'> & { readonly variants?: true }>>
  readonly opposed: Readonly<Record<string, Omit<Opposed, 'toInput' | 'compare'>>>
  readonly actions: Readonly<Record<string, Omit<Action, 'apply'>>>
  /** Empty where the system declares none. */
  readonly conditions: readonly Condition[]
  readonly health?: Health
  readonly initiative?: Omit<Initiative, 'prepare' | 'resolve'> & { readonly prepare?: true }
  /** `vary` says whether it can. */
  readonly npc?: Omit<NpcBuilder, 'build' | 'vary'> & { readonly vary?: true }
  /** Set where somebody may set targets for the rolls of others. */
  readonly targets?: Record<never, never>
  /** Set where encounters are rated. */
  readonly difficulty?: Record<never, never>
  readonly reroll?: { readonly costs: readonly Cost[] }
  /** The data versions that it can migrate to. */
  readonly migrate: readonly number[]
}
