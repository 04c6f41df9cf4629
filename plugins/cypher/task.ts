import type { Check } from '../api/index.ts'
import type { Attempt, Result } from './d20.ts'
import { d20Flags, rollD20 } from './d20.ts'
import { attemptFields, what } from './fields.ts'
import { missed, toOutcome } from './outcome.ts'
import { toSettings } from './settings.ts'
import { variantsOf } from './variants.ts'

const words = [
  'routine',
  'simple',
  'standard',
  'demanding',
  'difficult',
  'challenging',
  'intimidating',
  'formidable',
  'heroic',
  'immortal',
  'impossible',
]

export const task: Check = {
  label: 'Task',
  help: 'One d20 against three times the difficulty that is left after all steps.',
  for: ['pc', 'none'],
  input: [
    what('skills.name'),
    {
      id: 'difficulty',
      label: 'Difficulty',
      type: 'number',
      min: 0,
      max: 10,
      help: words.map((word, difficulty) => `${difficulty} ${word}`).join(', '),
    },
    ...attemptFields({ skill: 'skills.level', pool: 'skills.pool' }),
  ],
  flags: d20Flags,
  variants: variantsOf('difficulty'),

  resolve(input, faces, context) {
    const { difficulty, ...attempt } = input as Attempt & { difficulty: number }
    const result = rollD20(difficulty, attempt, attempt.effort, faces, toSettings(context.settings))
    if (!('success' in result)) return result
    return toOutcome(result, context.actor, { headline: taskHeadline(result) })
  },
}

function taskHeadline(result: Result): string {
  if (result.total === undefined) return 'Automatic success'
  return result.success ? 'Success' : missed(result)
}
