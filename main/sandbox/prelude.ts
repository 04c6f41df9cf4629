import { guestShim } from './guest/shim.ts'
import { guestWalker } from './guest/walker.ts'

/**
 * The script that runs before a system's own. Both functions are sent as their own text, so they are
 * written and checked like the rest of the code but use nothing from outside themselves. Its value is
 * the function that answers requests: JSON text to text as `FromWorker` says.
 */
export const prelude = (answerChars: number, declarationChars: number): string =>
  `'use strict';(${guestShim.toString()})(${guestWalker.toString()},${answerChars},${declarationChars})`
