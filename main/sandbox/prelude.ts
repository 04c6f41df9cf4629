import { guestCompare } from './guest/compare.ts'
import { guestFrames } from './guest/frames.ts'
import { guestOutcomes } from './guest/outcomes.ts'
import { guestSample } from './guest/sample.ts'
import { guestShim } from './guest/shim.ts'
import { guestWalk } from './guest/walk.ts'

/**
 * The script that runs before a system's own. Its functions are sent as their own text, so they are
 * written and checked like the rest of the code but use nothing from outside themselves. Its value is
 * the function that answers requests: JSON text to text as `FromWorker` says.
 */
export const prelude = (answerChars: number, declarationChars: number): string => `'use strict';
(${guestShim.toString()})((tools) => {
  const outcomes = (${guestOutcomes.toString()})(tools)
  const frames = (${guestFrames.toString()})(tools)
  return {
    __proto__: null,
    walk: (${guestWalk.toString()})(tools, outcomes, frames),
    sample: (${guestSample.toString()})(tools, outcomes),
    compareAll: (${guestCompare.toString()})(tools, outcomes),
  }
}, ${answerChars}, ${declarationChars})`
