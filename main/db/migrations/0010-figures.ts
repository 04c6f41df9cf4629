/** What systems want counted of rolls and actions. */
export const figures = `
  -- Of rolls that stand; triggers made at each open keep it, from what the system declares. 0 is no session, and nobody.
  CREATE TABLE figure_count (
    figure    TEXT NOT NULL,
    session   INTEGER NOT NULL,
    character INTEGER NOT NULL,
    count     INTEGER NOT NULL,
    PRIMARY KEY (figure, session, character)
  ) STRICT, WITHOUT ROWID;

  -- The action that a deed was, and for whom.
  ALTER TABLE deed ADD COLUMN action TEXT;
  ALTER TABLE deed ADD COLUMN character INTEGER;
  CREATE INDEX deed_by_action ON deed (action, character, session, at) WHERE action IS NOT NULL AND undone = 0;
  DROP TRIGGER deed_is_fixed;
  CREATE TRIGGER deed_is_fixed BEFORE UPDATE OF id, at, session, headline, explain, who, action, character ON deed
  BEGIN SELECT RAISE(ABORT, 'a deed is never changed'); END;
`
