import type { BackupReason } from '../../preload/contract.ts'

const ending = '.campaign'
const reasons: readonly BackupReason[] = ['daily', 'asked', 'migration', 'import', 'delete', 'update', 'restore', 'broken']

/** The file name of a backup: the campaign's own, when (UTC) and why. */
export const backupName = (campaignFile: string, at: number, reason: BackupReason): string =>
  `${baseOf(campaignFile)}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z-${reason}${ending}`

/** What the name of a backup says; undefined for any other file. */
export function parseBackupName(name: string): { readonly campaignFile: string; readonly at: number; readonly reason: BackupReason } | undefined {
  const [, base, date, time, why] = /^(.+)-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z-([a-z]+)\.campaign$/s.exec(name) ?? []
  const at = Date.parse(`${date}T${time?.replaceAll('-', ':')}Z`)
  const reason = reasons.find((each) => each === why)
  return base === undefined || reason === undefined || Number.isNaN(at) ? undefined : { campaignFile: base + ending, at, reason }
}

const baseOf = (file: string): string => (file.endsWith(ending) ? file.slice(0, -ending.length) : file)
