/** The main check: a pool with explosions, dice bought with oil, and a push that throws again. */
import type { Check, Cost, Grant, Input } from '../api/index.ts'
import { outcome } from './outcome.ts'
import { follow, inWords, throwOf } from './pool.ts'
import type { HouseRule } from './settings.ts'
import { sixesExplode } from './settings.ts'
import { dice } from './sheet.ts'

/** The form below as a type. The host has checked the input, so a cast is safe. */
type Venture = { readonly dice: number; readonly needed: number; readonly oil: number; readonly push: boolean }

const oilOf = (amount: number): readonly Cost[] => (amount > 0 ? [{ pool: 'oil', amount }] : [])

export const venture: Check = {
  label: 'Venture',
  help: 'Throw as many dice as the skill has and count the sixes.',
  for: ['pc', 'npc', 'none'],
  input: [
    // Filled from the skill that the GM picks on the sheet.
    { id: 'dice', ...dice, from: 'skills.dice' },
    { id: 'needed', label: 'Sixes needed', type: 'number', min: 1, max: 3, default: 1 },
    // At most as much as the character has.
    { id: 'oil', label: 'Oil burnt', type: 'number', min: 0, max: 2, default: 0, maxFrom: 'oil', help: 'A die more for each.' },
    { id: 'push', label: 'Push if it falls short', type: 'flag', default: false, help: 'One oil: the dice that missed are thrown again.' },
  ],
  flags: [
    { id: 'flare', label: 'Flare', tone: 'boon' },
    { id: 'dark', label: 'Darkness', tone: 'bane' },
  ],
  degree: 'sixes to spare',

  resolve(input, faces, { actor, settings }) {
    const { dice: skill, needed, oil, push } = input as Venture
    // A refusal comes before the first die: nothing is rolled and nothing paid.
    if (actor !== 'pc' && (oil > 0 || push)) {
      return { refuse: { field: oil > 0 ? 'oil' : 'push', message: 'Only a player’s character carries oil.' } }
    }
    const explode = sixesExplode(settings)
    // What may have to be paid at most is checked before any die falls; what the outcome says is paid.
    const costs = oilOf(oil + (push ? 1 : 0))

    const first = follow(skill + oil, faces, explode)
    if ('next' in first) return { need: [throwOf(first.next)], costs }
    const pushed = push && first.sixes < needed && first.missed > 0
    const second = follow(pushed ? first.missed : 0, faces.slice(first.throws.length), explode)
    if ('next' in second) return { need: [throwOf(second.next)], costs }

    const sixes = first.sixes + second.sixes
    const success = sixes >= needed
    const flare = sixes >= 3
    const gloom = (sixes === 0 ? 1 : 0) + (pushed ? 1 : 0)
    const grants: Grant[] = []
    if (flare) grants.push({ counter: 'dawn', to: 'table', amount: 1 })
    if (gloom > 0) grants.push({ counter: 'gloom', to: 'gm', amount: gloom })
    if (!success && actor === 'pc') grants.push({ counter: 'lessons', to: 'actor', amount: 1 })
    const plain: HouseRule = 'plain-sixes'

    return outcome({
      success,
      total: sixes,
      target: needed,
      ...(success && { degree: sixes - needed }),
      flags: flare ? ['flare'] : sixes === 0 ? ['dark'] : [],
      grants,
      costs: oilOf(oil + (pushed ? 1 : 0)),
      facts: { pushed },
      explain: [
        `skill ${skill}${oil > 0 ? ` and ${oil} for oil` : ''}`,
        ...first.throws,
        ...second.throws.map((line) => `pushed, ${line}`),
        `${inWords(sixes)}, needed ${needed}`,
      ],
      headline: headlineOf(sixes, needed),
      // Named only where it made a difference: a six fell and brought nothing.
      houseRules: !explode && sixes > 0 ? [plain] : [],
      // A flare teaches: the action stands there, one click away.
      ...(flare && actor === 'pc' && { offers: [{ label: 'Turn lessons into a die', action: 'learn', input: {} }] }),
    })
  },

  // Shown beside the odds with chance and cost: what would a little more buy?
  variants(input, { actor }) {
    const { dice: skill, oil: now, push } = input as Venture
    const oils = actor === 'pc' ? [0, 1, 2].filter((oil) => oil !== now) : []
    return [
      ...(skill < dice.max ? [{ label: 'one die more', input: { ...input, dice: skill + 1 } as Input }] : []),
      ...oils.map((oil) => ({ label: oil === 0 ? 'no oil' : `${oil} oil`, input: { ...input, oil } as Input })),
      ...(actor === 'pc' ? [{ label: push ? 'without a push' : 'with a push', input: { ...input, push: !push } as Input }] : []),
    ]
  },
}

function headlineOf(sixes: number, needed: number): string {
  if (sixes === 0) return 'Darkness'
  if (sixes < needed) return `Falls short by ${needed - sixes}`
  return sixes === needed ? 'Success' : `Success, ${sixes - needed} to spare`
}
