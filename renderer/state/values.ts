/** A record with one key set, or taken out where there is no value. Pure. */
export const withValue = <T>(values: Readonly<Record<string, T>>, key: string, value: T | undefined): Readonly<Record<string, T>> =>
  value === undefined ? without(values, [key]) : { ...values, [key]: value }

/** A record without some keys. Pure. */
export const without = <T>(values: Readonly<Record<string, T>>, keys: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))
