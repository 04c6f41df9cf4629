/** Sessions of the table, notes, and what the log knows of a roll besides its outcome. */
export const sessions = `
  CREATE TABLE session (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid       TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    notes      TEXT NOT NULL DEFAULT ''
  ) STRICT;
  -- At most one session runs.
  CREATE UNIQUE INDEX session_running ON session ((ended_at IS NULL)) WHERE ended_at IS NULL;

  ALTER TABLE character ADD COLUMN notes TEXT NOT NULL DEFAULT '';
  ALTER TABLE counter_change ADD COLUMN session INTEGER;

  ALTER TABLE roll ADD COLUMN session INTEGER;
  ALTER TABLE roll ADD COLUMN secret INTEGER NOT NULL DEFAULT 0 CHECK (secret IN (0, 1));
  -- The roll that this one corrects or rerolls: that one's costs and grants were taken back.
  ALTER TABLE roll ADD COLUMN follows INTEGER;
  ALTER TABLE roll ADD COLUMN follows_as TEXT CHECK (follows_as IN ('correction', 'reroll'));
  CREATE INDEX roll_by_at ON roll (at);
  CREATE INDEX roll_by_session ON roll (session, id);
  CREATE INDEX roll_by_follows ON roll (follows) WHERE follows IS NOT NULL;
  DROP TRIGGER roll_is_fixed;
  CREATE TRIGGER roll_is_fixed BEFORE UPDATE OF
    id, uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, session, secret, follows, follows_as ON roll
  BEGIN SELECT RAISE(ABORT, 'a roll is never changed'); END;

  -- What was done that isn't a roll. Kept like a roll: undoing one marks it.
  CREATE TABLE deed (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    session  INTEGER,
    headline TEXT NOT NULL,
    explain  TEXT NOT NULL CHECK (json_valid(explain)),
    who      TEXT,
    undone   INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
  ) STRICT;
  CREATE INDEX deed_by_at ON deed (at);
  CREATE TRIGGER deed_is_kept BEFORE DELETE ON deed
  BEGIN SELECT RAISE(ABORT, 'a deed is never deleted'); END;
  CREATE TRIGGER deed_is_fixed BEFORE UPDATE OF id, at, session, headline, explain, who ON deed
  BEGIN SELECT RAISE(ABORT, 'a deed is never changed'); END;
`
