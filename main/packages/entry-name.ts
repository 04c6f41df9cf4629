const nameLimit = 200

/** Names that Windows gives to devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/**
 * Why a file in a package may not be called so, or undefined when it may. A name is a relative path
 * with forward slashes that means the same file on every system.
 */
export function nameProblem(name: string): string | undefined {
  if (name.length > nameLimit) return `is longer than ${nameLimit} characters`
  if (/[\p{Cc}\p{Cf}]/u.test(name)) return 'holds control or invisible characters'
  if (name.includes('\\')) return 'holds a backslash'
  if (name.startsWith('/')) return 'is an absolute path'
  if (/[:*?"<>|]/.test(name)) return 'holds a drive letter or one of : * ? " < > |'
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.includes('..') || parts.includes('.')) return 'leads out of the package'
  if (parts.includes('')) return 'has an empty part'
  if (parts.some((part) => /[. ]$/.test(part) || part.startsWith(' '))) return 'has a part with a dot or space at its end'
  if (parts.some((part) => reserved.test(part))) return 'is reserved on Windows'
  return undefined
}

/** The same for two names that a file system may take for one. */
export const nameKey = (name: string): string => name.replace(/\/$/, '').normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
