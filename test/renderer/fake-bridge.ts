/**
 * The one fake of the component tests: a bridge that answers from a table of handlers, keeps what
 * was asked, and sends the events that a test wants to see.
 */
import type { Declarations } from '../../plugins/api/index.ts'
import type {
  ActionPreview,
  Bridge,
  CampaignView,
  Character,
  CharacterId,
  Combatant,
  CombatantId,
  DicePreview,
  EventName,
  Events,
  Failure,
  FightPlace,
  LogPage,
  Odds,
  PlaceId,
  Preferences,
  Preview,
  Reply,
  RequestName,
  Requests,
  Roll,
  RollId,
  SidePreview,
} from '../../preload/contract.ts'

/** A promise that the test keeps when it likes. */
export function later<T>(): { readonly promise: Promise<T>; keep(value: T): void } {
  const held: { keep: (value: T) => void } = { keep: () => undefined }
  const promise = new Promise<T>((resolve) => (held.keep = resolve))
  return { promise, keep: (value) => held.keep(value) }
}

type Answers = { readonly [N in RequestName]?: (input: Requests[N]['input']) => Reply<Requests[N]['result']> | Promise<Reply<Requests[N]['result']>> }

export interface FakeBridge extends Bridge {
  /** The inputs of every request of a name, in order. */
  asked<N extends RequestName>(name: N): readonly Requests[N]['input'][]
  send<N extends EventName>(name: N, payload: Events[N]): void
  /** Changes what a request is answered from now on. */
  answer(answers: Answers): void
}

export const done = <T>(value: T): Reply<T> => ({ ok: true, value })
export const failed = (message: string, rest: Partial<Failure> = {}): Reply<never> => ({ ok: false, error: { code: 'refused', message, ...rest } })

