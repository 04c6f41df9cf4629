/** Difficulty bands with their upper ends, easiest first. A shared bound belongs to the easier one. */
const bands = [
  { id: 'XE', to: 35 },
  { id: 'VE', to: 65 },
  { id: 'E', to: 95 },
  { id: 'M', to: 135 },
  { id: 'D', to: 165 },
  { id: 'VD', to: 195 },
  { id: 'XD', to: 225 },
] as const

/** The band of a difficulty; `I` lies beyond them all. */
export const bandOf = (difficulty: number) => bands.find(({ to }) => difficulty <= to)?.id ?? 'I'
