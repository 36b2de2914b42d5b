/**
 * Gives the chance of a value at least so far from 0, either way, in Student's distribution; Infinity degrees of freedom is the normal one.
 *
 *     studentTail(Infinity)(1.96) is 0.05     studentTail(10)(2.228) is 0.05
 *
 * Source: Numerical Recipes, 6.4 (incomplete beta by Lentz's continued fraction); 6.2 for erfc.
 */
export function studentTail(freedom: number): (value: number) => number {
  if (freedom > 1e6) return (value) => complementaryError(Math.abs(value) / Math.SQRT2)
  const chanceBelow = incompleteBeta(freedom / 2, 0.5)
  return (value) => (value === 0 || Number.isNaN(value) ? 1 : chanceBelow(freedom / (freedom + value * value)))
}

/** How far from 0 a value is at 95 %, either way: 1.96 for Infinity degrees of freedom, 2.228 for 10. */
export function student95(freedom: number): number {
  const chanceOf = studentTail(freedom)
  let [below, above] = [0, 1000]
  for (let step = 0; step < 50; step++) {
    const middle = (below + above) / 2
    if (chanceOf(middle) > 0.05) below = middle
    else above = middle
  }
  return above
}

/** Relative error below 1.2e-7 everywhere. */
function complementaryError(value: number): number {
  const t = 1 / (1 + value / 2)
  const terms = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
  ]
  const series = terms.reduce((sum, term) => sum * t + term, 0)
  return t * Math.exp(-value * value - 1.26551223 + t * series)
}

function incompleteBeta(a: number, b: number): (x: number) => number {
  const gammas = logGamma(a + b) - logGamma(a) - logGamma(b)
  return (x) => {
    if (x <= 0) return 0
    if (x >= 1) return 1
    const front = Math.exp(gammas + a * Math.log(x) + b * Math.log1p(-x))
    return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b
  }
}

function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  const awayFromZero = (number: number) => (Math.abs(number) < tiny ? tiny : number)
  let c = 1
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let step = 1; step <= 200; step++) {
    const twice = 2 * step
    const even = (step * (b - step) * x) / ((a + twice - 1) * (a + twice))
    d = 1 / awayFromZero(1 + even * d)
    c = awayFromZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + step) * (a + b + step) * x) / ((a + twice) * (a + twice + 1))
    d = 1 / awayFromZero(1 + odd * d)
    c = awayFromZero(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-12) break
  }
  return fraction
}

/** Lanczos, to ten digits. */
function logGamma(value: number): number {
  const terms = [76.180091729471, -86.505320329417, 24.014098240831, -1.231739572450155, 0.001208650973866]
  const shifted = value + 5.5
  let series = 1.00000000019
  terms.concat(-0.000005395239384953).forEach((term, index) => (series += term / (value + 1 + index)))
  return (value + 0.5) * Math.log(shifted) - shifted + Math.log((2.506628274631 * series) / value)
}
