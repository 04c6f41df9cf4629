import type { CharacterId, Reply, Session, SessionId } from '../../preload/contract.ts'
import type { SessionRecord } from '../db/stores/sessions.ts'
import { failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import type { Records } from './records.ts'

/** What sessions stand on. */
export interface SessionDesk {
  readonly records: Records
  readonly uuid: () => string
}

/** Begins an evening's play: what is rolled and done from now on belongs to it, and `reset` sets counters back for it. All players are there. */
export function startSession({ records, uuid }: SessionDesk, door: Door, reset: (at: number) => void, name?: string): Reply<SessionId> {
  const running = records.sessions.running()
  if (running) return failed('refused', `${running.name} is still running. End it first.`)
  const given = name?.trim()
  const called = given === undefined || given === '' ? `Session ${records.sessions.list().length + 1}` : given
  const present = records.characters.list().filter(({ kind }) => kind === 'pc').map(({ id }) => id as CharacterId)
  return door.act(`starting ${called}`, (at) => {
    const id = records.sessions.start({ uuid: uuid(), name: called, present }, at) as SessionId
    reset(at)
    return id
  })
}

/** Says whose players are there. */
export function attendSession({ records }: SessionDesk, door: Door, id: SessionId, present: readonly CharacterId[]): Reply<null> {
  const session = records.sessions.get(id)
  if (!session) return failed('missing', 'That session is not there any more.')
  return door.act('who is there', () => {
    records.sessions.attend(id, present)
    return null
  })
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
