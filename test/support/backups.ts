import { join } from 'node:path'
import { createBackups, type BackupsOptions } from '../../main/campaign/backups.ts'
import { createCopier } from '../../main/db/copier.ts'
import { spawnCopier } from '../../main/db/spawn.ts'

/** Real backups in a folder beside the campaigns. */
export const backupsBeside = (campaigns: string, options: Partial<BackupsOptions> = {}) =>
  createBackups({
    folder: () => join(campaigns, 'backups'),
    limitBytes: () => 1e9,
    copier: createCopier(spawnCopier),
    announce: () => undefined,
    now: Date.now,
    logBug: String,
    ...options,
  })
