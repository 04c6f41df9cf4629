import { describe, expect, it } from 'vitest'
import { parseDeclarations } from '../../main/sandbox/declarations.ts'

const score = { id: 'score', label: 'Score', type: 'number' }
const skills = { id: 'skills', label: 'Skills', type: 'list', columns: [{ id: 'name', label: 'Name', type: 'text' }, { id: 'level', label: 'Level', type: 'number' }] }
const points = { id: 'points', label: 'Points', owner: 'character', initial: 0, tone: 'boon' }
const task = { label: 'Task', for: ['pc'], input: [score] }

const whole = (more: object = {}) => ({
  stats: [{ ...score, id: 'body' }, skills, { id: 'note', label: 'Note', type: 'text' }],
  counters: [points, { id: 'doom', label: 'Doom', owner: 'gm', initial: 0, tone: 'bane' }],
  settings: [],
  houseRules: {},
  checks: { task },
  opposed: {},
  actions: {},
  conditions: [],
  figures: [],
  migrate: [],
  ...more,
})
const input = (...fields: object[]) => whole({ checks: { task: { ...task, input: fields } } })
const stats = (...fields: object[]) => whole({ stats: fields })
const counters = (...all: object[]) => whole({ counters: all })
const stunned = { id: 'stunned', label: 'Stunned', help: 'Loses the next turn.', tone: 'bane' }
const conditions = (...all: object[]) => whole({ conditions: all })
const hit = { label: 'Hit', for: ['pc', 'npc'], input: [{ id: 'amount', label: 'Amount', type: 'number' }] }
const health = (given: object, action: object = {}) => whole({ health: { counters: ['points'], ...given }, actions: { hit: { ...hit, ...action } } })
const figures = (...all: object[]) => whole({ figures: all.map((each) => ({ id: 'hits', label: 'Hits', owner: 'table', ...each })) })
const pool = { id: 'pool', label: 'Pool', type: 'choice', options: [{ id: 'body', label: 'Body' }, { id: 'none', label: 'None' }] }

