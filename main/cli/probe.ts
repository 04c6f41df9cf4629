/** Tries every function of a system, so that a mistake shows before somebody's golden row or game meets it. */
import type { ActorKind, CharacterKind, Context, Dice, Field, Holder, Input, State, Value } from '../../plugins/api/index.ts'
import { drawFace, sumOfFaces } from '../rules/dice.ts'
import { parseForm } from '../rules/fields.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { playCheck } from '../sandbox/play.ts'

/** What went wrong and by which input. */
export interface Tried {
  readonly problem: string
  readonly how: string
}

/**
 * Plays each check for everybody it is for, with the smallest and the largest values that its form
 * takes and with low, high and mixed faces; each opposed check, action, place in the order and NPC
 * likewise. Gives the first problem of each. Draws no random number: the same system, the same answer.
 */
export async function probe(sandbox: Sandbox): Promise<readonly Tried[]> {
  const { checks, opposed, actions, initiative, npc, stats } = sandbox.declarations
  const settings = parseForm(sandbox.declarations.settings, {}).input
  const found: Tried[] = []
  /** Runs tries until one fails. */
  const first = async (tries: Iterable<() => Promise<Tried | undefined>>): Promise<void> => {
    for (const run of tries) {
      const tried = await run()
      if (tried) return void found.push(tried)
    }
  }

  for (const [id, check] of Object.entries(checks)) {
    const tries = ways(check.for, check.input).flatMap(({ actor, input }) => {
      const context = { settings, actor }
      return [
        ...hands.map((hand) => () => play(sandbox, id, [{ input, context }], hand)),
        ...(check.variants ? [async () => failure(await sandbox.variants(id, input, context), input)] : []),
      ]
    })
    await first(tries)
  }
  for (const [id, contest] of Object.entries(opposed)) {
    const tries = ways(contest.for, contest.side).flatMap(({ actor, input }) =>
      hands.map((hand) => () => play(sandbox, id, [{ input, context: { settings, actor } }, { input, context: { settings, actor } }], hand)),
    )
    await first(tries)
  }
  for (const [id, action] of Object.entries(actions)) {
    const tries = ways(action.for, action.input).flatMap(({ actor, input }) =>
      (action.target ? kinds : [undefined]).map((target) => async () => {
        const answer = await sandbox.apply(id, input, stateOf(sandbox, actor, target), { settings, actor })
        const misfit = answer.ok && !('refuse' in answer.value) ? misfitOf(stats, answer.value.stats ?? []) : undefined
        return misfit === undefined ? failure(answer, input) : { problem: `actions.${id}.apply: ${misfit}`, how: how(input) }
      }),
    )
    await first(tries)
  }
  if (initiative) {
    const everybody = kinds.map((kind) => holderOf(sandbox, kind))
    await first([async () => failure(await sandbox.prepare(everybody, { settings, actor: 'none' }), {})])
    const prepared = await sandbox.prepare(everybody, { settings, actor: 'none' })
    const shared = prepared.ok ? prepared.value : {}
    await first(ways(kinds, initiative.input).flatMap(({ actor, input }) => hands.map((hand) => () => stand(sandbox, input, { settings, actor, shared }, hand))))
  }
  if (npc) await first(ways(['npc'], npc.input).map(({ actor, input }) => async () => failure(await sandbox.build(input, { settings, actor }), input)))
  return found
}

const kinds: readonly CharacterKind[] = ['pc', 'npc']
const ends = ['least', 'most'] as const

const ways = (actors: readonly ActorKind[], form: readonly Field[]) =>
  actors.flatMap((actor) => ends.map((end) => ({ actor, input: fill(form, end) })))

function fill(form: readonly Field[], end: (typeof ends)[number]): Input {
  const given = form.filter((field) => !(field.optional && end === 'least')).map((field) => [field.id, valueOf(field, end)] as const)
  return parseForm(form, Object.fromEntries(given)).input
}

function valueOf({ type, min, max, default: usual, options = [] }: Field, end: (typeof ends)[number]): Value {
  switch (type) {
    case 'number':
      return (end === 'least' ? (min ?? usual ?? max) : (max ?? usual ?? min)) ?? 0
    case 'choice':
      return options.at(end === 'least' ? 0 : -1)?.id ?? ''
    case 'flag':
      return end === 'most'
    case 'text':
      return usual ?? (end === 'least' ? '' : 'Words')
    case 'list':
      return usual ?? []
  }
}

