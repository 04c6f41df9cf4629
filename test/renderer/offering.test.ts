import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { OddsCell, Reply, VariantOdds } from '../../preload/contract.ts'
import { layoutOdds, middleRung } from '../../renderer/state/odds-chart.ts'
import { createFakeBridge, declarations, done, failed, later, odds, preview, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { click, closeWindow, openWindow, settled, type } from './open-window.ts'

afterEach(closeWindow)

async function openCampaign(answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Parameters<typeof view>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)), ...answers })
  await openWindow(bridge)
  return bridge
}

const variants: readonly VariantOdds[] = [
  { label: 'one easier', input: { score: 77, risk: 'low', push: 0 }, success: 0.77, costs: [], best: false },
  { label: 'push 1', input: { score: 62, risk: 'low', push: 1 }, success: 0.82, costs: [{ pool: 'grace', amount: 2 }], best: true },
  { label: 'push 2', input: { score: 62, risk: 'low', push: 2 }, success: 0.6, costs: [], problem: 'Ysolde has 3 Grace.', best: false },
]
const table = () => within(screen.getByRole('group', { name: 'What would it buy' }))
const rows = () => table().getAllByRole('row').slice(1).map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim()))

test('each alternative stands with its chance, how much better that is, its cost, and why it can’t be done', async () => {
  await openCampaign({ 'check.variants': () => done(variants) })
  expect(rows()).toEqual([
    ['one easier', '77 %', '+15', 'nothing more'],
    ['push 1 best buy', '82 %', '+20', '+2 Grace'],
    ['push 2', 'Ysolde has 3 Grace.'],
  ])
})

test('an alternative sets the form to what it stands for, and one that can’t be done does not', async () => {
  const bridge = await openCampaign({ 'check.variants': () => done(variants) })
  await click(table().getByRole('button', { name: 'one easier' }))
  expect(bridge.asked('check.preview').at(-1)?.sides[0]?.input).toEqual({ score: 77 })
  bridge.answer({ 'check.preview': () => done(preview({ sides: [{ ...preview().sides[0], input: { score: 77, risk: 'low', push: 0 }, picks: {}, limits: {}, dice: [], costs: [] }] })) })
  await type(screen.getByRole('textbox', { name: 'Push' }), '0')
  await click(table().getByRole('button', { name: 'push 1' }))
  expect(bridge.asked('check.preview').at(-1)?.sides[0]?.input).toEqual({ score: 62, push: 1 })
  expect(table().queryByRole('button', { name: 'push 2' })).toBeNull()
})

test('what is paid already is no part of what an alternative costs', async () => {
  const costs = [{ pool: 'grace', amount: 2 }]
  await openCampaign({ 'check.preview': () => done(preview({ sides: [{ input: { score: 62, risk: 'low', push: 1 }, picks: {}, limits: {}, dice: [], costs }] })), 'check.variants': () => done(variants) })
  expect(rows().slice(0, 2)).toEqual([
    ['one easier', '77 %', '+15', '\u22122 Grace'],
    ['push 1 best buy', '82 %', '+20', 'nothing more'],
  ])
})

test('where no alternative costs anything none is said to', async () => {
  await openCampaign({ 'check.variants': () => done(variants.slice(0, 1)) })
  expect(rows()).toEqual([['one easier', '77 %', '+15']])
})

test('alternatives without pass or fail show their costs alone', async () => {
  const cells: readonly OddsCell[] = [{ success: null, flags: [], grants: {}, chance: 1 }]
  await openCampaign({
    'check.preview': () => done(preview({ odds: odds({ success: null, cells }) })),
    'check.variants': () => done([{ label: 'twice', input: {}, success: null, costs: [{ pool: 'grace', amount: 1 }], best: false }]),
  })
  expect(rows()).toEqual([['twice', '+1 Grace']])
})

test('the best buy is said while the list is folded, and that it is unfolded is remembered', async () => {
  const bridge = await openCampaign({ 'check.variants': () => done(variants) })
  const list = () => screen.getByText('What would it buy').closest('details') as HTMLDetailsElement
  expect(list().open).toBe(false)
  expect(list().querySelector('summary')?.textContent?.replace(/\s+/g, ' ')).toContain('best buy: push 1, 82 % for +2 Grace')
  list().open = true
  await settled()
  bridge.answer({ 'check.preview': () => done(preview({ problems: [{ side: 0, field: 'score', message: 'No.' }] })) })
  await type(screen.getByRole('textbox', { name: 'Score' }), '0')
  expect(screen.queryByText('What would it buy')).toBeNull()
  bridge.answer({ 'check.preview': () => done(preview()) })
  await type(screen.getByRole('textbox', { name: 'Score' }), '50')
  expect(list().open).toBe(true)
})