describe('declarations', () => {
  it('pass as they are when nothing is wrong', () => {
    const all = input(
      { ...score, min: 1, max: 10, default: 5, from: 'body', maxFrom: 'points', unit: 'points', help: 'Help.', group: 'Main' },
      { id: 'level', label: 'Level', type: 'number', from: 'skills.level' },
      { id: 'name', label: 'Name', type: 'text', from: 'skills.name', optional: true },
      pool,
      { id: 'edge', label: 'Edge', type: 'number', from: { by: 'pool', of: { body: 'body' } } },
    )
    expect(parseDeclarations(all)).toEqual({ ok: true, value: all })
  })

  it('pass with one alias at two stats of which nobody has both', () => {
    const one = { label: 'Level', type: 'number', aliases: ['lvl'] }
    const all = stats({ ...one, id: 'tier', for: ['pc'] }, { ...one, id: 'rank', for: ['npc'] })
    expect(parseDeclarations(all)).toEqual({ ok: true, value: all })
  })

  it('pass with all that they say about a fight', () => {
    const optional = { ...hit, target: 'optional', input: [{ ...hit.input[0], default: 1 }, { id: 'kind', label: 'Kind', type: 'text' }] }
    const all = whole({
      conditions: [stunned, { id: 'on-fire', label: 'On fire', tone: 'bane' }],
      health: { counters: ['points'], vital: ['points'], damage: 'hit', heal: 'mend' },
      actions: { hit, mend: optional },
    })
    expect(parseDeclarations(all)).toEqual({ ok: true, value: all })
  })

  it('pass with figures of every kind', () => {
    const hits = { id: 'hits', label: 'Hits', owner: 'character', tone: 'boon', check: 'task', success: true, flag: 'crit', fact: { id: 'weapon', is: 'bow' }, sum: 'damage' }
    const all = whole({ checks: { task: { ...task, flags: [{ id: 'crit', label: 'Critical', tone: 'boon' }] } }, actions: { hit }, figures: [hits, { id: 'blows', label: 'Blows', owner: 'table', action: 'hit', since: true }, { id: 'crits', label: 'Criticals', owner: 'table', flag: 'crit' }] })
    expect(parseDeclarations(all)).toEqual({ ok: true, value: all })
  })

  it.each([
    ['no system', 7, 'the answer: found 7, expected an object'],
    ['a missing part', { ...whole(), counters: undefined }, 'counters: found nothing, expected a list'],
    ['an unknown part', { ...whole(), hooks: [] }, 'hooks: unknown, expected no such field'],
    ['no check', whole({ checks: {} }), 'checks: found {}, expected at least one check'],
    ['a check id with capitals first', whole({ checks: { Task: task } }), 'checks.Task'],
    ['a check called like a built-in', whole({ checks: { constructor: task } }), 'expected another id: this one is reserved'],
    ['a check for nobody', whole({ checks: { task: { ...task, for: [] } } }), 'checks.task.for: found [], expected at least 1 entries'],
    ['a check for a stranger', whole({ checks: { task: { ...task, for: ['dragon'] } } }), 'checks.task.for.0: found "dragon", expected one of "pc", "npc", "none"'],
    ['a check for somebody twice', whole({ checks: { task: { ...task, for: ['pc', 'pc'] } } }), 'checks.task.for: found "pc", expected each id once'],
    ['a flag twice', whole({ checks: { task: { ...task, flags: [1, 2].map(() => ({ id: 'a', label: 'A', tone: 'boon' })) } } }), 'checks.task.flags: found "a"'],
    ['a flag of no tone', whole({ checks: { task: { ...task, flags: [{ id: 'a', label: 'A', tone: 'loud' }] } } }), 'checks.task.flags.0.tone: found "loud"'],
    ['a field without label', input({ id: 'a', type: 'flag' }), 'checks.task.input.0.label: found nothing, expected a text'],
    ['a field of no type', input({ id: 'a', label: 'A', type: 'colour' }), 'checks.task.input.0.type: found "colour", expected one of'],
    ['a field id with a space', input({ id: 'a b', label: 'A', type: 'flag' }), 'checks.task.input.0.id: found "a b"'],
    ['a field twice', input(score, score), 'checks.task.input: found "score", expected each id once'],
    ['a list in a form', input(skills), 'checks.task.input.0.type: found "list", expected another type: only stats are lists'],
    ['a bound of half', input({ ...score, min: 0.5 }), 'checks.task.input.0.min: found 0.5, expected a whole number'],
    ['bounds the wrong way round', input({ ...score, min: 5, max: 1 }), 'checks.task.input.0.max: found 1, expected 5 or more'],
    ['a bound of a text', input({ id: 'a', label: 'A', type: 'text', max: 5 }), 'checks.task.input.0.max: found 5, expected none, as the field is no number'],
    ['a default out of bounds', input({ ...score, min: 1, max: 3, default: 4 }), 'checks.task.input.0.default: found 4, expected a value that the field allows'],
    ['a default of another type', input({ ...score, default: 'x' }), 'checks.task.input.0.default: found "x"'],
    ['a default that is no option', input({ ...pool, default: 'mind' }), 'checks.task.input.0.default: found "mind"'],
    ['a choice without options', input({ id: 'a', label: 'A', type: 'choice' }), 'checks.task.input.0.options: found nothing'],
    ['an option twice', input({ ...pool, options: [1, 2].map(() => ({ id: 'a', label: 'A' })) }), 'checks.task.input.0.options: found "a"'],
    ['options of a number', input({ ...score, options: pool.options }), 'expected none, as the field is no choice'],
    ['a list without columns', stats({ id: 'a', label: 'A', type: 'list' }), 'stats.0.columns: found nothing'],
    ['a list in a list', stats({ ...skills, columns: [{ id: 'in', label: 'In', type: 'list' }] }), 'stats.0.columns.0.type: found "list"'],
    ['a column twice', stats({ ...skills, columns: [score, score] }), 'stats.0.columns: found "score"'],
    ['a stat named like a counter', whole({ stats: [{ ...score, id: 'points' }] }), 'stats and counters: found "points"'],
    ['a source that isn\'t there', input({ ...score, from: 'mind' }), 'checks.task.input.0.from: found "mind", expected a stat'],
    ['a source of another type', input({ ...score, from: 'note' }), 'checks.task.input.0.from: found "note", expected a number, as the field is one; this is a text'],
    ['a source that is a whole list', input({ ...score, from: 'skills' }), 'expected a column of the list, as skills.column'],
    ['a column that isn\'t there', input({ ...score, from: 'skills.rank' }), 'checks.task.input.0.from: found "skills.rank"'],
    ['a source too deep', input({ ...score, from: 'skills.level.more' }), 'checks.task.input.0.from'],
    ['a source from the GM\'s counter', input({ ...score, from: 'doom' }), 'checks.task.input.0.from: found "doom"'],
    ['a source by a field that is no choice', input(score, { id: 'b', label: 'B', type: 'number', from: { by: 'score', of: {} } }), 'checks.task.input.1.from.by: found "score", expected a choice of the same form'],
    ['a source by no option', input(pool, { id: 'b', label: 'B', type: 'number', from: { by: 'pool', of: { mind: 'body' } } }), 'checks.task.input.1.from.of.mind: found "mind", expected an option of pool'],
    ['a maximum of a flag', input({ id: 'a', label: 'A', type: 'flag', maxFrom: 'body' }), 'checks.task.input.0.maxFrom'],
    ['one alias at two stats', stats({ ...score, aliases: ['HP'] }, { id: 'other', label: 'Other', type: 'number', aliases: ['hp'] }), 'stats.1.aliases: found "hp", expected each alias at one stat; score has it'],
    ['no alias in a list of them', stats({ ...score, aliases: [] }), 'stats.0.aliases'],
    ['a setting without default', whole({ settings: [score] }), 'settings.0.default: found nothing, expected a default'],
    ['a setting that is a list', whole({ settings: [{ ...skills, default: [] }] }), 'settings.0.type: found "list"'],
    ['a counter of nobody', counters({ ...points, owner: 'moon' }), 'counters.0.owner: found "moon"'],
    ['a counter that starts out of bounds', counters({ ...points, max: 5, initial: 6 }), 'counters.0.initial: found 6'],
    ['a counter that starts at no maximum', counters({ ...points, initial: 'max' }), 'counters.0.initial: found "max"'],
    ['a counter with bounds the wrong way round', counters({ ...points, min: 3, max: 1, initial: 3 }), 'counters.0.max: found 1'],
    ['a counter whose maximum is no number', counters({ ...points, maxFrom: 'note' }), 'counters.0.maxFrom: found "note", expected a stat that is a number'],
    ['a GM\'s counter with a maximum from a sheet', counters({ ...points, owner: 'gm', maxFrom: 'body' }), 'counters.0.maxFrom'],
    ['conditions that are no list', whole({ conditions: { stunned } }), 'conditions: found {"stunned"'],
    ['a condition twice', conditions(stunned, stunned), 'conditions: found "stunned", expected each id once'],
    ['a condition called like a built-in', conditions({ ...stunned, id: 'constructor' }), 'conditions: found "constructor", expected another id'],
    ['a condition id with a space', conditions({ ...stunned, id: 'on fire' }), 'conditions.0.id: found "on fire", expected an id of letters'],
    ['a condition without label', conditions({ ...stunned, label: '' }), 'conditions.0.label: found "", expected at least 1 characters (in "stunned")'],
    ['a condition of no tone', conditions({ ...stunned, tone: 'loud' }), 'conditions.0.tone: found "loud", expected one of "boon", "bane", "plain" (in "stunned")'],
    ['an unknown part of a condition', conditions({ ...stunned, rounds: 2 }), 'conditions.0.rounds: unknown, expected no such field (in "stunned")'],
    ['health without counters', health({ counters: undefined }), 'health.counters: found nothing, expected a list'],
    ['health of no counters', health({ counters: [] }), 'health.counters: found [], expected at least 1 entries'],
    ['health of a counter that isn\'t there', health({ counters: ['points', 'blood'] }), 'health.counters.1: found "blood", expected a character\'s counter that the system declares: points'],
    ['health of the GM', health({ counters: ['doom'] }), 'health.counters.0: found "doom", expected a character\'s counter that the system declares: points'],
    ['health of a counter twice', health({ counters: ['points', 'points'] }), 'health.counters: found "points", expected each id once'],
    ['vital counters of nobody', health({ vital: ['doom'] }), 'health.vital.0: found "doom", expected a character\'s counter'],
    ['no vital counters at all', health({ vital: [] }), 'health.vital: found []'],
    ['a hit that is no action', health({ damage: 'bite' }), 'health.damage: found "bite", expected an action that the system declares: hit'],
    ['a hit called like a built-in', health({ damage: 'constructor' }), 'health.damage: found "constructor", expected an action'],
    ['healing that is no action', health({ heal: 'rest' }), 'health.heal: found "rest", expected an action that the system declares: hit'],
    ['a hit on nobody', health({ damage: 'hit' }, { for: ['none'] }), 'health.damage: found "hit", expected an action for characters'],
    ['a hit that takes two', health({ damage: 'hit' }, { target: 'needed' }), 'health.damage: found "hit", expected an action that needs no second character'],
    ['a hit without amount', health({ damage: 'hit' }, { input: [score] }), 'health.damage: found "hit", expected an action with a number field amount that isn\'t optional'],
    ['a hit whose amount is a text', health({ damage: 'hit' }, { input: [{ ...hit.input[0], type: 'text' }] }), 'health.damage: found "hit", expected an action with a number field'],
    ['healing whose amount is optional', health({ heal: 'hit' }, { input: [{ ...hit.input[0], optional: true }] }), 'health.heal: found "hit", expected an action with a number field'],
    ['an unknown part of health', health({ death: 'hit' }), 'health.death: unknown, expected no such field'],
    ['a figure of nothing', figures({}), 'figures.0: found {"id":"hits","label":"Hits","owner":"table"}, expected something to count: check, success, flag, fact, sum or action (in "hits")'],
    ['a figure twice', figures({ success: true }, { success: false }), 'figures: found "hits", expected each id once'],
    ['a figure of the GM', figures({ owner: 'gm', success: true }), 'figures.0.owner: found "gm", expected one of "character", "table"'],
    ['a figure of a check that isn\'t there', figures({ check: 'duel' }), 'figures.0.check: found "duel", expected a check that the system declares: task'],
    ['a figure of a built-in', figures({ check: 'constructor' }), 'figures.0.check: found "constructor"'],
    ['a figure of a flag that no check has', figures({ flag: 'crit' }), 'figures.0.flag: found "crit", expected nothing: there is no flag that a check declares'],
    ['a figure of an action that isn\'t there', figures({ action: 'toString' }), 'figures.0.action: found "toString", expected nothing: there is no action'],
    ['a figure of an action and of rolls', whole({ figures: [{ id: 'hits', label: 'Hits', owner: 'table', action: 'hit', success: true }], actions: { hit } }), 'figures.0.success: found true, expected none, as the figure counts an action'],
    ['the last one of rolls', figures({ success: true, since: true }), 'figures.0.since: found true, expected none, as the figure counts no action'],
    ['a figure of a fact with a quote', figures({ sum: 'a"b' }), 'figures.0.sum: found'],
    ['a figure of a fact at a list', figures({ fact: { id: 'a', is: [] } }), 'figures.0.fact.is: found [], expected a number, a text, or true or false'],
    ['an unknown part of a figure', figures({ success: true, per: 'day' }), 'figures.0.per: unknown, expected no such field (in "hits")'],
    ['a house rule without words', whole({ houseRules: { ours: '' } }), 'houseRules.ours: found ""'],
    ['an opposed check of nothing', whole({ opposed: { contest: { label: 'C', for: ['pc'], of: 'duel', side: [] } } }), 'opposed.contest.of: found "duel", expected a check: task'],
    ['an opposed check of a built-in', whole({ opposed: { contest: { label: 'C', for: ['pc'], of: 'constructor', side: [] } } }), 'opposed.contest.of: found "constructor"'],
    ['an opposed check named like a check', whole({ opposed: { task: { label: 'C', for: ['pc'], of: 'task', side: [] } } }), 'checks and opposed: found "task"'],
    ['a megabyte of label', whole({ checks: { task: { ...task, label: 'x'.repeat(1e6) } } }), 'checks.task.label'],
    ['prototypes', JSON.parse(JSON.stringify(whole()).replace('{', '{"__proto__": {"x": 1},')), '__proto__: unknown'],
  ])('are refused for %s', (_, declared, message) => {
    const parsed = parseDeclarations(declared)
    expect(parsed.ok).toBe(false)
    expect(!parsed.ok && parsed.message).toContain(message)
    expect(!parsed.ok && parsed.message.length).toBeLessThan(400)
  })
})
