import type { Settings } from './settings.ts'
import { lines, signed } from './words.ts'

/** Everything that moves a difficulty up or down. */
export type Circumstances = {
  readonly skill: number
  readonly assets: number
  /** Helpful circumstances; they share the asset cap. */
  readonly eases: number
  readonly helper: 'none' | 'untrained' | 'trained' | 'specialised'
  readonly hinders: number
  readonly effort: number
  readonly freeEffort: number
  readonly bonus: number
  /** Only an attack has one. */
  readonly weapon?: 'light' | 'medium' | 'heavy'
  readonly practiced?: boolean
}

/** Nothing moves the difficulty. */
export const unaided: Circumstances = {
  skill: 0,
  assets: 0,
  eases: 0,
  helper: 'none',
  hinders: 0,
  effort: 0,
  freeEffort: 0,
  bonus: 0,
}

/** A difficulty after every step. */
export interface Final {
  /** 0 or more, without an upper end. */
  readonly difficulty: number
  /** What is left of the bonus for the die: -2 to 2. */
  readonly bonus: number
  readonly explain: readonly string[]
}

const assetCap = 2
const easeCap = 4
const effortCap = 6

/**
 * Steps: skill, assets (at most 2 with help and circumstances), a light weapon and each full +3 ease
 * by at most 4 together; Effort, paid and free, by at most 6 more. Hinders have no cap. Floored at 0
 * once, at the end.
 */
export function applySteps(difficulty: number, circumstances: Circumstances, settings: Settings): Final {
  const { skill, assets, eases, helper, hinders, bonus, weapon, practiced = true } = circumstances
  const helped = assets + eases + helperAssets(helper, settings)
  const bonusSteps = Math.trunc(bonus / 3)
  const eased = Math.max(0, skill) + Math.min(assetCap, helped) + (weapon === 'light' ? 1 : 0) + Math.max(0, bonusSteps)
  const hindered = hinders + (skill < 0 ? 1 : 0) + (practiced ? 0 : 1) + Math.max(0, -bonusSteps)
  const effort = circumstances.effort + circumstances.freeEffort
  const sum = difficulty + hindered - Math.min(easeCap, eased) - Math.min(effortCap, effort)
  const left = bonus - 3 * bonusSteps
  return {
    difficulty: Math.max(0, sum),
    bonus: left,
    explain: lines(
      skill < 0 && 'inability: hindered 1',
      skill > 0 && `${skill === 1 ? 'trained' : 'specialised'}: eased ${skill}`,
      helped > 0 && `assets and help ${counted(helped, assetCap)}`,
      weapon === 'light' && 'light weapon: eased 1',
      !practiced && 'weapon not practiced: hindered 1',
      bonus !== 0 && bonusLine(bonus, bonusSteps, left),
      eased > easeCap && `all of that ${counted(eased, easeCap)}`,
      effort > 0 && `Effort ${counted(effort, effortCap)}`,
      hinders > 0 && `circumstances: hindered ${hinders}`,
      sum === difficulty ? `difficulty ${difficulty}` : `difficulty ${difficulty} comes to ${sum < 0 ? '0, the least there is' : sum}`,
    ),
  }
}

/** A helping ally is one asset, or two when good enough for the campaign's setting. */
export function helperAssets(helper: Circumstances['helper'], { helperAsset }: Settings): number {
  if (helper === 'none') return 0
  return helper === 'specialised' || helper === helperAsset ? 2 : 1
}

const counted = (count: number, cap: number) => (count > cap ? `${count}, counted ${cap}: eased ${cap}` : `${count}: eased ${count}`)

function bonusLine(bonus: number, steps: number, left: number): string {
  const step = steps > 0 ? `eased ${steps}` : steps < 0 ? `hindered ${-steps}` : ''
  const die = left === 0 ? '' : `${signed(left)} on the die`
  return `bonus ${signed(bonus)}: ${[step, die].filter(Boolean).join(', ')}`
}