export function createFakeBridge(answers: Answers = {}): FakeBridge {
  let table: Answers = {
    'campaign.current': () => done(null),
    'campaign.list': () => done([]),
    'backups.lost': () => done([]),
    'backups.list': () => done([]),
    'system.list': () => done([]),
    'preferences.get': () => done(preferences()),
    'campaigns.where': () => done({ folder: '/home/gm/campaigns', isUsual: true }),
    'backups.where': () => done({ folder: '/home/gm/campaigns/backups', isUsual: true }),
    'app.about': () => done({ app: '1.2.3', electron: '45.0.0', chromium: '150.0', node: '24.1.0', sqlite: '3.50.0' }),
    'log.read': async () => done(logPage((await openView(table))?.rolls)),
    'log.find': () => done({ entries: [], whole: true }),
    'check.preview': () => done(preview()),
    'check.variants': () => done([]),
    'action.preview': ({ input }) => done(actionPreview({ input })),
    'dice.preview': ({ text }) => done(dicePreview({ text })),
    'roll.make': () => failed('Nothing is rolled here.'),
    ...answers,
  }
  const log: { readonly name: RequestName; readonly input: unknown }[] = []
  type Listener = Parameters<Bridge['subscribe']>[0]
  const listeners = new Set<Listener>()
  return {
    async request(name, input) {
      // What crosses the real bridge is copied; what can't be copied fails there.
      log.push({ name, input: structuredClone(input) })
      const answer = table[name]
      return answer ? answer(input) : (done(null) as Reply<never>)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    asked: (name) => log.filter((entry) => entry.name === name).map(({ input }) => input as Requests[typeof name]['input']),
    send: (name, payload) => listeners.forEach((listener) => listener(JSON.stringify([[name, payload]]))),
    answer: (more) => (table = { ...table, ...more }),
  }
}

/** What the log holds where a test doesn't say: the rolls of the open campaign. */
async function openView(answers: Answers): Promise<CampaignView | undefined> {
  const reply = await answers['campaign.current']?.({})
  return reply?.ok ? (reply.value ?? undefined) : undefined
}

export const logPage = (rolls: readonly Roll[] = [], rest: Partial<LogPage> = {}): LogPage => ({ entries: rolls.map((each) => ({ kind: 'roll', roll: each })), ...rest })

export const characterId = (id: number) => id as CharacterId
export const rollId = (id: number) => id as RollId

const test: Declarations['checks'][string] = {
  label: 'Test',
  help: 'Roll the score or less.',
  for: ['pc', 'npc', 'none'],
  input: [
    { id: 'score', label: 'Score', type: 'number', min: 1, max: 100, from: 'scores.value' },
    { id: 'risk', label: 'Risk', type: 'choice', options: [{ id: 'low', label: 'Low' }, { id: 'high', label: 'High' }], default: 'low' },
    { id: 'push', label: 'Push', type: 'number', min: 0, max: 6, default: 0, maxFrom: 'level' },
  ],
  flags: [{ id: 'spark', label: 'Spark', tone: 'boon' }],
  degree: 'margin',
  variants: true,
}

/** A small system with a bit of everything that forms are drawn from. */
export const declarations = {
  stats: [
    { id: 'level', label: 'Level', type: 'number', min: 1, max: 10, default: 1, unit: 'ranks', help: 'How far they have come.' },
    {
      id: 'scores',
      label: 'Scores',
      type: 'list',
      default: [],
      columns: [
        { id: 'name', label: 'Name', type: 'text', default: '' },
        { id: 'value', label: 'Score', type: 'number', min: 1, max: 100, default: 50 },
      ],
    },
    { id: 'morale', label: 'Morale', type: 'number', default: 5, for: ['npc'] },
    { id: 'notes', label: 'Notes', type: 'text', default: '', group: 'Background' },
  ],
  counters: [
    { id: 'grace', label: 'Grace', owner: 'character', min: 0, initial: 0, tone: 'boon' },
    { id: 'debt', label: 'Debt', owner: 'gm', min: 0, initial: 0, tone: 'bane' },
  ],
  settings: [
    { id: 'doubles', label: 'Doubles count', type: 'flag', default: true, houseRule: true },
    { id: 'limit', label: 'Limit', type: 'number', min: 0, max: 9, default: 3 },
  ],
  houseRules: { borrowed: 'The table settled this by a vote.' },
  checks: {
    test,
    rest: { label: 'Rest', for: ['pc'], input: [] },
  },
  opposed: {
    duel: { label: 'Duel', for: ['pc', 'npc'], of: 'test', side: [{ id: 'score', label: 'Score', type: 'number', min: 1, max: 100, from: 'scores.value' }], degree: 'lead' },
  },
  actions: {
    mend: {
      label: 'Mend',
      help: 'Takes a moment of rest.',
      for: ['pc'],
      input: [{ id: 'amount', label: 'Amount', type: 'number', min: 1, max: 9, maxFrom: 'level', help: 'As much as they know how to.' }],
    },
    strike: { label: 'Strike', for: ['pc', 'npc'], target: 'needed', input: [{ id: 'harm', label: 'Harm', type: 'number', min: 0, max: 100, from: 'scores.value' }] },
    feast: { label: 'Feast', for: ['none'], input: [] },
  },
  npc: { input: [{ id: 'rank', label: 'Rank', type: 'number', min: 1, max: 10, help: 'How dangerous it is.' }] },
  conditions: [],
  figures: [],
  migrate: [],
} satisfies Declarations

export const character = (id: number, name: string, rest: Partial<Character> = {}): Character => ({
  id: characterId(id),
  kind: 'pc',
  name,
  stats: { level: 2, scores: [{ name: 'Melee', value: 62 }, { name: 'Will', value: 40 }], notes: '' },
  counters: { grace: { value: 3, min: 0 } },
  notes: '',
  role: 'self',
  tags: [],
  conditions: [],
  ...rest,
})

/** Somebody in a fight who is the character of that number, in a place of ten times the number. */
export const combatant = (id: number, rest: Partial<Combatant> = {}): Combatant => ({
  id: id as CombatantId,
  place: (id * 10) as PlaceId,
  character: characterId(id),
  hidden: false,
  defeated: false,
  done: false,
  ...rest,
})
export const place = (id: number, rest: Partial<FightPlace> = {}): FightPlace => ({ id: (id * 10) as PlaceId, explain: [], ...rest })

export const view = (rest: Partial<CampaignView> = {}): CampaignView => ({
  file: 'ferry.campaign',
  name: 'The Ninth Ferry',
  system: { id: 'sample', name: 'Sample', version: '1.0.0' },
  declarations,
  settings: { doubles: true, limit: 3 },
  characters: [character(1, 'Ysolde Marr'), character(2, 'Lantern hound', { kind: 'npc', counters: { grace: { value: 0, min: 0 } } })],
  gm: { debt: { value: 5, min: 0 } },
  table: {},
  rolls: [],
  sessions: [],
  notes: [],
  history: {},
  fights: [],
  encounters: [],
  tables: [],
  conditions: [],
  fightRules: { skipDefeated: true, waiterStays: false, atZero: 'defeat', turnSeconds: 0 },
  ...rest,
})

export const preferences = (rest: Partial<Preferences> = {}): Preferences => ({ theme: 'system', textSize: 100, reducedMotion: false, keys: {}, layouts: {}, backups: '', campaigns: '', developed: '', backupMegabytes: 1_000, undoSteps: 10_000, undoMegabytes: 64, ...rest })

export const odds = (rest: Partial<Odds> = {}): Odds => ({
  exact: true,
  cut: 0,
  leaves: 100,
  success: 0.62,
  flags: { spark: 0.05 },
  degrees: { 0: 0.5, 1: 0.5 },
  grants: { grace: 0.49, debt: 0.51 },
  cells: [
    { success: false, degree: 0, flags: [], grants: { debt: 1 }, chance: 0.38 },
    { success: true, degree: 0, flags: [], grants: { debt: 1 }, chance: 0.13 },
    { success: true, degree: 1, flags: ['spark'], grants: { grace: 1 }, chance: 0.49 },
  ],
  ...rest,
})

const side: SidePreview = {
  input: { score: 62, risk: 'low', push: 0 },
  picks: { scores: 0 },
  limits: { push: 2 },
  dice: [{ die: { id: 'd100', from: 1, to: 100 }, count: 1 }],
  costs: [],
}

/** A preview that asks for these dice. */
export const previewOf = (dice: SidePreview['dice'], rest: Partial<Preview> = {}): Preview => preview({ sides: [{ ...side, dice }], ...rest })

export const preview = (rest: Partial<Preview> = {}): Preview => ({
  sides: [side],
  problems: [],
  // As main does it: no odds while problems stand.
  ...(rest.problems?.length ? {} : { odds: odds() }),
  refining: false,
  ...rest,
})

export const actionPreview = (rest: Partial<ActionPreview> = {}): ActionPreview => ({ input: {}, limits: {}, picks: {}, problems: [], ...rest })

type ReadDice = Extract<DicePreview, { readonly kind: 'dice' }>
export const dicePreview = (rest: Partial<ReadDice> = {}): ReadDice => ({
  kind: 'dice',
  text: '2d2',
  bars: [
    { from: 2, to: 2, chance: 0.25 },
    { from: 3, to: 3, chance: 0.5 },
    { from: 4, to: 4, chance: 0.25 },
  ],
  mean: 3,
  exact: true,
  ...rest,
})

export const roll = (id: number, rest: Partial<Roll> = {}): Roll => ({
  id: rollId(id),
  at: Date.UTC(2026, 0, 5, 20, id % 60),
  check: 'test',
  participants: [{ id: characterId(1), name: 'Ysolde Marr', kind: 'pc' }],
  inputs: [{ score: 62, risk: 'low', push: 0 }],
  dice: [{ side: 0, die: 'd100', faces: [33], shown: ['33'], typed: false }],
  outcome: {
    success: true,
    degree: 2,
    flags: ['spark'],
    grants: [{ counter: 'grace', to: 'actor', amount: 1 }],
    costs: [],
    facts: {},
    explain: ['33 against 62: success', 'difference 29, margin 2'],
    headline: 'Triumph, by 2',
  },
  payments: [{ owner: 'Ysolde Marr', character: characterId(1), counter: 'grace', amount: 1 }],
  odds: odds(),
  undone: false,
  secret: false,
  replaced: false,
  ...rest,
})
