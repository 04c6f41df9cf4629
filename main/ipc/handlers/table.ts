import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { name, tableId } from '../schemas.ts'
import type { Handlers } from './index.ts'

const text = z.string().max(200_000)

export const tableHandlers = {
  'table.preview': { on: 'campaign', input: z.strictObject({ text }), run: (input, campaign) => done(campaign.previewTable(input.text)) },
  'table.create': { on: 'campaign', input: z.strictObject({ name, text }), run: (input, campaign) => campaign.createTable(input) },
  'table.update': { on: 'campaign', input: z.strictObject({ id: tableId, name, text }), run: (input, campaign) => campaign.updateTable(input) },
  'table.delete': { on: 'campaign', input: z.strictObject({ id: tableId }), run: ({ id }, campaign) => campaign.deleteTable(id) },
  'table.roll': { on: 'campaign', input: z.strictObject({ id: tableId }), run: ({ id }, campaign) => campaign.rollOnTable(id) },
} satisfies Partial<Handlers>
