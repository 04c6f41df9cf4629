/** What an NPC sets for the rolls of players: NPCs roll nothing themselves. */
import type { Row, Target, Targets } from '../api/index.ts'

export const targets: Targets = {
  list({ kind, stats }) {
    if (kind === 'pc') return []
    const level = Number(stats.level)
    const modified = stats.modifications as readonly Row[]
    return [
      { label: 'Attack it', value: 3 * level, explain: `level ${level}`, check: 'attack', input: { level, targetArmor: Number(stats.ownArmor ?? 0) } },
      { label: 'Defend against it', value: 3 * level, explain: `level ${level}, ${Number(stats.damage)} damage`, check: 'defend', input: { level, damage: Number(stats.damage) } },
      { label: 'Anything else', value: 3 * level, explain: `level ${level}`, check: 'task', input: { difficulty: level } },
      ...modified.flatMap(({ task, level: other }): Target[] =>
        task === '' ? [] : [{ label: String(task), value: 3 * Number(other), explain: `as level ${Number(other)}`, check: 'task', input: { difficulty: Math.min(10, Number(other)) } }],
      ),
    ]
  },
}
