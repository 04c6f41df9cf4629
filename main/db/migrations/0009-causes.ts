/** Which entry of the log a step of a counter belongs to, where it is no roll. */
export const causes = `
  ALTER TABLE counter_change ADD COLUMN deed INTEGER;
  CREATE INDEX counter_change_by_deed ON counter_change (deed) WHERE deed IS NOT NULL;
`
