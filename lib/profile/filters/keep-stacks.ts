import { type FrameMask, stacksHolding } from './frame-masks.ts'
import { keepSamples } from './keep-samples.ts'
import type { Profile } from '../model/profile.ts'
import { matchesLiteral, matchesPattern, parseSearch, type SearchTerm } from '../search/search.ts'
import { threadLabel } from '../time/thread-label.ts'

/** Only stacks that hold one of the frames. */
export function keepStacksHolding(profile: Profile, isWanted: FrameMask): Profile {
  const holds = stacksHolding(profile, isWanted)
  return keepSamples(profile, (sample) => holds[profile.samples.stack[sample]!] === 1)
}

/** Only stacks that hold none of the frames; a sample without a stack holds none. */
export function dropStacksHolding(profile: Profile, isWanted: FrameMask): Profile {
  const holds = stacksHolding(profile, isWanted)
  return keepSamples(profile, (sample) => holds[profile.samples.stack[sample]!] !== 1)
}

/** Only samples of threads with these labels. */
export function keepThreads(profile: Profile, labels: readonly string[]): Profile {
  const wanted = new Set(labels)
  const isWanted = Array.from(profile.threads.name, (_, thread) => wanted.has(threadLabel(profile, thread)))
  return keepSamples(profile, (sample) => isWanted[profile.samples.thread[sample]!]!)
}

/** Only samples from one moment to before another. */
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
