/** Fights: their order, turns and conditions; what a character is to them. */
export const fights = `
  -- A template is copied into fights; a copy belongs to one fight alone.
  ALTER TABLE character ADD COLUMN role TEXT NOT NULL DEFAULT 'self' CHECK (role IN ('self', 'template', 'copy'));
  ALTER TABLE character ADD COLUMN template INTEGER;
  ALTER TABLE counter_change ADD COLUMN fight INTEGER;
  CREATE INDEX counter_change_by_fight ON counter_change (fight) WHERE fight IS NOT NULL;
  ALTER TABLE campaign ADD COLUMN fight_rules TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(fight_rules));

  CREATE TABLE fight (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid       TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    round      INTEGER NOT NULL DEFAULT 0,
    turn       INTEGER NOT NULL DEFAULT 0,
    active     INTEGER,
    extra      INTEGER NOT NULL DEFAULT 0 CHECK (extra IN (0, 1)),
    up_next    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(up_next)),
    is_open    INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1))
  ) STRICT;
  -- At most one fight is open; the others are paused.
  CREATE UNIQUE INDEX fight_open ON fight (is_open) WHERE is_open = 1;

  CREATE TABLE place (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    fight       INTEGER NOT NULL REFERENCES fight (id) ON DELETE CASCADE,
    rank        INTEGER NOT NULL,
    number      REAL,
    ties        TEXT NOT NULL CHECK (json_valid(ties)),
    slot        TEXT,
    explain     TEXT NOT NULL CHECK (json_valid(explain)),
    came        INTEGER NOT NULL,
    began_turn  INTEGER,
    began_round INTEGER,
    waiting     TEXT
  ) STRICT;
  CREATE INDEX place_by_fight ON place (fight, rank);

  -- One that was taken out stays as gone and without its character, since conditions may end with its turn.
  CREATE TABLE combatant (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    fight     INTEGER NOT NULL REFERENCES fight (id) ON DELETE CASCADE,
    place     INTEGER NOT NULL,
    character INTEGER REFERENCES character (id) ON DELETE SET NULL,
    name      TEXT NOT NULL,
    hidden    INTEGER NOT NULL CHECK (hidden IN (0, 1)),
    defeated  INTEGER NOT NULL CHECK (defeated IN (0, 1)),
    done      INTEGER NOT NULL CHECK (done IN (0, 1)),
    gone      INTEGER NOT NULL CHECK (gone IN (0, 1))
  ) STRICT;
  CREATE INDEX combatant_by_fight ON combatant (fight, id);
  CREATE UNIQUE INDEX combatant_once ON combatant (fight, character) WHERE character IS NOT NULL;
  CREATE INDEX combatant_by_character ON combatant (character) WHERE character IS NOT NULL;

  -- What holds of a character, in every fight; where it ends by itself, in which fight and by whose turns.
  CREATE TABLE condition (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    character INTEGER NOT NULL REFERENCES character (id) ON DELETE CASCADE,
    label     TEXT NOT NULL,
    condition TEXT,
    fight     INTEGER,
    anchor    INTEGER,
    edge      TEXT CHECK (edge IN ('start', 'end')),
    remaining INTEGER,
    since     INTEGER,
    CHECK ((fight IS NULL) = (anchor IS NULL) AND (fight IS NULL) = (edge IS NULL) AND (fight IS NULL) = (remaining IS NULL) AND (fight IS NULL) = (since IS NULL))
  ) STRICT;
  CREATE INDEX condition_by_character ON condition (character);
  CREATE INDEX condition_by_fight ON condition (fight) WHERE fight IS NOT NULL;

  -- What each step from turn to turn changed.
  CREATE TABLE turn (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    fight  INTEGER NOT NULL REFERENCES fight (id) ON DELETE CASCADE,
    record TEXT NOT NULL CHECK (json_valid(record))
  ) STRICT;
  CREATE INDEX turn_by_fight ON turn (fight, id);

  -- How long a fight has run. Time can't be undone, so the journal leaves it alone.
  CREATE TABLE fight_clock (
    fight         INTEGER PRIMARY KEY,
    elapsed_ms    INTEGER NOT NULL,
    running_since INTEGER,
    turn_at       INTEGER NOT NULL
  ) STRICT;
`
