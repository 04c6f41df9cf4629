/** How files of ours call what was never imported: this, then its uuid. */
export const ownKey = 'tollkeeper:'

/** The uuid in such a name; empty in any other. */
export const uuidIn = (key: string): string => (key.startsWith(ownKey) ? key.slice(ownKey.length) : '')
