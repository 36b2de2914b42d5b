import type { Profile } from '../model/profile.ts'
import { type FrameMask, stacksHolding } from './frame-masks.ts'
import { matchesLiteral, matchesPattern, parseSearch, type SearchTerm } from '../search/search.ts'
import { threadLabel } from '../time/thread-names.ts'

/**
 * The profile with only these samples, in their order. Stacks and threads that no sample uses now stay in their tables.
 */
export function keepSamples(profile: Profile, isKept: (sample: number) => boolean): Profile {
  const { samples } = profile
  const keptSamples = new Uint32Array(samples.length)
  let length = 0
  for (let sample = 0; sample < samples.length; sample++) if (isKept(sample)) keptSamples[length++] = sample
  if (length === samples.length) return profile
  return takeSamples(profile, keptSamples.subarray(0, length))
}

/** The profile with the samples of these rows, in this order; a row may come more than once. */
export function takeSamples(profile: Profile, chosen: Uint32Array): Profile {
  const { samples, lines } = profile
  return {
    ...profile,
    samples: {
      length: chosen.length,
      stack: Int32Array.from(chosen, (sample) => samples.stack[sample]!),
      thread: Uint32Array.from(chosen, (sample) => samples.thread[sample]!),
      time: Float64Array.from(chosen, (sample) => samples.time[sample]!),
      weight: Float64Array.from(chosen, (sample) => samples.weight[sample]!),
    },
    ...(lines && { lines: { ...lines, ofSample: Int32Array.from(chosen, (sample) => lines.ofSample[sample]!) } }),
  }
}

/** Keeps only stacks that hold one of the frames. */
export function keepStacksHolding(profile: Profile, isWanted: FrameMask): Profile {
  const holds = stacksHolding(profile, isWanted)
  return keepSamples(profile, (sample) => holds[profile.samples.stack[sample]!] === 1)
}

/** Keeps only stacks that hold none of the frames; a sample without a stack holds none. */
export function dropStacksHolding(profile: Profile, isWanted: FrameMask): Profile {
  const holds = stacksHolding(profile, isWanted)
  return keepSamples(profile, (sample) => holds[profile.samples.stack[sample]!] !== 1)
}

/** Keeps only samples of threads with these labels. */
export function keepThreads(profile: Profile, labels: readonly string[]): Profile {
  const wanted = new Set(labels)
  const isWanted = Array.from(profile.threads.name, (_, thread) => wanted.has(threadLabel(profile, thread)))
  return keepSamples(profile, (sample) => isWanted[profile.samples.thread[sample]!]!)
}

/** Keeps only samples from `fromMs` to before `toMs`; samples without a time are gone. */
export function keepTime(profile: Profile, fromMs: number, toMs: number): Profile {
  const { time } = profile.samples
  return keepSamples(profile, (sample) => time[sample]! >= fromMs && time[sample]! < toMs)
}

/**
 * 1 for each name that the search finds, none for an empty search.
 * Throws: Problem pattern-invalid. A pattern may take for ever: see matchesPattern.
 */
export function matchSearchTerm(names: readonly string[], { text, caseSensitive }: SearchTerm): Uint8Array {
  const parsed = parseSearch(text)
  return parsed.type === 'pattern'
    ? matchesPattern(names, parsed.source, caseSensitive)
    : matchesLiteral(names, text, caseSensitive)
}
