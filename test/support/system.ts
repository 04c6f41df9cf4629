/**
 * A small original system for tests of the host, as the script of a package: a die against a goal,
 * with a cost, a pool, both kinds of grants, an opposed check and some checks that misbehave.
 */
export const testSystem = String.raw`
const d6 = { id: 'd6', from: 1, to: 6, reads: { six: 6 } }
const toss = {
  label: 'Toss',
  for: ['pc', 'npc', 'none'],
  input: [
    { id: 'goal', label: 'Goal', type: 'number', min: 1, max: 6, from: 'skills.value' },
    { id: 'price', label: 'Price', type: 'number', min: 0, max: 99, default: 0 },
    { id: 'dice', label: 'Dice', type: 'number', min: 0, max: 5, default: 1, maxFrom: 'diceMax' },
  ],
  flags: [{ id: 'six', label: 'A six', tone: 'boon' }],
  degree: 'margin',
  variants: (input) => [
    { label: 'one easier', input: { ...input, goal: Math.max(1, input.goal - 1) } },
    ...[1, 2, 3].map((dice) => ({ label: dice + ' dice', input: { ...input, dice, price: dice - 1 } })),
  ],
  resolve(input, faces) {
    const costs = input.price > 0 ? [{ pool: 'vigour', amount: input.price }] : []
    if (input.goal === 5 && input.price === 1) return { refuse: { field: 'price', message: 'Five never costs one.' } }
    if (input.dice > 0 && faces.length === 0) return { need: [{ die: d6, count: input.dice }], costs }
    const total = Math.max(0, ...faces)
    const success = total >= input.goal
    return {
      success, total, target: input.goal, degree: Math.abs(total - input.goal),
      flags: faces.includes(6) ? ['six'] : [],
      grants: success ? [{ counter: 'points', to: 'actor', amount: 1 }] : [{ counter: 'doom', to: 'gm', amount: 2 }],
      ...(success && { offers: [{ label: 'Rest', action: 'rest', input: { amount: 2 } }] }),
      costs, facts: { paid: input.price, even: total % 2 === 0 }, explain: [total + ' against ' + input.goal], headline: success ? 'Made it' : 'Missed',
    }
  },
}
const broken = (label, resolve) => ({ label, for: ['pc', 'npc', 'none'], input: [], resolve })
defineSystem({
  stats: [
    { id: 'vigourMax', label: 'Vigour', type: 'number', min: 0, max: 100, default: 10 },
    { id: 'diceMax', label: 'Dice', type: 'number', min: 0, max: 5, default: 3 },
    { id: 'skills', label: 'Skills', type: 'list', columns: [
      { id: 'name', label: 'Name', type: 'text' },
      { id: 'value', label: 'Value', type: 'number', min: 1, max: 6 },
    ] },
  ],
  counters: [
    { id: 'vigour', label: 'Vigour', owner: 'character', min: 0, maxFrom: 'vigourMax', initial: 'max', tone: 'plain', resets: 'rest' },
    { id: 'points', label: 'Points', owner: 'character', min: 0, initial: 0, tone: 'boon' },
    { id: 'doom', label: 'Doom', owner: 'gm', min: 0, initial: 1, tone: 'bane' },
    { id: 'grit', label: 'Grit', owner: 'character', for: ['npc'], min: 0, initial: 4, tone: 'plain' },
    { id: 'clock', label: 'Clock', owner: 'table', min: 0, max: 6, initial: 0, tone: 'plain', resets: 'session' },
  ],
  figures: [
    { id: 'made', label: 'Made', owner: 'character', check: 'toss', success: true },
    { id: 'sixes', label: 'Sixes', owner: 'table', flag: 'six', tone: 'boon' },
    { id: 'paid', label: 'Paid', owner: 'character', sum: 'paid' },
    { id: 'odd', label: 'Odd misses', owner: 'table', success: false, fact: { id: 'even', is: false } },
    { id: 'rests', label: 'Rests', owner: 'character', action: 'rest' },
    { id: 'feasts', label: 'Feasts', owner: 'table', action: 'feast', since: true },
  ],
  settings: [{ id: 'kind', label: 'Kind rules', type: 'flag', default: true }],
  checks: {
    toss,
    pcOnly: { ...toss, label: 'Vow', for: ['pc'] },
    heap: {
      label: 'Heap', for: ['pc', 'npc', 'none'], flags: [{ id: 'pair', label: 'A pair', tone: 'boon' }],
      input: [{ id: 'bonus', label: 'Bonus', type: 'number', default: 0 }],
      resolve(input, faces) {
        if (faces.length === 0) return { need: [{ die: d6, count: 2, unordered: true }] }
        const total = faces[0] + faces[1] + input.bonus
        return {
          success: total >= 7, total, flags: faces[0] === faces[1] ? ['pair'] : [], grants: [], costs: [], facts: {},
          explain: [faces.join(' and ') + ' on the dice', total + ' in all'], headline: total >= 7 ? 'High' : 'Low',
        }
      },
    },
    pile: {
      label: 'Pile', for: ['pc', 'npc', 'none'], input: [{ id: 'dice', label: 'Dice', type: 'number', min: 0, max: 999, default: 3 }],
      resolve: (input, faces) => faces.length === 0 && input.dice > 0 ? { need: [{ die: d6, count: input.dice, sum: true }] }
        : { success: null, flags: [], grants: [], costs: [], facts: {}, explain: [], headline: 'A pile' },
    },
    blast: {
      label: 'Blast', for: ['pc', 'npc', 'none'], input: [],
      resolve: (input, faces) => faces.length === 0 || faces.at(-1) === 6 ? { need: [{ die: d6, count: 1 }] }
        : { success: null, total: faces.reduce((sum, face) => sum + face, 0), flags: [], grants: [], costs: [], facts: {}, explain: [], headline: 'Bang' },
    },
    omen: {
      label: 'Omen', for: ['pc', 'npc', 'none'], input: [],
      resolve: (input, faces) => faces.length === 0 ? { need: [{ die: { id: 'coin', from: 1, to: 2, faces: ['heads', 'tails'] }, count: 1 }] }
        : { success: null, flags: [], grants: [], costs: [], facts: {}, explain: [], headline: 'An omen' },
    },
    loop: broken('Broken loop', () => { for (;;); }),
    builtinLoop: broken('Broken builtinLoop', () => ({ success: [].indexOf.call({ length: 2 ** 53 - 1 }, 1) === 0 })),
    hoard: broken('Broken hoard', () => { const all = []; for (;;) all.push(new Array(1000).fill('x' + all.length)) }),
    throws: broken('Broken throws', () => { throw new Error('out of cheese') }),
    rubbish: broken('Broken rubbish', () => ({ success: 'perhaps' })),
    foreign: broken('Broken foreign', () => ({ success: true, flags: [], grants: [{ counter: 'gold', to: 'actor', amount: 1 }], costs: [], facts: {}, explain: [], headline: 'Rich' })),
  },
  conditions: [{ id: 'dazed', label: 'Dazed', tone: 'bane' }],
  difficulty: {
    rate: (foes, players) => ({ label: players.length + ' against ' + foes.reduce((sum, { count }) => sum + count, 0), tone: 'plain', explain: foes.map(({ name, counters }) => name + ' ' + counters.vigour) }),
  },
  health: { counters: ['vigour', 'grit'], vital: ['vigour'], heal: 'mend' },
  actions: {
    mend: {
      label: 'Mend', for: ['pc', 'npc'], input: [{ id: 'amount', label: 'Amount', type: 'number', min: 1, max: 99 }],
      apply: (input, { actor }) => actor.counters.vigour >= actor.stats.vigourMax
        ? { refuse: { field: 'amount', message: actor.name + ' lacks nothing.' } }
        : { counters: [{ counter: 'vigour', to: 'actor', amount: input.amount * 2 }], explain: [], headline: actor.name + ' mends' },
    },
    rest: {
      label: 'Rest', for: ['pc'], input: [{ id: 'amount', label: 'Amount', type: 'number', min: 1, max: 9, maxFrom: 'vigourMax' }],
      apply: (input, { actor }) => actor.counters.vigour >= actor.stats.vigourMax
        ? { refuse: { field: 'amount', message: actor.name + ' is rested.' } }
        : { counters: [{ counter: 'vigour', to: 'actor', amount: input.amount }], explain: ['+' + input.amount], headline: actor.name + ' rests' },
    },
    gift: {
      label: 'Gift', for: ['pc', 'npc'], target: 'needed', input: [],
      apply: (input, { actor, target }) => ({
        counters: [{ counter: 'points', to: 'target', amount: 1 }, { counter: 'doom', to: 'gm', amount: 1 }],
        stats: [{ to: 'target', stat: 'diceMax', value: target.stats.diceMax + 1 }],
        explain: [actor.name + ' gives to ' + target.name], headline: 'a gift for ' + target.name,
      }),
    },
    feast: { label: 'Feast', for: ['none'], input: [], apply: () => ({ counters: [{ counter: 'points', to: 'players', amount: 2 }], explain: [], headline: 'a feast' }) },
    curse: { label: 'Curse', for: ['pc'], input: [], apply: () => ({ counters: [{ counter: 'gold', to: 'actor', amount: 1 }], explain: [], headline: 'a curse' }) },
    swell: { label: 'Swell', for: ['pc'], input: [], apply: () => ({ stats: [{ to: 'actor', stat: 'diceMax', value: 99 }], explain: [], headline: 'swelling' }) },
  },
  initiative: {
    input: [{ id: 'haste', label: 'Haste', type: 'number', default: 0 }],
    slots: [{ id: 'first', label: 'First' }, { id: 'last', label: 'Last' }],
    prepare: (all) => ({ most: Math.max(0, ...all.map((one) => one.stats.diceMax)) }),
    resolve: (input, faces, context) => faces.length === 0 ? { need: [{ die: d6, count: 1 }] }
      : { slot: faces[0] > context.shared.most ? 'first' : 'last', value: faces[0] + input.haste, ties: [input.haste], explain: ['rolled ' + faces[0]] },
  },
  reroll: { costs: [{ pool: 'vigour', amount: 1 }] },
  npc: {
    input: [{ id: 'level', label: 'Level', type: 'number', min: 1, max: 10 }],
    build: ({ level }) => ({ vigourMax: level * 3, skills: [{ name: 'Bite', value: Math.min(6, level) }] }),
    vary: ({ level }, faces) => faces.length === 0 ? { need: [{ die: d6, count: 1 }] } : { input: { level: level + faces[0] } },
  },
  migrate: { 2: (record) => ({ ...record, data: { ...record.data, moved: 1 } }) },
  opposed: {
    race: {
      label: 'Race', of: 'heap', for: ['pc', 'npc', 'none'], side: [{ id: 'bonus', label: 'Bonus', type: 'number', default: 0 }],
      toInput: (side) => ({ bonus: side.bonus }),
      compare: (a, b) => ({ success: a.total === b.total ? null : a.total > b.total, explain: [a.total + ' to ' + b.total], headline: 'A race' }),
    },
    duel: {
      label: 'Duel', of: 'toss', for: ['pc', 'npc', 'none'],
      side: [{ id: 'goal', label: 'Goal', type: 'number', min: 1, max: 6, from: 'skills.value' }],
      toInput: (side) => ({ goal: side.goal, price: 0, dice: 1 }),
      compare: (a, b) => ({ success: a.total === b.total ? null : a.total > b.total, degree: Math.abs(a.total - b.total), explain: ['{actor} against {opponent}'], headline: a.total > b.total ? '{actor} wins' : '{actor} did not win' }),
    },
  },
})`

/** The manifest of its package. */
export const testManifest = {
  id: 'coin',
  name: 'Coin',
  version: '1.0.0',
  api: 1,
  compatibility: { minimum: '0.1.0', verified: '0.1.0' },
  license: 'MIT',
  authors: ['Tollkeeper authors'],
  description: 'A small system for tests.',
  dataVersion: 1,
}

/** Checks of the test system that misbehave, each with the kind of its fault. */
export const faultyChecks = [
  ['loop', 'timeout'],
  ['builtinLoop', 'timeout'],
  ['hoard', 'memory'],
  ['throws', 'threw'],
  ['rubbish', 'invalid'],
  ['foreign', 'invalid'],
] as const
