import { nothing } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const historyHandlers = {
  'history.undo': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.undo() },
  'history.redo': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.redo() },
} satisfies Pick<Handlers, 'history.undo' | 'history.redo'>
