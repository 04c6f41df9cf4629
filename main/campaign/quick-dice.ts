import type { Outcome } from '../../plugins/api/index.ts'
import type { CharacterId, DicePreview, Participant, Reply, Roll, RolledDice } from '../../preload/contract.ts'
import { drawFace } from '../rules/dice.ts'
import { expressionText, type Expression, type Term } from '../rules/notation/expression.ts'
import { oddsOfNotation, type NotationOutcome } from '../rules/notation/odds.ts'
import { parseNotation } from '../rules/notation/parse.ts'
import { rollNotation, type NotationRoll, type RolledGroup } from '../rules/notation/roll.ts'
import { done, failed } from '../rules/reply.ts'
import type { RollRecord } from '../db/stores/rolls.ts'
import type { Door } from './act.ts'
import type { RollDesk } from './roll.ts'
import { getRolls } from './roll.ts'

type Bars = Extract<DicePreview, { kind: 'dice' }>['bars']

const mostBars = 60

/** Reads dice in words and says what they may come to. */
export function previewDice(text: string): DicePreview {
  const read = parseNotation(text)
  if (!read.ok) return { kind: 'problem', at: read.at, length: read.length, message: read.message }
  const odds = oddsOfNotation(read.expression)
  const words = expressionText(read.expression)
  if (!odds.ok) return { kind: 'dice', text: words, bars: [], exact: false, noOdds: odds.message }
  const mean = odds.outcomes.reduce((sum, { total, chance }) => sum + total * chance, 0)
  return { kind: 'dice', text: words, bars: toBars(odds.outcomes), mean, exact: odds.exact }
}

/** Rolls dice in words for somebody or nobody, as one undoable step. */
export function rollDice(desk: RollDesk, door: Door, text: string, who: CharacterId | undefined): Reply<Roll> {
  const read = parseNotation(text)
  if (!read.ok) return failed('refused', read.message, [{ side: 0, field: 'text', message: read.message }])
  const character = who === undefined ? undefined : desk.records.characters.get(who)
  if (who !== undefined && !character) return failed('missing', 'That character is not there any more. Undo brings a deleted one back.')
  const participant: Participant = character ? { id: who as CharacterId, name: character.name, kind: character.kind } : { name: 'Nobody', kind: 'none' }
  const rolled = rollNotation(read.expression, (die) => drawFace(die, desk.random))
  const words = expressionText(read.expression)
  const kept = door.act(character ? `${words} by ${character.name}` : words, (at) =>
    desk.records.rolls.add({
      uuid: desk.uuid(),
      at,
      package: '',
      check: '',
      participants: [participant],
      inputs: [{ dice: words }],
      settings: {},
      dice: rolled.groups.flatMap((group, index) => (group.faces.length > 0 ? toRolledDice(group, read.expression.terms[index]) : [])),
      outcome: toOutcome(read.expression, rolled),
      session: desk.records.sessions.running()?.id ?? null,
      secret: false,
      follows: null,
      followsAs: null,
      batch: null,
    }),
  )
  if (!kept.ok) return kept
  const [roll] = getRolls(desk, [kept.value])
  return roll ? done(roll) : failed('missing', 'The roll was undone at once.')
}

/** Rolls dice in words again with the faces they had. Says why they no longer come to the same. */
export function replayDice({ inputs, dice, outcome }: RollRecord): string | undefined {
  const read = parseNotation(String(inputs[0]?.dice))
  if (!read.ok) return `these dice can't be read: ${read.message}`
  const faces = dice.flatMap((group) => group.faces)
  const { total } = rollNotation(read.expression, (die) => faces.shift() ?? die.from)
  return total === outcome.total && faces.length === 0 ? undefined : 'the dice come to another total'
}

/** One bar a total, or where there are too many one a stretch of totals. */
function toBars(outcomes: readonly NotationOutcome[]): Bars {
  const size = Math.ceil(outcomes.length / mostBars)
  return Array.from({ length: Math.ceil(outcomes.length / size) }, (_, bar) => {
    const part = outcomes.slice(bar * size, (bar + 1) * size)
    return { from: part[0]?.total ?? 0, to: part.at(-1)?.total ?? 0, chance: part.reduce((sum, { chance }) => sum + chance, 0) }
  })
}

const toRolledDice = ({ label, faces }: RolledGroup, term: Term | undefined): RolledDice => {
  const dropped = faces.flatMap(({ kept }, index) => (kept ? [] : [index]))
  return {
    side: 0,
    die: label,
    faces: faces.map(({ face }) => face),
    shown: faces.map(({ face, shown }) => shown ?? String(face)),
    typed: false,
    ...(term?.kind === 'dice' && { from: term.die.from, to: term.die.to }),
    ...(dropped.length > 0 && { dropped }),
  }
}

function toOutcome(expression: Expression, { total, groups }: NotationRoll): Outcome {
  const odds = oddsOfNotation(expression)
  const atLeast = odds.ok ? odds.outcomes.reduce((sum, outcome) => (outcome.total >= total ? sum + outcome.chance : sum), 0) : undefined
  return {
    success: null,
    total,
    flags: [],
    grants: [],
    costs: [],
    facts: {},
    explain: [...groups.map(groupInWords), ...(atLeast === undefined ? [] : [`${total} or more comes up ${percent(atLeast)} of the time`])],
    headline: String(total),
  }
}

function groupInWords({ label, faces, subtotal, sign }: RolledGroup): string {
  const amount = `${sign < 0 ? '−' : ''}${subtotal}`
  if (faces.length === 0) return amount
  const list = (kept: boolean) => {
    const some = faces.filter((each) => each.kept === kept)
    const shown = some.slice(0, 40).map(({ face, shown: name, exploded }) => `${name ?? face}${exploded ? '!' : ''}`)
    return `${shown.join(', ')}${some.length > 40 ? ', …' : ''}`
  }
  const dropped = list(false)
  return `${label}: ${list(true)}${dropped === '' ? '' : ` (dropped ${dropped})`}, together ${amount}`
}

const percent = (chance: number): string => `${Number((chance * 100).toPrecision(3))} %`
