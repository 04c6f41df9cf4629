/**
 * Brings what older versions wrote to this one. The manifest’s `dataVersion` is 2 since `speed` was
 * renamed to `quickness`. A system that nobody has played yet needs none of this: delete the file, and
 * set `dataVersion` to 1.
 */
import type { System } from '../api/index.ts'

export const migrate: NonNullable<System['migrate']> = {
  2: (record) => {
    const { speed, ...data } = record.data
    // Everything that isn’t this one stat stays as it was.
    if (record.kind !== 'stats' || speed === undefined) return record
    return { ...record, data: { ...data, quickness: speed } }
  },
}