test('alternatives are asked for once the preview is there, for what it was made of', async () => {
  const bridge = await openCampaign()
  await type(screen.getByRole('textbox', { name: 'Push' }), '1')
  expect(bridge.asked('check.variants')).toEqual(bridge.asked('check.preview'))
})

test('nothing is asked for while problems stand, nor for a check that declares none', async () => {
  const withoutVariants = ({ variants: _, ...plain }: typeof declarations.checks.test) => plain
  const problem = await openCampaign({ 'check.preview': () => done(preview({ problems: [{ side: 0, message: 'No.' }] })) })
  expect(problem.asked('check.variants')).toEqual([])
  closeWindow()
  const none = await openCampaign({}, { declarations: { ...declarations, checks: { test: withoutVariants(declarations.checks.test) } } })
  expect(none.asked('check.variants')).toEqual([])
})

test('while one answer is awaited no other is asked for, and only the last input counts', async () => {
  const slow = later<Reply<readonly VariantOdds[]>>()
  const bridge = await openCampaign({ 'check.variants': () => slow.promise })
  bridge.answer({ 'check.variants': () => done(variants.slice(0, 1)) })
  for (const score of ['10', '20', '30']) await type(screen.getByRole('textbox', { name: 'Score' }), score)
  expect(bridge.asked('check.variants')).toHaveLength(1)
  slow.keep(done(variants))
  await settled()
  expect(bridge.asked('check.variants').map(({ sides }) => sides[0]?.input)).toEqual([{}, { score: 30 }])
  expect(rows()).toHaveLength(1)
})

test('alternatives of a sample are worked out anew once the exact odds arrive', async () => {
  const bridge = await openCampaign({ 'check.preview': () => done(preview({ odds: odds({ exact: false, success: 0.6 }), refining: true })), 'check.variants': () => done(variants) })
  expect(rows()[0]?.[2]).toBe('+17')
  bridge.send('odds.refined', odds())
  await settled()
  expect(bridge.asked('check.variants')).toHaveLength(2)
  expect(rows()[0]?.[2]).toBe('+15')
})

test('a system that fails at its alternatives still shows the odds', async () => {
  await openCampaign({ 'check.variants': () => failed('Sample failed.', { code: 'fault' }) })
  expect(screen.queryByText('What would it buy')).toBeNull()
  expect(screen.getByRole('region', { name: 'Odds' }).textContent).toMatch(/62\s%/)
})

const cell = (success: boolean | null, degree: number, chance: number): OddsCell => ({ success, degree, flags: [], grants: {}, chance })

test('a step of the ladder counts every better success, and no failure', () => {
  const chart = layoutOdds(odds({ cells: [cell(false, 2, 0.3), cell(false, 0, 0.1), cell(true, 0, 0.1), cell(true, 1, 0.2), cell(true, 4, 0.3)] }), [])
  expect(chart?.bars.map(({ success, from, orBetter }) => [success, from, orBetter === undefined ? undefined : Math.round(orBetter * 100)])).toEqual([
    [false, 2, undefined],
    [false, 0, undefined],
    [true, 0, 60],
    [true, 1, 50],
    [true, 4, 30],
  ])
  expect(chart && middleRung(chart)?.from).toBe(4)
})

test('where nothing passes or fails every result has its step', () => {
  const chart = layoutOdds(odds({ success: null, cells: [cell(null, 0, 0.5), cell(null, 1, 0.25), cell(null, 2, 0.25)] }), [])
  expect(chart?.bars.map(({ orBetter }) => orBetter)).toEqual([1, 0.5, 0.25])
})

test('a check that can only fail has no ladder', () => {
  const chart = layoutOdds(odds({ success: 0, cells: [cell(false, 0, 0.5), cell(false, 1, 0.5)] }), [])
  expect(chart?.bars.every(({ orBetter }) => orBetter === undefined)).toBe(true)
  expect(chart && middleRung(chart)).toBeUndefined()
})

test('the odds say in words what a good success has for chances, of the bar that is pointed at where one is', async () => {
  const cells = [cell(false, 0, 0.4), cell(true, 0, 0.1), cell(true, 1, 0.2), cell(true, 2, 0.3)]
  await openCampaign({ 'check.preview': () => done(preview({ odds: odds({ success: 0.6, cells }) })) })
  const region = screen.getByRole('region', { name: 'Odds' })
  expect(region.textContent).toMatch(/30\s% margin 2 or better/)
  const bars = region.querySelectorAll('svg.bars g')
  bars[2]?.dispatchEvent(new Event('pointerenter'))
  await settled()
  expect(region.textContent).toMatch(/50\s% margin 1 or better/)
  region.querySelector('svg.bars')?.dispatchEvent(new Event('pointerleave'))
  await settled()
  expect(region.textContent).toMatch(/30\s% margin 2 or better/)
})
