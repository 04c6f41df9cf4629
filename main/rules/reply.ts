import type { ErrorCode, Failure, Problem, Reply } from '../../preload/contract.ts'

/** A reply that carries a value. */
export const done = <T>(value: T): Reply<T> => ({ ok: true, value })

/** A reply that says what happened, what is safe and what to do. */
export const failed = (code: ErrorCode, message: string, problems?: readonly Problem[]): { ok: false; error: Failure } => ({
  ok: false,
  error: { code, message, ...(problems && { problems }) },
})
