import type { Outcome } from '../../plugins/api/index.ts'

/**
 * A quick yes to nearly every outcome that has the right shape. A no says nothing: the schema, which
 * takes ten times as long, then decides and names what is wrong. `value` must come from JSON.
 */
export function isPlainOutcome(value: object): value is Outcome {
  for (const key in value) if (!keys.has(key)) return false
  const { success, total, target, degree, flags, grants, costs, facts, explain, headline, houseRules, offers } = value as Readonly<Record<string, unknown>>
  return (
    (success === null || typeof success === 'boolean') &&
    (total === undefined || isWhole(total)) &&
    (target === undefined || isWhole(target)) &&
    (degree === undefined || (isWhole(degree) && degree >= 0)) &&
    isList(flags, 100, isId) &&
    isList(grants, 100, isGrant) &&
    isList(costs, 0, isId) &&
    typeof facts === 'object' &&
    facts !== null &&
    !Array.isArray(facts) &&
    Object.keys(facts).every((name) => isName(name) && isFact((facts as Readonly<Record<string, unknown>>)[name])) &&
    isList(explain, 500, isLine) &&
    isText(headline, 1, 200) &&
    (houseRules === undefined || isList(houseRules, 100, isId)) &&
    (offers === undefined || isList(offers, 20, isOffer))
  )
}

const keys = new Set(['success', 'total', 'target', 'degree', 'flags', 'grants', 'costs', 'facts', 'explain', 'headline', 'houseRules', 'offers'])
const offerKeys = new Set(['label', 'action', 'to', 'input'])
const holders = new Set<unknown>(['actor', 'opponent', 'gm', 'table'])

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown, least: number, most: number): value is string => typeof value === 'string' && value.length >= least && value.length <= most
const isId = (value: unknown): boolean => isText(value, 1, 100)
const isLine = (value: unknown): boolean => isText(value, 0, 2_000)
const isName = (name: string): boolean => /^[a-z][A-Za-z0-9-]{0,99}$/.test(name)
const isFact = (fact: unknown): boolean => typeof fact === 'number' || typeof fact === 'boolean' || isLine(fact)
const isList = (value: unknown, most: number, isFine: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= most && value.every(isFine)

function isGrant(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (key !== 'counter' && key !== 'to' && key !== 'amount') return false
  const { counter, to, amount } = value as Readonly<Record<string, unknown>>
  return isId(counter) && holders.has(to) && isWhole(amount) && Math.abs(amount) <= 1_000_000_000
}

function isOffer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (!offerKeys.has(key)) return false
  const { label, action, to, input } = value as Readonly<Record<string, unknown>>
  if (!isText(label, 1, 200) || !isId(action) || !(to === undefined || to === 'actor' || to === 'target')) return false
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false
  return Object.entries(input).every(([id, each]) => isId(id) && (isWhole(each) || typeof each === 'boolean' || isLine(each)))
}
