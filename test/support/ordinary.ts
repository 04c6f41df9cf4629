/** A process that works on a campaign as a user who may not do everything, and prints each reply as JSON. */
import { chmodSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { toCard } from '../../main/campaign/cards.ts'
import { renameCampaign } from '../../main/campaign/shelf.ts'
import { createFile, openFile } from '../../main/db/open.ts'

const [path = '', what = '', mode = ''] = process.argv.slice(2)
const folder = dirname(path)
// Whoever may do everything becomes somebody who may not.
if (process.getuid?.() === 0) {
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}
const held = what === 'folder' ? folder : path
chmodSync(held, Number.parseInt(mode, 8))
const opened = await openFile(path)
if (opened.ok) opened.value.close()
const replies = {
  // No list shows anything of a folder that may not be read.
  card: mode === '000' && what === 'folder' ? null : toCard(folder, basename(path), false, { backedUpAt: () => undefined }),
  open: opened.ok ? { ok: true } : opened,
  create: createFile(join(folder, 'other.campaign'), () => undefined),
  rename: await renameCampaign(path, 'Other', {}),
}
chmodSync(held, what === 'folder' ? 0o755 : 0o644)
const again = await openFile(path)
if (again.ok) again.value.close()
process.stdout.write(JSON.stringify({ ...replies, again: again.ok, left: readdirSync(folder).filter((name) => name.includes('.campaign')).toSorted() }))
