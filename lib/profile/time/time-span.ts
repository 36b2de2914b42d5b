import type { Profile } from '../model/profile.ts'

/** Time of the first and the last sample in ms since the recording began; null when no sample has a time. */
export function getTimeSpan({ samples }: Pick<Profile, 'samples'>): readonly [number, number] | null {
  let first = Infinity
  let last = -Infinity
  for (let sample = 0; sample < samples.length; sample++) {
    const time = samples.time[sample]!
    if (!Number.isFinite(time)) continue
    if (time < first) first = time
    if (time > last) last = time
  }
  return first <= last ? [first, last] : null
}
