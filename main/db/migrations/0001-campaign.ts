/** A campaign, its package copies, characters, counters, rolls and the journal. */
export const campaign = `
  CREATE TABLE package (
    id           INTEGER PRIMARY KEY,
    sha256       TEXT NOT NULL UNIQUE,
    manifest     TEXT NOT NULL CHECK (json_valid(manifest)),
    declarations BLOB NOT NULL,
    source       BLOB NOT NULL
  ) STRICT;

  CREATE TABLE campaign (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    uuid       TEXT NOT NULL,
    name       TEXT NOT NULL,
    package    INTEGER NOT NULL REFERENCES package (id) ON DELETE RESTRICT,
    settings   TEXT NOT NULL CHECK (json_valid(settings)),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE character (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid       TEXT NOT NULL UNIQUE,
    kind       TEXT NOT NULL CHECK (kind IN ('pc', 'npc')),
    name       TEXT NOT NULL,
    stats      TEXT NOT NULL CHECK (json_valid(stats)),
    created_at INTEGER NOT NULL
  ) STRICT;

  -- A character's counters go with it; the GM's and the table's have no character.
  CREATE TABLE counter (
    id        INTEGER PRIMARY KEY,
    owner     TEXT NOT NULL CHECK (owner IN ('character', 'gm', 'table')),
    character INTEGER REFERENCES character (id) ON DELETE CASCADE,
    counter   TEXT NOT NULL,
    value     INTEGER NOT NULL,
    CHECK ((owner = 'character') = (character IS NOT NULL))
  ) STRICT;
  CREATE UNIQUE INDEX counter_of_character ON counter (character, counter) WHERE character IS NOT NULL;
  CREATE UNIQUE INDEX counter_of_owner ON counter (owner, counter) WHERE character IS NULL;

  -- The history of every counter. Whom it names may be gone, so it keeps the name and no reference.
  CREATE TABLE counter_change (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    owner     TEXT NOT NULL,
    character INTEGER,
    name      TEXT NOT NULL,
    counter   TEXT NOT NULL,
    amount    INTEGER NOT NULL,
    value     INTEGER NOT NULL,
    roll      INTEGER,
    reason    TEXT
  ) STRICT;
  CREATE INDEX counter_change_by_roll ON counter_change (roll) WHERE roll IS NOT NULL;

  CREATE TABLE roll (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE,
    at           INTEGER NOT NULL,
    package      TEXT NOT NULL,
    check_id     TEXT NOT NULL,
    participants TEXT NOT NULL CHECK (json_valid(participants)),
    inputs       TEXT NOT NULL CHECK (json_valid(inputs)),
    settings     TEXT NOT NULL CHECK (json_valid(settings)),
    dice         TEXT NOT NULL CHECK (json_valid(dice)),
    outcome      TEXT NOT NULL CHECK (json_valid(outcome)),
    odds         TEXT CHECK (odds IS NULL OR json_valid(odds)),
    undone       INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
  ) STRICT;
  CREATE TRIGGER roll_is_kept BEFORE DELETE ON roll
  BEGIN SELECT RAISE(ABORT, 'a roll is never deleted'); END;
  CREATE TRIGGER roll_is_fixed BEFORE UPDATE OF
    id, uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds ON roll
  BEGIN SELECT RAISE(ABORT, 'a roll is never changed'); END;

  -- One entry a step; its changes flip it: back when it is done, forward when it is undone.
  CREATE TABLE journal (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    label   TEXT NOT NULL,
    changes TEXT NOT NULL CHECK (json_valid(changes)),
    undone  INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
  ) STRICT;
  CREATE INDEX journal_by_state ON journal (undone, id);
`
