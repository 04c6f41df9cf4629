import type { Input, Variant } from '../api/index.ts'
import { bands } from './band.ts'

/** The same roll against each other band, and with a little more or less. `against` holds the difficulty. */
export const variantsOf =
  (against: 'dc' | 'hd') =>
  (input: Input): readonly Variant[] => {
    const [difficulty, modifier] = [Number(input[against]), Number(input.modifier)]
    const others = bands.filter(({ hardest }) => hardest !== difficulty)
    return [
      ...others.map(({ id, hardest }) => ({ label: `${id}: ${hardest}`, input: { ...input, [against]: hardest } })),
      ...[10, -10]
        .map((by) => ({ by, modifier: Math.max(-999, Math.min(999, modifier + by)) }))
        .filter((changed) => changed.modifier !== modifier)
        .map(({ by, modifier }) => ({ label: `modifier ${by > 0 ? '+' : '-'}10: ${modifier}`, input: { ...input, modifier } })),
    ]
  }
