import type { Capture } from '../../lib/contract/capture.ts'

/**
 * The newest of two copies of a capture. Phases grow; within one phase the samples grow, and `live`, the number of its
 * newest snapshot. A copy with stored profiles is the last there is. Of copies that are alike in that, `next` is taken,
 * which came later: it may have the reason of a delay.
 */
export function selectNewestCapture(before: Capture | undefined, next: Capture): Capture {
  if (before === undefined) return next
  if (next.phases.length !== before.phases.length) return next.phases.length > before.phases.length ? next : before
  const isNewer = next.samples >= before.samples || next.live > before.live || next.profiles.length > 0
  return isNewer ? next : before
}
