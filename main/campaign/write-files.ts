import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Reply } from '../../preload/contract.ts'
import { diskFailure } from '../db/failure.ts'
import { done, failed } from '../rules/reply.ts'

/**
 * Writes texts beside each other, the first one at the path that the GM chose. Only that one was asked for:
 * others replace nothing, unless the first one replaces its like.
 */
export function writeTogether(path: string, files: readonly { readonly name: string; readonly text: string }[]): Reply<string> {
  const [first, ...others] = files.map(({ name, text }) => ({ path: join(dirname(path), basename(name)), text }))
  const taken = existsSync(path) ? undefined : others.find((other) => existsSync(other.path))
  if (taken) return failed('refused', `There is a file "${basename(taken.path)}" already, and this would replace it. Nothing was written. Choose another name or folder.`)
  let name = path
  try {
    // The text comes last: where it is, its pictures are.
    for (const other of others) writeFileSync((name = other.path), other.text)
    writeFileSync((name = path), first?.text ?? '')
    return done(path)
  } catch (error) {
    const failure = diskFailure(error, basename(name))
    if (failure) return failure
    throw error
  }
}