/** A way for dice to fall. After a few low or high ones any hand is mixed, as exploding dice would never end. */
type Hand = 'low' | 'high' | number
const hands: readonly Hand[] = ['low', 'high', 1, 2, 3, 4]

function thrower(hand: Hand) {
  let seed = typeof hand === 'number' ? hand * 7919 : 104_729
  const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0)
  const fallen: number[] = []
  let throws = 0
  return {
    fallen,
    take({ die, count }: Dice): readonly number[] {
      throws += 1
      const face = throws > 3 || typeof hand === 'number' ? () => drawFace(die, random) : () => (hand === 'low' ? die.from : die.to)
      const faces = Array.from({ length: count }, face)
      fallen.push(...faces)
      return faces
    },
  }
}

async function play(sandbox: Sandbox, check: string, sides: readonly { input: Input; context: Context }[], hand: Hand): Promise<Tried | undefined> {
  const { take, fallen } = thrower(hand)
  const played = await playCheck(sandbox, check, sides, { take: (_side, dice) => take(dice) })
  return played.kind === 'fault' ? { problem: line(played.fault.message), how: how(sides[0]?.input ?? {}, fallen) } : undefined
}

async function stand(sandbox: Sandbox, input: Input, context: Context, hand: Hand): Promise<Tried | undefined> {
  const { take, fallen } = thrower(hand)
  const faces: number[] = []
  for (let needs = 0; needs < 100; needs += 1) {
    const answer = await sandbox.place(input, faces, context)
    if (!answer.ok) return failure(answer, input, fallen)
    if (!('need' in answer.value)) return undefined
    for (const dice of answer.value.need) {
      const taken = take(dice)
      faces.push(...(dice.sum ? [sumOfFaces(dice.die, taken)] : taken))
    }
  }
  return { problem: 'initiative.resolve: asks for dice without end, expected a place.', how: how(input, fallen) }
}

const failure = (answer: Answer<unknown>, input: Input, fallen: readonly number[] = []): Tried | undefined =>
  answer.ok ? undefined : { problem: line(answer.fault.message), how: how(input, fallen) }

const line = (message: string): string => message.split('\n')[0] ?? message

const how = (input: Input, fallen: readonly number[] = []): string =>
  `  by the input ${JSON.stringify(input)}${fallen.length > 0 ? ` and the faces ${JSON.stringify(fallen.slice(0, 20))}` : ''}`

/** Somebody as a new sheet makes them. */
function holderOf({ declarations }: Sandbox, kind: CharacterKind): Holder {
  const isTheirs = ({ for: only }: { readonly for?: readonly CharacterKind[] }) => only?.includes(kind) ?? true
  const fields = declarations.stats.filter(isTheirs)
  const wanting = fields.filter((field) => field.default === undefined && !field.optional)
  const stats = parseForm(fields, Object.fromEntries(wanting.map((field) => [field.id, valueOf(field, 'least')]))).input
  const counters = declarations.counters.filter(isTheirs).flatMap((counter) => {
    if (counter.owner !== 'character') return []
    const { id, initial, max, maxFrom = '' } = counter
    return [[id, initial === 'max' ? Number(stats[maxFrom] ?? max ?? 0) : initial] as const]
  })
  return { name: 'Somebody', kind, stats, counters: Object.fromEntries(counters) }
}

function stateOf(sandbox: Sandbox, actor: ActorKind, target: CharacterKind | undefined): State {
  const ofAll = (owner: 'gm' | 'table') =>
    Object.fromEntries(
      sandbox.declarations.counters.filter((counter) => counter.owner === owner).map(({ id, initial, max }) => [id, initial === 'max' ? (max ?? 0) : initial]),
    )
  return {
    ...(actor === 'none' ? {} : { actor: holderOf(sandbox, actor) }),
    ...(target && { target: holderOf(sandbox, target) }),
    gm: ofAll('gm'),
    table: ofAll('table'),
  }
}

/** What an action writes must be what the sheet takes. */
function misfitOf(stats: readonly Field[], written: readonly { readonly stat: string; readonly value: Value }[]): string | undefined {
  for (const [index, { stat, value }] of written.entries()) {
    const field = stats.find(({ id }) => id === stat)
    const problem = field && parseForm([field], { [stat]: value }).problems[0]
    if (problem) return `stats.${index}.value: found what the sheet doesn't take: ${problem.message}`
  }
  return undefined
}
