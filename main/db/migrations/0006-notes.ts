/** Free notes of the campaign, beside those of sessions and characters. */
export const notes = `
  CREATE TABLE note (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid       TEXT NOT NULL UNIQUE,
    title      TEXT NOT NULL,
    text       TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL
  ) STRICT;
`
