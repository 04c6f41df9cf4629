import { expect, it } from 'vitest'
import type { TableId } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

it('keeps tables, rolls on them with everything nested, and logs every face', async () => {
  const { campaign, events } = await createPlay()
  valueOf(campaign.createTable({ name: 'Names', text: 'Marr' }))
  const road = valueOf(campaign.createTable({ name: 'Road', text: 'd4\n1-4 [[names]] with {2d6} crows' }))
  expect(campaign.view().tables.map(({ name }) => name)).toEqual(['Names', 'Road'])
  const { text, explain } = valueOf(campaign.rollOnTable(road))
  expect(text).toMatch(/^Marr with \d+ crows$/)
  expect(explain).toHaveLength(3)
  expect(valueOf(campaign.readLog({ text: 'crows' }, undefined, 5)).entries).toMatchObject([{ deed: { headline: `Road: ${text}`, explain } }])
  expect(events.some(({ name }) => name === 'tables.changed')).toBe(true)
})

it('refuses a table that can not be rolled on, by field and line, and undoes the rest', async () => {
  const { campaign, dump } = await createPlay()
  const before = standing(dump())
  const id = valueOf(campaign.createTable({ name: 'A', text: '[[B]]\nend' }))
  const refused = (name: string, text: string) => campaign.createTable({ name, text })
  expect(refused(' ', 'x')).toMatchObject({ error: { problems: [{ field: 'name' }] } })
  expect(refused('a', 'x')).toMatchObject({ error: { message: 'There is a table a already.' } })
  expect(refused('C', '1 x\n3 y')).toMatchObject({ error: { message: 'Line 2: No row is for 2.', problems: [{ field: 'text' }] } })
  expect(refused('B', '[[A]]')).toMatchObject({ error: { message: 'This would roll on itself: B → A → B.' } })
  valueOf(campaign.updateTable({ id, name: 'A', text: '[[Nowhere]]' }))
  expect(campaign.rollOnTable(id)).toMatchObject({ error: { message: expect.stringContaining('no table “Nowhere”') } })
  valueOf(campaign.deleteTable(id))
  expect(campaign.rollOnTable(id)).toMatchObject({ error: { code: 'missing' } })
  expect(campaign.updateTable({ id: 99 as TableId, name: 'x', text: 'y' })).toMatchObject({ error: { code: 'missing' } })
  expect(campaign.previewTable('d4\nA\nB\n2x C')).toEqual({ kind: 'table', dice: 'd4', calls: [], rows: [{ from: 1, to: 1, text: 'A', chance: 0.25 }, { from: 2, to: 2, text: 'B', chance: 0.25 }, { from: 3, to: 4, text: 'C', chance: 0.5 }] })
  expect(campaign.previewTable('2d6\n2-6 Low\n7 Seven\n8-12 High')).toMatchObject({ rows: [{ chance: expect.closeTo(15 / 36) }, { chance: expect.closeTo(1 / 6) }, { chance: expect.closeTo(15 / 36) }] })
  expect(campaign.previewTable('')).toMatchObject({ kind: 'problem', line: 1 })
  for (let step = 0; step < 3; step += 1) valueOf(campaign.undo())
  expect(standing(dump())).toEqual(before)
})
