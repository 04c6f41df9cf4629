/** What counters gained and spent, summed as they change: a campaign of a million changes is never read change by change. */
export const counterSums = `
  -- Sums of some changes that follow each other, of one session. 'part' orders them: an id of a session, or
  -- below zero that of the last one begun before what fell outside of any.
  CREATE TABLE counter_sum (
    part      INTEGER NOT NULL,
    stretch   INTEGER NOT NULL,
    owner     TEXT NOT NULL,
    character INTEGER NOT NULL,
    counter   TEXT NOT NULL,
    name      TEXT NOT NULL,
    first     INTEGER NOT NULL,
    gained    INTEGER NOT NULL,
    spent     INTEGER NOT NULL,
    steps     INTEGER NOT NULL,
    PRIMARY KEY (part, stretch, owner, character, counter)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO counter_sum (part, stretch, owner, character, counter, name, first, gained, spent, steps)
  SELECT coalesce(session, -(SELECT coalesce(max(begun.id), 0) FROM session AS begun WHERE begun.started_at <= at)) AS part, id >> 8, owner, coalesce(character, 0), counter,
    max(name), min(id), sum(max(amount, 0)), -sum(min(amount, 0)), count(*)
  FROM counter_change GROUP BY part, id >> 8, owner, coalesce(character, 0), counter;
  CREATE TRIGGER counter_sum_insert AFTER INSERT ON counter_change
  BEGIN
    INSERT INTO counter_sum (part, stretch, owner, character, counter, name, first, gained, spent, steps)
    VALUES (coalesce(NEW.session, -(SELECT coalesce(max(id), 0) FROM session)), NEW.id >> 8, NEW.owner, coalesce(NEW.character, 0), NEW.counter,
      NEW.name, NEW.id, max(NEW.amount, 0), -min(NEW.amount, 0), 1)
    ON CONFLICT DO UPDATE SET name = excluded.name, gained = gained + excluded.gained, spent = spent + excluded.spent, steps = steps + 1;
  END;
  CREATE TRIGGER counter_sum_delete AFTER DELETE ON counter_change
  BEGIN
    UPDATE counter_sum SET gained = gained - max(OLD.amount, 0), spent = spent + min(OLD.amount, 0), steps = steps - 1
    WHERE part = coalesce(OLD.session, -(SELECT coalesce(max(id), 0) FROM session)) AND stretch = OLD.id >> 8
      AND owner = OLD.owner AND character = coalesce(OLD.character, 0) AND counter = OLD.counter;
  END;
  CREATE INDEX counter_change_reason ON counter_change (counter, reason, id) WHERE roll IS NULL AND reason IS NOT NULL;
`
