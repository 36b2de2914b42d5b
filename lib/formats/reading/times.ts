import type { Profile } from '../../profile/model/profile.ts'

/**
 * Changes times of samples (ms) in place, so that they count from the earliest sample. Readers count from the first one
 * that they meet, which is at 0; in a file of several recordings an earlier one may follow, at a negative time. NaN,
 * for no time, stays.
 */
export function countFromEarliest({ samples: { time } }: Profile): void {
  let earliest = 0
  for (const ms of time) if (ms < earliest) earliest = ms
  if (earliest < 0) for (let sample = 0; sample < time.length; sample++) time[sample]! -= earliest
}
