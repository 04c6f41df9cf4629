/** The commands, for whatever shows their keys. */
import { createContext } from 'svelte'
import type { Commands } from '../state/commands/commands.svelte.ts'

export const [useCommands, provideCommands] = createContext<Commands>()
