import { z } from 'zod'
import { characterId, name, noteId, sessionId } from '../schemas.ts'
import type { Handlers } from './index.ts'

const of = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('note'), id: noteId }),
  z.strictObject({ kind: z.literal('session'), id: sessionId }),
  z.strictObject({ kind: z.literal('character'), id: characterId }),
])

export const noteHandlers = {
  'note.create': { on: 'campaign', input: z.strictObject({ title: name }), run: ({ title }, campaign) => campaign.createNote(title) },
  'note.rename': { on: 'campaign', input: z.strictObject({ id: noteId, title: name }), run: ({ id, title }, campaign) => campaign.renameNote(id, title) },
  'note.delete': { on: 'campaign', input: z.strictObject({ id: noteId }), run: ({ id }, campaign) => campaign.deleteNote(id) },
  'notes.write': {
    on: 'campaign',
    input: z.strictObject({ of, text: z.string().max(1_000_000) }),
    run: ({ of: page, text }, campaign) => campaign.writeNotes(page, text),
  },
} satisfies Pick<Handlers, 'note.create' | 'note.rename' | 'note.delete' | 'notes.write'>
