import type { Action, Change, Holder, Refusal } from '../../api/index.ts'
import { short } from '../words.ts'

type Answer = 'accept' | 'refuse' | 'group' | 'free'
type Moves = NonNullable<Change['counters']>

export const intrusion: Action = {
  label: 'GM intrusion',
  help: 'The GM makes things worse and offers 2 XP: one to keep, one for another player.',
  for: ['pc', 'none'],
  target: 'optional',
  input: [
    {
      id: 'answer',
      label: 'How it ends',
      type: 'choice',
      options: [
        { id: 'accept', label: 'Accepted: 1 XP here, 1 for the other' },
        { id: 'refuse', label: 'Refused: costs 1 XP' },
        { id: 'group', label: 'On the whole group: 1 XP each' },
        { id: 'free', label: 'A natural 1: no XP' },
      ],
      default: 'accept',
    },
  ],

  apply(input, { actor, target }) {
    const ended = endings[input.answer as Answer](actor, target)
    if ('refuse' in ended) return ended
    return { ...ended, counters: [...(ended.counters ?? []), { counter: 'intrusions', to: 'gm', amount: 1 }] }
  },
}

const xp = (to: Moves[number]['to'], amount: number): Moves[number] => ({ counter: 'xp', to, amount })
const refuse = (field: string, message: string): Refusal => ({ refuse: { field, message } })
const nobody = refuse('answer', 'This is offered to one player: choose whose character.')

const endings: Readonly<Record<Answer, (actor?: Holder, target?: Holder) => Change | Refusal>> = {
  accept(actor, target) {
    if (!actor) return nobody
    if (!target) return refuse('target', 'Choose who gets the other XP.')
    if (target.kind !== 'pc') return refuse('target', `XP goes to players’ characters; ${short(target.name)} is none.`)
    return {
      counters: [xp('actor', 1), xp('target', 1)],
      explain: [`${short(actor.name)} keeps 1 XP`, `${short(target.name)} gets 1 XP`],
      headline: `GM intrusion on ${short(actor.name)}`,
    }
  },
  refuse(actor) {
    if (!actor) return nobody
    if ((actor.counters.xp ?? 0) < 1) return refuse('answer', `${short(actor.name)} has no XP to refuse with.`)
    return { counters: [xp('actor', -1)], explain: [`${short(actor.name)} pays 1 XP`], headline: `${short(actor.name)} refuses the intrusion` }
  },
  group: () => ({ counters: [xp('players', 1)], explain: ['1 XP for each player’s character'], headline: 'GM intrusion on the group' }),
  free: (actor) => ({ explain: ['no XP: it came with a natural 1'], headline: `GM intrusion${actor ? ` on ${short(actor.name)}` : ''}, free` }),
}
