import { livingPlaces, type Fight } from '../../rules/fight.ts'
import type { FightDesk } from './desk.ts'

/** What the headline of an ended fight ends with in the log. */
export const over = ' is over'

/** Whether something done was the end of a fight. */
export const isSummary = ({ headline, explain }: { readonly headline: string; readonly explain: readonly string[] }): boolean => headline.endsWith(over) && /^\d+ rounds? in /.test(explain[0] ?? '')

/** What happened in a fight, a line for each: how long, who fell, who gained and spent what. */
export function summaryOf(desk: FightDesk, fight: Fight, elapsedMs: number): readonly string[] {
  const { characters } = desk.records
  const nameOf = (id: number): string | undefined => characters.get(id)?.name
  const fallen = fight.combatants.flatMap(({ character, defeated, gone, name }) => (defeated ? [(gone || character === undefined ? name : nameOf(character)) ?? name] : []))
  const standing = livingPlaces(fight).length
  return [
    `${plural(fight.cursor.round, 'round')} in ${duration(elapsedMs)}`,
    fallen.length > 0 ? `Fell: ${fallen.join(', ')}` : standing > 0 ? 'Nobody fell' : 'Nobody was left in it',
    ...movements(desk, fight),
  ]
}

/** Copies of templates go with the fight: what they lost is of no interest after it. */
function movements(desk: FightDesk, fight: Fight): readonly string[] {
  const { counters, characters } = desk.records
  const lines = counters.sumsOfFight(fight.id).flatMap(({ character, name, counter, gained, spent }) => {
    if (character !== null && characters.get(character)?.role !== 'self') return []
    const label = desk.declarations.counters.find(({ id }) => id === counter)?.label ?? counter
    return [`${name}: ${label} ${[gained > 0 ? `+${gained}` : '', spent < 0 ? `−${-spent}` : ''].filter(Boolean).join(', ')}`]
  })
  return lines
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes < 60 ? plural(minutes, 'minute') : `${plural(Math.floor(minutes / 60), 'hour')} ${plural(minutes % 60, 'minute')}`
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
