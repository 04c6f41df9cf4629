/** The lines that apply. */
export const lines = (...candidates: readonly (string | false)[]): readonly string[] =>
  candidates.filter((line) => line !== false)

/** A name that somebody wrote, short enough for a line of the log. */
export const short = (name: string) => (name.length > 60 ? `${name.slice(0, 59)}…` : name)
