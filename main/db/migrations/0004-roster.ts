/** The roster: tags, where somebody was imported from, search; rolls made together; prepared encounters. */
export const roster = `
  ALTER TABLE character ADD COLUMN tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags));
  -- The same in every import of the same file.
  ALTER TABLE character ADD COLUMN source TEXT;
  CREATE UNIQUE INDEX character_by_source ON character (source) WHERE source IS NOT NULL;
  CREATE INDEX character_by_template ON character (template) WHERE template IS NOT NULL;

  -- The index holds no text of its own; these triggers keep it in step, also while something is undone.
  CREATE VIRTUAL TABLE character_search USING fts5 (name, tags, notes, content = 'character', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO character_search (character_search) VALUES ('rebuild');
  CREATE TRIGGER character_search_insert AFTER INSERT ON character
  BEGIN INSERT INTO character_search (rowid, name, tags, notes) VALUES (NEW.id, NEW.name, NEW.tags, NEW.notes); END;
  CREATE TRIGGER character_search_delete AFTER DELETE ON character
  BEGIN INSERT INTO character_search (character_search, rowid, name, tags, notes) VALUES ('delete', OLD.id, OLD.name, OLD.tags, OLD.notes); END;
  CREATE TRIGGER character_search_update AFTER UPDATE OF name, tags, notes ON character
  BEGIN
    INSERT INTO character_search (character_search, rowid, name, tags, notes) VALUES ('delete', OLD.id, OLD.name, OLD.tags, OLD.notes);
    INSERT INTO character_search (rowid, name, tags, notes) VALUES (NEW.id, NEW.name, NEW.tags, NEW.notes);
  END;

  -- Rolls made together share a number.
  ALTER TABLE roll ADD COLUMN batch INTEGER;
  CREATE INDEX roll_by_batch ON roll (batch) WHERE batch IS NOT NULL;
  DROP TRIGGER roll_is_fixed;
  CREATE TRIGGER roll_is_fixed BEFORE UPDATE OF
    id, uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, session, secret, follows, follows_as, batch ON roll
  BEGIN SELECT RAISE(ABORT, 'a roll is never changed'); END;

  CREATE TABLE encounter (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid    TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    notes   TEXT NOT NULL DEFAULT '',
    members TEXT NOT NULL CHECK (json_valid(members)),
    source  TEXT
  ) STRICT;
  CREATE UNIQUE INDEX encounter_by_source ON encounter (source) WHERE source IS NOT NULL;
`
