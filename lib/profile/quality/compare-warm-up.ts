import { formatShare } from '../format/units.ts'
import type { Profile } from '../model/profile.ts'
import { measureWarmUp } from './findings.ts'

/** Share of all weight: with a smaller difference the warm-up leads to no wrong conclusion. */
const leastDifference = 0.15

/**
 * Gives a note where one of two profiles is of a JVM that was still warming up, on the share that differs most; none
 * where both are alike.
 */
export function compareWarmUp(before: Profile, after: Profile): readonly string[] {
  const [one, other] = [measureWarmUp(before), measureWarmUp(after)]
  if (one === null || other === null) return []
  const both = one.flatMap(({ id, share, ...texts }) => {
    const same = other.find((work) => work.id === id && work.work === texts.work)
    return same === undefined ? [] : [{ ...texts, shares: [share, same.share] as const }]
  })
  const [most] = both.toSorted((a, b) => distance(b.shares) - distance(a.shares))
  if (most === undefined || distance(most.shares) < leastDifference) return []
  // The line above counts the threads of the compilers, this their functions: their tenths may differ.
  const [ofBefore, ofAfter] = most.shares.map((share) => formatShare(Math.round(share * 100) / 100))
  const work = `${most.work.charAt(0).toLowerCase()}${most.work.slice(1)}`
  return [
    `A JVM was still warming up: ${work} about ${ofBefore} of ${most.base} before, ${ofAfter} after. Record both after the warm-up, else it is part of the difference.`,
  ]
}

function distance([one, other]: readonly [number, number]): number {
  return Math.abs(one - other)
}
