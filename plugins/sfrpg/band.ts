/** Difficulty bands with their hardest difficulty, easiest first. A shared bound belongs to the easier one. */
export const bands = [
  { id: 'XE', hardest: 35 },
  { id: 'VE', hardest: 65 },
  { id: 'E', hardest: 95 },
  { id: 'M', hardest: 135 },
  { id: 'D', hardest: 165 },
  { id: 'VD', hardest: 195 },
  { id: 'XD', hardest: 225 },
] as const

/** The band of a difficulty; `I` lies beyond them all. */
export const bandOf = (difficulty: number) => bands.find(({ hardest }) => difficulty <= hardest)?.id ?? 'I'
