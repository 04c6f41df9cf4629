/** The fenced blocks of a Markdown page, in order. */
export interface Block {
  /** The first word behind the fence, such as `ts`. */
  readonly language: string
  /** The other words: what the block is. */
  readonly mark: string
  /** A file that the page tells its reader to write. */
  readonly path: string | undefined
  readonly text: string
  /** Where the block begins, from 1. */
  readonly line: number
}

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { readonly words: readonly string[]; readonly line: number; readonly lines: string[] } | undefined
  for (const [index, line] of page.split('\n').entries()) {
    if (!line.startsWith('```')) {
      open?.lines.push(line)
      continue
    }
    if (!open) {
      open = { words: line.slice(3).trim().split(' '), line: index + 1, lines: [] }
      continue
    }
    const [language = '', mark = '', path] = open.words
    blocks.push({ language, mark, path, text: `${open.lines.join('\n')}\n`, line: open.line })
    open = undefined
  }
  if (open) throw new Error(`the block at line ${open.line} is never closed`)
  return blocks
}

/** The words of a shell command: parted by spaces, single quotes hold together. */
export const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
