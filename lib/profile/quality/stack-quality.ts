import type { Profile } from '../model/profile.ts'
import { weighProfilerWork } from '../filters/profiler-work.ts'
import { weighDefects } from './defect-weights.ts'
import { findQualityProblems } from './quality-findings.ts'
import type { QualityFinding } from './rated-finding.ts'
import { type FlaggedStacks, flagStacks, stackFlags } from './stack-flags.ts'
import { isUnnamed } from '../names/unknown-names.ts'
import { splitEngines } from '../model/engine-titles.ts'
import { machineCodeEngines } from '../model/machine-code-engines.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'
import { countSamples, totalByStack } from '../model/stack-weights.ts'

/** How far a profile's stacks can be trusted: shares of weight, 0 to 1, and the one thing to do about each. */
export interface StackQuality {
  readonly samples: number
  /** Frames that have a name, counted per sample. */
  readonly named: number
  /** Weight of samples that hold an unknown frame. */
  readonly unknown: number
  /**
   * Weight of samples whose root is no start of a thread: the stack was lost on the way up. Those cut are not among
   * them.
   */
  readonly brokenRoots: number
  /** Weight of samples as deep as the engine's limit; null when the limit is not known. */
  readonly cut: number | null
  /**
   * Weight of samples with none of these: whole from the thread's start to a leaf, every frame known, and not all by
   * their file alone.
   */
  readonly sound: number
  /** Weight of the profiler's own work in the graph: of profiles that were stored before it was left out. */
  readonly profilerWork: number
  /** The longest time between a sample and the symbol map that names its frames; null without maps. */
  readonly mapAgeMs: number | null
  /** Findings, the worst first, each with its remedy in one line. Empty when all is well. */
  readonly findings: readonly QualityFinding[]
}

/** Samples without any weight say nothing, so an empty profile is a sound one. */
export function assessStacks(profile: Profile): StackQuality {
  const { provenance } = profile
  const flagged = flagStacks(profile)
  const weights = weighDefects(profile, flagged)
  const share = (weight: number) => (weights.total > 0 ? Math.min(1, weight / weights.total) : 0)
  const isCutKnown = provenance.maxDepth !== null || weights.cut > 0
  const shares = {
    samples: countSamples(profile),
    named: computeResolvedShare(profile),
    unknown: share(weights.unknown),
    brokenRoots: share(weights.broken + weights.empty),
    cut: isCutKnown ? share(weights.cut) : null,
    sound: weights.total > 0 ? share(weights.sound) : 1,
    profilerWork: weighProfilerWork(profile).share,
    mapAgeMs: findLongestMapAge(profile, flagged),
  }
  return { ...shares, findings: findQualityProblems(profile, weights, shares) }
}

/** Takes the counts of the engine; an import without counts is rated by its frames. */
function computeResolvedShare(profile: Profile): number {
  const { provenance, stacks, frames, strings } = profile
  const counted = Object.values(provenance.resolution)
  const all = counted.reduce((sum, { frames: count }) => sum + count, 0)
  if (all > 0) return Math.max(0, Math.min(1, counted.reduce((sum, { named }) => sum + named, 0) / all))
  const through = totalByStack(profile)
  let sum = 0
  let named = 0
  const isNamed = Uint8Array.from(frames.name, (name) => Number(!isUnnamed(strings[name]!)))
  for (let stack = 0; stack < stacks.length; stack++) {
    sum += through[stack]!
    if (isNamed[stacks.frame[stack]!] === 1) named += through[stack]!
  }
  return sum > 0 ? Math.min(1, named / sum) : 1
}

/**
 * The longest time in ms between a sample with Java frames and the symbol map nearest to it; null without maps or
 * times, and in a merge with an engine that needs no maps: which samples are its own is not known.
 */
function findLongestMapAge({ samples, provenance }: Profile, { flags }: FlaggedStacks): number | null {
  if (!splitEngines(provenance.engine).every((engine) => machineCodeEngines.has(engine))) return null
  const times = Float64Array.from(provenance.symbolMaps, ({ atMs }) => atMs).sort()
  let longest: number | null = null
  for (let sample = 0; sample < samples.length && times.length > 0; sample++) {
    const stack = samples.stack[sample]!
    const timeMs = samples.time[sample]!
    if (stack < 0 || (flags[stack]! & stackFlags.java) === 0 || Number.isNaN(timeMs)) continue
    const after = findFirstAbove(times, timeMs)
    const sinceMap = timeMs - (times[after - 1] ?? -Infinity)
    const untilMap = (times[after] ?? Infinity) - timeMs
    longest = Math.max(longest ?? 0, Math.min(sinceMap, untilMap))
  }
  return longest
}
