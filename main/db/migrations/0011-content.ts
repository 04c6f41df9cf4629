/** Conditions that came with a package's content, beside those of the system. */
export const content = `
  ALTER TABLE campaign ADD COLUMN conditions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(conditions));
`
