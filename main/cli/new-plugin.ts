import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Made = { readonly ok: true; readonly lines: readonly string[] } | { readonly ok: false; readonly message: string }

/**
 * Copies the starter of the checkout at `root` to plugins/<id>/ under that id and has the type check
 * look at it. Writes nothing where it refuses.
 */
export async function newPlugin(root: string, id: string): Promise<Made> {
  const problem = idProblem(id)
  if (problem !== undefined) return refuse(problem)
  const starter = join(root, 'plugins/starter')
  if (!(await exists(join(starter, 'manifest.json')))) return refuse(`There is no starter to copy: ${starter} was expected.`)
  const folder = join(root, 'plugins', id)
  // Making the folder claims the name, also from somebody who does the same at this moment.
  if (!(await makeFolder(folder))) return refuse(`plugins/${id} is there already. Take another id, or work on it as it is.`)

  await cp(starter, folder, { recursive: true })
  const edit = (file: string, change: (text: string) => string) => editFile(join(folder, file), change)
  const name = nameOf(id)
  let starterName = ''
  await edit('manifest.json', (text) => {
    const manifest = JSON.parse(text) as { readonly name: string }
    starterName = manifest.name
    return json({ ...manifest, id, name, version: '0.1.0', authors: ['Your name'], description: `What ${name} is, in a sentence.` })
  })
  await edit('README.md', (text) => withoutNew(text).replaceAll(starterName, name).replaceAll('plugins/starter', `plugins/${id}`))
  await edit('tsconfig.json', (text) => text.replaceAll('plugins-starter', `plugins-${id}`))
  if (await exists(join(root, 'tsconfig.json'))) await editFile(join(root, 'tsconfig.json'), (text) => referring(text, `./plugins/${id}`))

  return {
    ok: true,
    lines: [
      `plugins/${id} is made: a copy of the starter, called ${name}. Try it:`,
      `  npm run -s plugin -- check plugins/${id}`,
      `  npm run -s plugin -- odds plugins/${id} venture --input '{"dice":4}'`,
      '  npm run dev',
      'docs/plugins.md says what each part is for.',
    ],
  }
}

/** Names that stand for something else: folders beside the systems, devices on Windows, parts of every object. */
const reserved = /^(api|starter|build|con|prn|aux|nul|com\d|lpt\d|constructor|prototype)$/

function idProblem(id: string): string | undefined {
  if (reserved.test(id)) return `"${id}" is reserved. Take another id.`
  if (/^[a-z][a-z0-9-]{1,39}$/.test(id)) return undefined
  const wanted = 'An id is 2 to 40 lower-case letters, digits and hyphens, a letter first'
  const near = id.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+|-+$/g, '').slice(0, 40)
  const isNear = near.length > 1 && !reserved.test(near)
  return `"${id}" can’t be an id. ${wanted}${isNear ? `, such as ${near}` : ''}. The name that people read is in manifest.json.`
}

/** `night-trains` is called Night Trains until its author says otherwise. */
const nameOf = (id: string): string =>
  id
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

/** A copy needn't say how to copy the starter. */
const withoutNew = (readme: string): string =>
  readme
    .split('\n\n')
    .filter((paragraph) => !paragraph.includes('plugin -- new'))
    .join('\n\n')

/** The type check's list of projects with `path` in it, beside the other systems. */
function referring(text: string, path: string): string {
  const config = JSON.parse(text) as { readonly references?: readonly { readonly path: string }[] }
  const references = config.references ?? []
  if (references.some((reference) => reference.path === path)) return text
  const last = references.findLastIndex((reference) => reference.path.startsWith('./plugins/'))
  return json({ ...config, references: references.toSpliced(last + 1, 0, { path }) })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function editFile(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')))
}

/** Whether it had to be made. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined

const refuse = (message: string) => ({ ok: false, message }) as const
