import type { Profile } from '../model/profile.ts'

/** The profile with only these samples, in their order. Stacks and threads that nobody uses now stay in their tables. */
export function keepSamples(profile: Profile, isKept: (sample: number) => boolean): Profile {
  const { samples } = profile
  const kept = new Uint32Array(samples.length)
  let length = 0
  for (let sample = 0; sample < samples.length; sample++) if (isKept(sample)) kept[length++] = sample
  if (length === samples.length) return profile
  const chosen = kept.subarray(0, length)
  return {
    ...profile,
    samples: {
      length,
      stack: Int32Array.from(chosen, (sample) => samples.stack[sample]!),
      thread: Uint32Array.from(chosen, (sample) => samples.thread[sample]!),
      time: Float64Array.from(chosen, (sample) => samples.time[sample]!),
      weight: Float64Array.from(chosen, (sample) => samples.weight[sample]!),
    },
  }
}
