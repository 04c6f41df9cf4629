/** Random tables, as the text that was typed. */
export const tables = `
  CREATE TABLE random_table (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX random_table_by_name ON random_table (name COLLATE NOCASE);
`
