/**
 * What the scripts inside the engine share. They are sent as text, so they use nothing from outside
 * themselves, and the system's script may overwrite any built-in, so they look no method up on a
 * prototype and iterate nothing with `of`.
 */

/** Built-ins as they were before the system's script, and a few helpers. */
export interface Tools {
  readonly stringify: (value: unknown) => string
  readonly apply: (run: (...args: never[]) => unknown, of: unknown, args: readonly unknown[]) => unknown
  readonly slice: (...args: never[]) => unknown
  readonly freeze: <T>(value: T) => T
  readonly defineProperty: (of: object, key: string, as: PropertyDescriptor) => unknown
  readonly log: (x: number) => number
  readonly exp: (x: number) => number
  readonly imul: (a: number, b: number) => number
  readonly floor: (x: number) => number
  /** An object without a prototype, so that no setter of the system's sees what is put in. */
  readonly nothing: <T>() => Record<string, T>
  /** An empty list that no setter can reach either. */
  readonly bag: <T>() => Bag<T>
  /** A plain array of what a bag holds. */
  readonly arrayOf: <T>(bag: Bag<T>) => readonly T[]
  /** Freezes JSON data through and through, so that a call can't change what the next one sees. */
  readonly frozen: <T>(value: T) => T
  readonly isWhole: (value: unknown) => value is number
  /** Whole numbers as JSON. */
  readonly listText: (numbers: readonly number[]) => string
  /** A declared part of the system, such as a check, with its functions. */
  readonly part: (group: string, id: string) => Part
}

export interface Bag<T> {
  length: number
  [index: number]: T
}

export interface Part {
  resolve(input: unknown, faces: readonly number[], context: unknown): unknown
  compare(actor: unknown, opponent: unknown, context: unknown): unknown
}

/** A check to be walked or sampled. */
export interface Asked {
  readonly check: string
  readonly input: unknown
  readonly context: unknown
  /** The declared ones, in the order of the declarations. */
  readonly flags: readonly string[]
  readonly counters: readonly string[]
  /** Keep apart what a comparison sees (total too), or what a screen shows (flags too). */
  readonly by: 'check' | 'side'
}
