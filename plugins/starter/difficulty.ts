/** How hard a prepared encounter is: what both sides can take, compared. */
import type { Difficulty } from '../api/index.ts'

export const difficulty: Difficulty = {
  rate(foes, players) {
    const theirs = foes.reduce((sum, { stats, count }) => sum + count * Number(stats.vigour), 0)
    const ours = players.reduce((sum, { stats }) => sum + Number(stats.vigour), 0)
    const explain = [`their vigour ${theirs}, the players’ ${ours}`]
    if (theirs > ours) return { label: 'Deadly', tone: 'bane', explain }
    return { label: 2 * theirs > ours ? 'Hard' : 'Easy', tone: 'plain', explain }
  },
}
