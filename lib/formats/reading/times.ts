import type { Profile } from '../../profile/model/profile.ts'

/**
 * Shifts times that count from the first sample so that they count from the earliest, which a file of several
 * recordings may have anywhere.
 */
export function countFromEarliest({ samples: { time } }: Profile): void {
  let earliest = 0
  for (const ms of time) if (ms < earliest) earliest = ms
  if (earliest < 0) for (let sample = 0; sample < time.length; sample++) time[sample]! -= earliest
}
