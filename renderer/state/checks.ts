/** Which checks there are for whom. Pure. */
import type { ActorKind, Declarations } from '../../plugins/api/index.ts'

/** A check that somebody may make. */
export interface CheckOption {
  readonly id: string
  readonly label: string
  readonly help: string | undefined
}

/** The checks for a kind of actor, opposed ones last. */
export const checksFor = ({ checks, opposed }: Declarations, kind: ActorKind): readonly CheckOption[] =>
  [...Object.entries(checks), ...Object.entries(opposed)]
    .filter(([, check]) => check.for.includes(kind))
    .map(([id, { label, help }]) => ({ id, label, help }))

/** What a kind of actor rolls by itself: where NPCs set targets, a check of theirs is a player's roll for an ally. */
export const ownChecks = (declarations: Declarations, kind: ActorKind): readonly CheckOption[] => (kind === 'npc' && declarations.targets ? [] : checksFor(declarations, kind))
