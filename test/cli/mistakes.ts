/** A small system, and what authors get wrong in it: used by the test of `plugin check` and by that of docs/plugins.md. */

/** The files of a system without mistakes. */
export const leap = {
  'index.ts': `import { defineSystem } from '../api/index.ts'

const d6 = { id: 'd6', from: 1, to: 6 }

export default defineSystem({
  stats: [
    { id: 'nerve', label: 'Nerve', type: 'number', min: 1, max: 10, default: 5 },
    {
      id: 'skills',
      label: 'Skills',
      type: 'list',
      columns: [
        { id: 'name', label: 'Name', type: 'text' },
        { id: 'dice', label: 'Dice', type: 'number' },
      ],
    },
  ],
  counters: [
    { id: 'breath', label: 'Breath', owner: 'character', min: 0, initial: 3, tone: 'boon' },
    { id: 'dread', label: 'Dread', owner: 'gm', min: 0, initial: 0, tone: 'bane' },
  ],
  settings: [{ id: 'height', label: 'Height', type: 'choice', options: [{ id: 'low', label: 'Low' }], default: 'low' }],
  houseRules: { ours: 'Our own reading.' },
  checks: {
    leap: {
      label: 'Leap',
      for: ['pc'],
      input: [{ id: 'nerve', label: 'Nerve', type: 'number', min: 1, max: 10, from: 'nerve' }],
      flags: [{ id: 'fall', label: 'Fall', tone: 'bane' }],
      variants: () => [{ label: 'calm', input: { nerve: 10 } }],
      resolve({ nerve }, [die]) {
        if (die === undefined) return { need: [{ die: d6, count: 1 }] }
        return {
          success: die + Number(nerve) >= 8,
          total: die + Number(nerve),
          flags: [],
          grants: [],
          costs: [],
          facts: {},
          explain: [],
          headline: 'Landed',
        }
      },
    },
  },
  actions: {
    rest: {
      label: 'Rest',
      for: ['pc'],
      input: [],
      apply: () => ({ counters: [{ counter: 'breath', to: 'actor', amount: 1 }], explain: [], headline: 'Rested' }),
    },
  },
})
`,
  'manifest.json': `{
  "id": "leap",
  "name": "Leap",
  "version": "1.0.0",
  "api": 1,
  "compatibility": { "minimum": "0.1.0", "verified": "0.1.0" },
  "license": "MIT",
  "authors": ["Ada"],
  "description": "One die and a steady nerve.",
  "dataVersion": 1
}
`,
  'golden.json': `[
  { "name": "a leap", "check": "leap", "input": { "nerve": 5 }, "faces": [4], "expect": { "success": true, "total": 9 } }
]
`,
} as const

export interface Mistake {
  readonly name: string
  /** What makes the mistake: this text of a file, replaced by that. */
  readonly file: keyof typeof leap
  readonly from: string
  readonly to: string
  /** The one line that `plugin check` says about it. */
  readonly says: string
}

const inFile =
  (file: keyof typeof leap) =>
  (name: string, from: string, to: string, says: string): Mistake => ({ name, file, from, to, says })
const index = inFile('index.ts')
const manifest = inFile('manifest.json')
const golden = inFile('golden.json')

const declared = "The declarations can't be used: "
const script = "The script can't be used: "
const built = 'The sources can’t be built: '
const resolve = 'checks.leap.resolve'
const firstLine = 'if (die === undefined)'
const field = "{ id: 'nerve', label: 'Nerve', type: 'number', min: 1, max: 10, from: 'nerve' }"

