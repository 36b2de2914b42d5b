import type { Capture } from '../../../lib/contract.ts'

/** Of what the page came with, what is live and what the API has answered, the one that got furthest. */
export function newestCapture(...captures: (Capture | null | undefined)[]): Capture {
  const known = captures.filter((one) => one != null)
  return known.reduce((best, one) => {
    if (one.phases.length !== best.phases.length) return one.phases.length > best.phases.length ? one : best
    const isFurther = one.samples >= best.samples || one.live > best.live || one.profiles.length > 0
    return isFurther ? one : best
  })
}
