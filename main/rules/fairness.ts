/** How even a die's faces fell, against what is expected. Pure. */

/** How many of each face must be expected for the measure to say anything. */
const leastEach = 5

/**
 * The chance of faces at least as uneven as these from a fair die: Pearson's chi-square with one
 * degree of freedom less than there are faces. Undefined where fewer than 5 of each are expected,
 * since the measure says nothing then.
 */
export function unevenness(counts: readonly number[]): number | undefined {
  const rolls = counts.reduce((sum, count) => sum + count, 0)
  const expected = rolls / counts.length
  if (counts.length < 2 || expected < leastEach) return undefined
  const square = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return upperGamma((counts.length - 1) / 2, square / 2)
}

/** How uneven dice are, in words; what is missing where there are too few rolls. */
export function unevennessInWords(faces: number, chance: number | undefined): string {
  if (chance === undefined) return `too few to tell, it takes ${number.format(leastEach * faces)} of them`
  if (chance >= 0.9) return 'as even as dice get'
  if (chance >= 0.3) return `as uneven as this in ${Math.round(chance * 10)} of 10 campaigns`
  const rare = `as uneven as this in 1 of ${number.format(Math.min(1e9, Math.round(1 / chance)))} campaigns`
  return chance < 0.001 ? `${rare}: hardly by chance` : rare
}

const number = new Intl.NumberFormat('en')

/** The regularised upper incomplete gamma function Q(a, x), by series below and by a continued fraction above. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < 1_000 && term > sum * 1e-15; n += 1) {
      term *= x / (a + n)
      sum += term
    }
    return Math.max(0, 1 - sum * scale)
  }
  // Lentz's method.
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < 1_000; n += 1) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (Math.abs(an * d + b) < tiny ? tiny : an * d + b)
    c = Math.abs(b + an / c) < tiny ? tiny : b + an / c
    const step = d * c
    fraction *= step
    if (Math.abs(step - 1) < 1e-15) break
  }
  return Math.min(1, fraction * scale)
}

/** ln Γ(z) for z above 0, by Lanczos. */
function logGamma(z: number): number {
  const [first = 0, ...rest] = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7]
  const x = z - 1
  const sum = rest.reduce((total, each, index) => total + each / (x + index + 1), first)
  const t = x + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}