export const mistakes: readonly Mistake[] = [
  // Declarations.
  index('a field without a label', field, field.replace("label: 'Nerve', ", ''), `${declared}checks.leap.input.0.label: found nothing, expected a text (in "nerve").`),
  index('a check without a label', "label: 'Leap',", '', `${declared}checks.leap.label: found nothing, expected a text.`),
  index('a check for nobody', "for: ['pc'],\n      input: [{", 'input: [{', `${declared}checks.leap.for: found nothing, expected a list.`),
  index(
    'from a stat that isn’t there',
    "from: 'nerve'",
    "from: 'nerves'",
    `${declared}checks.leap.input.0.from: found "nerves", expected a stat, a column of a list as list.column, or a character's counter; those that hold a number: nerve, skills.dice, breath (in "nerve").`,
  ),
  index('from a whole list', "from: 'nerve'", "from: 'skills'", `${declared}checks.leap.input.0.from: found "skills", expected a column of the list, as skills.column (in "nerve").`),
  index(
    'from a text into a number',
    "from: 'nerve'",
    "from: 'skills.name'",
    `${declared}checks.leap.input.0.from: found "skills.name", expected a number, as the field is one; this is a text (in "nerve").`,
  ),
  index('a choice without options', "options: [{ id: 'low', label: 'Low' }], ", '', `${declared}settings.0.options: found nothing, expected the answers of the choice (in "height").`),
  index('a setting without a default', ", default: 'low'", '', `${declared}settings.0.default: found nothing, expected a default: a new campaign starts with it (in "height").`),
  index('a default that is no option', "default: 'low'", "default: 'high'", `${declared}settings.0.default: found "high", expected a value that the field allows: Height is one of Low (in "height").`),
  index('an unknown entry of a field', field, field.replace('min:', 'minimum:'), `${declared}checks.leap.input.0.minimum: unknown, expected no such field (in "nerve").`),
  index('an unknown type', "type: 'choice'", "type: 'select'", `${declared}settings.0.type: found "select", expected one of "number", "text", "choice", "flag", "list" (in "height").`),
  index('an unknown owner', "owner: 'gm'", "owner: 'GM'", `${declared}counters.1.owner: found "GM", expected one of "character", "gm", "table" (in "dread").`),
  index('an id twice', "id: 'dread'", "id: 'nerve'", `${declared}stats and counters: found "nerve", expected each id once.`),
  index('a figure of a flag that isn’t there', 'actions: {', `figures: [{ id: 'falls', label: 'Falls', owner: 'table', flag: 'falls' }],\n  actions: {`, `${declared}figures.0.flag: found "falls", expected a flag that a check declares: fall (in "falls").`),
  index('a condition twice', 'actions: {', `conditions: [1, 2].map(() => ({ id: 'wet', label: 'Wet', tone: 'bane' })),\n  actions: {`, `${declared}conditions: found "wet", expected each id once.`),
  index(
    'health of the GM’s counter',
    'actions: {',
    "health: { counters: ['dread'] },\n  actions: {",
    `${declared}health.counters.0: found "dread", expected a character's counter that the system declares: breath.`,
  ),
  index(
    'a hit without an amount',
    'actions: {',
    "health: { counters: ['breath'], damage: 'rest' },\n  actions: {",
    `${declared}health.damage: found "rest", expected an action with a number field amount that isn't optional.`,
  ),
  index('a column without a type', ", type: 'text' }", ' }', `${declared}stats.1.columns.0.type: found nothing, expected one of "number", "text", "choice", "flag", "list" (in "skills", "name").`),
  index('a function where data belongs', "label: 'Leap'", "label: () => 'Leap'", `${script}"label" is a function, expected plain data.`),
  index('a check without resolve', 'resolve({', 'resolves({', `${script}checks.leap.resolve is missing, expected a function.`),
  index('an offered default that is no system', 'export default defineSystem({', 'export default () => ({', `${script}the system is missing or no object.`),

  // Outcomes.
  index('a flag that isn’t declared', 'flags: [],', "flags: ['falls'],", `${resolve}: flags.0: found "falls", expected a flag that the check declares: fall.`),
  index('a grant to the wrong owner', 'grants: []', "grants: [{ counter: 'dread', to: 'actor', amount: 1 }]", `${resolve}: grants.0.to: found "actor", expected "gm", whose counter dread is.`),
  index(
    'a grant of an unknown counter',
    'grants: []',
    "grants: [{ counter: 'luck', to: 'gm', amount: 1 }]",
    `${resolve}: grants.0.counter: found "luck", expected a counter that the system declares: breath, dread.`,
  ),
  index('a grant of nothing', 'grants: []', "grants: [{ counter: 'dread', to: 'gm', amount: 0 }]", `${resolve}: grants.0.amount: found 0, expected another number than 0.`),
  index('a total that is no number', 'total: die + Number(nerve)', "total: die + Number('x')", `${resolve}: "total" is NaN, expected a finite number.`),
  index('a total that is no whole number', 'total: die + Number(nerve)', 'total: die / 8', `${resolve}: total: found 0.5, expected a whole number.`),
  index('a headline that is undefined', "headline: 'Landed'", 'headline: undefined', `${resolve}: headline: found nothing, expected a text.`),
  index('no success', 'success: die + Number(nerve) >= 8', 'success: undefined', `${resolve}: success: found nothing, expected true, false or null.`),
  index('no list of flags', '          flags: [],\n', '', `${resolve}: flags: found nothing, expected a list.`),
  index('an unknown entry of an outcome', "headline: 'Landed'", "headline: 'Landed', title: 'Yes'", `${resolve}: title: unknown, expected no such field.`),
  index('a house rule that isn’t declared', "headline: 'Landed'", "headline: 'Landed', houseRules: ['theirs']", `${resolve}: houseRules.0: found "theirs", expected a house rule that the system declares: ours.`),
  index(
    'an offer of no action',
    "headline: 'Landed'",
    "headline: 'Landed', offers: [{ label: 'Sleep', action: 'sleep', input: {} }]",
    `${resolve}: offers.0.action: found "sleep", expected an action that the system declares: rest.`,
  ),
  index(
    'an offer to nobody in the game',
    "headline: 'Landed'",
    "headline: 'Landed', offers: [{ label: 'Rest', action: 'rest', to: 'opponent', input: {} }]",
    `${resolve}: offers.0.to: found "opponent", expected one of "actor", "target".`,
  ),

  // Dice.
  index('no dice', 'count: 1', 'count: 0', `${resolve}: need.0.count: found 0, expected at least 1.`),
  index('a die upside down', 'from: 1, to: 6', 'from: 6, to: 1', `${resolve}: need.0.die.to: found 1, expected 6 or more, as \`from\` is 6.`),
  index('too few names of faces', 'to: 6 }', "to: 6, faces: ['moon', 'sun'] }", `${resolve}: need.0.die.faces: found "2 names", expected 6, one for each face.`),
  index('too few values of faces', 'to: 6 }', 'to: 6, value: [0, 1] }', `${resolve}: need.0.die.value: found "2 values", expected 6, one for each face.`),
  index(
    'dice that aren’t in a list',
    'need: [{ die: d6, count: 1 }]',
    'need: { die: d6, count: 1 }',
    `${resolve}: need: found {"die":{"id":"d6","from":1,"to":6},"count":1}, expected a list.`,
  ),
  index(
    'costs from an unknown pool',
    'count: 1 }] }',
    "count: 1 }], costs: [{ pool: 'air', amount: 1 }] }",
    `${resolve}: costs.0.pool: found "air", expected a character's counter that the system declares: breath.`,
  ),
  index(
    'costs from the GM’s counter',
    'count: 1 }] }',
    "count: 1 }], costs: [{ pool: 'dread', amount: 1 }] }",
    `${resolve}: costs.0.pool: found "dread", expected a character's counter that the system declares: breath.`,
  ),
  index('dice without end', `${firstLine} return`, 'return', `${resolve}: asks for dice without end, expected an outcome after at most 10000 dice or 1000 needs.`),

  // Functions.
  index('a throw', firstLine, `if (die === 4) throw new Error('no idea')\n        ${firstLine}`, `${resolve} threw Error: no idea (index.ts:32).`),
  index('a value that isn’t there', firstLine, `Object(nerve).foo.bar\n        ${firstLine}`, `${resolve} threw TypeError: cannot read property 'bar' of undefined (index.ts:32).`),
  index('a name that isn’t there', 'die: d6', 'die: d8', `${resolve} threw ReferenceError: 'd8' is not defined (index.ts:32).`),
  index('an endless loop', firstLine, `for (;;);\n        ${firstLine}`, `${resolve} was stopped: it took longer than 50 ms.`),
  index('no answer', `${firstLine} return`, `${firstLine} return undefined as never\n        if (die === 0) return`, `${resolve}: there is no answer.`),
  index('an answer that is no step', `${firstLine} return`, `${firstLine} return 'yes' as never\n        if (die === 0) return`, `${resolve}: the answer: found "yes", expected dice needed, a refusal or an outcome.`),
  index('a promise', 'resolve({', 'async resolve({', `${resolve}: the answer is a promise; functions of a system must answer at once.`),
  index('a random number', firstLine, `Math.random()\n        ${firstLine}`, `${resolve} threw TypeError: not a function (index.ts:32). A system has no Math.random: answer { need: … } and the host rolls.`),
  index('the clock', firstLine, `Date.now()\n        ${firstLine}`, `${resolve} threw ReferenceError: 'Date' is not defined (index.ts:32). A system has no clock.`),
  index(
    'the console',
    firstLine,
    `console.log(nerve)\n        ${firstLine}`,
    `${resolve} threw ReferenceError: 'console' is not defined (index.ts:32). A system prints nothing: put what you want to see in \`explain\`.`,
  ),
  index(
    'a refusal after dice',
    'return {\n',
    "if (die) return { refuse: { message: 'Too late.' } }\n        return {\n",
    `${resolve}: refuse: found {"message":"Too late."}, expected dice or an outcome: a check refuses before the first die or not at all.`,
  ),
  index('a change of the input', firstLine, `Object.assign(arguments[0], { nerve: 9 })\n        ${firstLine}`, `${resolve} threw TypeError: 'nerve' is read-only (index.ts:32).`),
  index('an action that moves somebody else’s counter', "'breath', to: 'actor'", "'dread', to: 'actor'", 'actions.rest.apply: counters.0.to: found "actor", expected a holder of dread: its owner is the gm.'),
  index(
    'an action that writes what the sheet doesn’t take',
    'amount: 1 }], explain',
    "amount: 1 }], stats: [{ to: 'actor', stat: 'nerve', value: 11 }], explain",
    "actions.rest.apply: stats.0.value: found what the sheet doesn't take: Nerve is 1 to 10.",
  ),

  index('a variant that the form doesn’t take', 'input: { nerve: 10 }', 'input: { nerve: 11 }', 'checks.leap.variants: 0.input.nerve: Nerve is 1 to 10.'),

  // Sources.
  index('no default export', 'export default', 'export const system =', `${built}index.ts exports nothing by default, expected \`export default defineSystem({ … })\`.`),
  index('a slip of the pen', 'stats: [', 'stats: [[', `${built}index.ts:18:10: ERROR: Expected "]" but found ":"`),
  index(
    'an import of Node',
    'const d6',
    "import { readFileSync } from 'node:fs'\nreadFileSync('notes.txt')\nconst d6",
    `${built}index.ts:3:29: found an import of "node:fs", expected files of the system’s own or ../api/index.ts alone.`,
  ),
  index('a throw while it loads', 'const d6', "if (1) throw new Error('early')\nconst d6", 'The script threw Error: early (index.ts:3).'),

  // The manifest.
  manifest('a forgotten entry', '  "license": "MIT",\n', '', 'manifest.json: "license" is missing: it must be a text.'),
  manifest('an unknown entry', '"license": "MIT",', '"license": "MIT", "price": 3,', 'manifest.json: there is no entry "price" in a manifest.'),
  manifest('a version that is none', '1.0.0', '1.0', 'manifest.json: "version" must be a version such as 1.2.3.'),
  manifest('an id with a capital', '"leap"', '"Leap"', 'manifest.json: "id" must be 2 to 40 lower-case letters, digits and hyphens, a letter first.'),
  manifest('another API', '"api": 1', '"api": 2', 'manifest.json: "api" is 2; this app offers plugin API 1 alone.'),
  manifest('a comma too many', '"dataVersion": 1', '"dataVersion": 1,', 'manifest.json: not valid JSON: a key in double quotes was expected (line 11).'),
  manifest('an app that isn’t out yet', '"minimum": "0.1.0", "verified": "0.1.0"', '"minimum": "9.0.0", "verified": "9.0.0"', 'Leap needs Tollkeeper 9.0.0 or later; this is 0.1.0.'),
  manifest(
    'a data version without a migration',
    '"dataVersion": 1',
    '"dataVersion": 2',
    'migrate: found no 2, expected a function that brings data of version 1 to 2, as manifest.json says "dataVersion": 2.',
  ),
  index('a migration ahead of the data', 'actions: {', 'migrate: { 2: (record) => record },\n  actions: {', 'migrate: found 2, expected at most 1, as manifest.json says "dataVersion": 1.'),

  // Golden rows.
  golden('a face that no die has', '[4]', '[7]', '7 is no face of a d6 (1 to 6)'),
  golden('too few faces', '"faces": [4], ', '', 'too few faces: 1 of a d6 asked for, 0 left'),
  golden('too many faces', '[4]', '[4, 4]', '1 of the faces were not asked for'),
  golden('a misspelt entry', '"faces"', '"face"', 'the row has "face", which is not read'),
  golden('nothing expected', '"expect"', '"expects"', 'golden row 1 ("a leap"): "expect": found nothing, expected an object of what must come out. The row has "expects", which is not read.'),
  golden('a face as a text', '[4]', '["4"]', 'golden row 1 ("a leap"): "faces": found ["4"], expected a list of whole numbers.'),
  golden('no JSON', ' }\n]', ' }\n', 'the golden rows are not valid JSON'),
  golden('a check that isn’t there', '"check": "leap"', '"check": "jump"', 'There is no check "jump"; this system has leap.'),
  golden('a field that isn’t there', '"nerve": 5', '"nerves": 5', 'refused: There is no field "nerves" here.'),
  golden('a value out of range', '"nerve": 5', '"nerve": 11', 'refused: Nerve is 1 to 10.'),
  golden('another outcome', '"total": 9', '"total": 8', 'total: expected 8, found 9'),
]
