/** What the dashboard reads: who was there, and how often each natural face fell. */
export const economy = `
  -- Ids of the characters that were present.
  ALTER TABLE session ADD COLUMN present TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(present));
  CREATE INDEX counter_change_by_session ON counter_change (session, id);

  -- Natural faces that stand: not of rolls that were undone, nor again of corrections, which play the same faces.
  CREATE TABLE die_face (
    session INTEGER NOT NULL,
    die     TEXT NOT NULL,
    low     INTEGER NOT NULL,
    high    INTEGER NOT NULL,
    typed   INTEGER NOT NULL CHECK (typed IN (0, 1)),
    face    INTEGER NOT NULL,
    count   INTEGER NOT NULL,
    PRIMARY KEY (session, die, low, high, typed, face)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER die_face_insert AFTER INSERT ON roll WHEN NEW.undone = 0 AND NEW.follows_as IS NOT 'correction'
  BEGIN
    INSERT INTO die_face (session, die, low, high, typed, face, count)
    SELECT coalesce(NEW.session, 0), iif(dice.value ->> '$.from' = 1, 'd' || (dice.value ->> '$.to'), dice.value ->> '$.die'), dice.value ->> '$.from', dice.value ->> '$.to', dice.value ->> '$.typed', face.value, count(*)
    FROM json_each(NEW.dice) AS dice, json_each(dice.value, '$.faces') AS face
    WHERE dice.value ->> '$.total' IS NULL AND dice.value ->> '$.from' IS NOT NULL
    GROUP BY 2, 3, 4, 5, 6
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TRIGGER die_face_undone AFTER UPDATE OF undone ON roll WHEN OLD.undone <> NEW.undone AND NEW.follows_as IS NOT 'correction'
  BEGIN
    INSERT INTO die_face (session, die, low, high, typed, face, count)
    SELECT coalesce(NEW.session, 0), iif(dice.value ->> '$.from' = 1, 'd' || (dice.value ->> '$.to'), dice.value ->> '$.die'), dice.value ->> '$.from', dice.value ->> '$.to', dice.value ->> '$.typed', face.value, iif(NEW.undone = 1, -1, 1) * count(*)
    FROM json_each(NEW.dice) AS dice, json_each(dice.value, '$.faces') AS face
    WHERE dice.value ->> '$.total' IS NULL AND dice.value ->> '$.from' IS NOT NULL
    GROUP BY 2, 3, 4, 5, 6
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
`
