import type { Reply, Session, SessionId } from '../../preload/contract.ts'
import type { SessionRecord } from '../db/stores/sessions.ts'
import { failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import type { Records } from './records.ts'

/** What sessions stand on. */
export interface SessionDesk {
  readonly records: Records
  readonly uuid: () => string
}

/** Begins an evening's play; what is rolled and done from now on belongs to it. */
export function startSession({ records, uuid }: SessionDesk, door: Door, name?: string): Reply<SessionId> {
  const running = records.sessions.running()
  if (running) return failed('refused', `${running.name} is still running. End it first.`)
  const given = name?.trim()
  const called = given === undefined || given === '' ? `Session ${records.sessions.list().length + 1}` : given
  return door.act(`starting ${called}`, (at) => records.sessions.start({ uuid: uuid(), name: called }, at) as SessionId)
}

/** Ends the session that runs. */
export function endSession({ records }: SessionDesk, door: Door): Reply<null> {
  const running = records.sessions.running()
  if (!running) return failed('refused', 'No session is running.')
  return door.act(`ending ${running.name}`, (at) => {
    records.sessions.end(running.id, at)
    return null
  })
}

/** Changes a session's name and notes. */
export function updateSession({ records }: SessionDesk, door: Door, { id, name, notes }: { id: SessionId; name: string; notes: string }): Reply<null> {
  const before = records.sessions.get(id)
  if (!before) return failed('missing', 'That session is not there any more.')
  const called = name.trim()
  if (called === '') return failed('refused', 'A session needs a name.', [{ side: 0, field: 'name', message: 'A name is needed.' }])
  return door.act(`changes to ${before.name}`, () => {
    records.sessions.update({ id, name: called, notes })
    return null
  })
}

/** All sessions, the newest first. */
export const listSessions = ({ records }: Pick<SessionDesk, 'records'>): readonly Session[] => records.sessions.list().map(toSession)

const toSession = ({ id, endedAt, ...session }: SessionRecord): Session => ({ ...session, id: id as SessionId, ...(endedAt !== null && { endedAt }) })
