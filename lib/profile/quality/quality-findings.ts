/** Findings about a profile's stacks, each with the one thing to do about it. */
import { splitEngines } from '../model/engine-titles.ts'
import { repairs } from '../../repairs.ts'
import type { DefectWeights } from './defect-weights.ts'
import { findLostCallers } from './lost-callers.ts'
import {
  heaviest,
  minLostCallersShare,
  minReportedShare,
  type QualityFinding,
  type RatedFinding,
  shareOf,
} from './rated-finding.ts'
import { formatSamplesShare } from './weight-kinds.ts'
import type { Profile } from '../model/profile.ts'
import { countSamples } from '../model/stack-weights.ts'
import { formatDuration, formatShare } from '../format/units.ts'
import { formatWeight } from '../format/weight.ts'

/** Frames that a stack of perf is proposed to have, at least: four times what the profile has, where that is more. */
const leastProposedDepth = 512

/** A method compiled and thrown away between two maps is rare within this time. */
const longMapAgeMs = 20_000
/** A profile with fewer samples gets the finding `few-samples`. */
const fewSamples = 100

/** Whether there are too few to name a method: `few-samples` says so. */
export function hasFewSamples(profile: Profile): boolean {
  const count = countSamples(profile)
  return count > 0 && count < fewSamples
}

/** The worst first. */
export function findQualityProblems(
  profile: Profile,
  weights: DefectWeights,
  { mapAgeMs, profilerWork }: { readonly mapAgeMs: number | null; readonly profilerWork: number },
): QualityFinding[] {
  return [
    ...findLostCallers(profile, weights),
    ...findCutStacks(profile, weights),
    ...findMissingNames(profile, weights),
    ...(mapAgeMs === null ? [] : findOldMap(mapAgeMs)),
    ...findSmallRecording(profile),
    ...findProfilerWork(profilerWork),
  ]
    .filter(({ share, minShare: least }) => share >= least)
    .sort((a, b) => b.share - a.share)
    .map(({ code, text, remedy, command }) => ({ code, text, remedy, command }))
}

function findCutStacks(profile: Profile, weights: DefectWeights): RatedFinding[] {
  const { engine, maxDepth } = profile.provenance
  const share = shareOf(weights.cut, weights)
  const limit = maxDepth === null ? 'the depth limit' : `${maxDepth} frames`
  const text = `${formatSamplesShare(profile, share)} are cut at ${limit}: their roots are missing.`
  const isPerf = splitEngines(engine).every((one) => one === 'perf' || one === 'perf-script')
  return [
    {
      ...{ code: 'cut', share, minShare: minReportedShare, text },
      remedy: isPerf
        ? 'Let the kernel walk deeper, then record again.'
        : 'Record again with a deeper limit; JFR calls it stackdepth.',
      command: isPerf
        ? `sysctl -w kernel.perf_event_max_stack=${Math.max(leastProposedDepth, (maxDepth ?? 0) * 4)}`
        : 'asprof -j 2048',
    },
  ]
}

function findMissingNames(profile: Profile, weights: DefectWeights): RatedFinding[] {
  const { provenance } = profile
  const java = shareOf(weights.unknownJava, weights)
  const kernel = shareOf(weights.unknownKernel, weights)
  const other = shareOf(Math.max(0, weights.unknown - weights.unknownJava - weights.unknownKernel), weights)
  const [library, weight] = heaviest(weights.unnamedLeafByModule)
  const leaves = library === '' ? 0 : shareOf(weight, weights)
  const hasMaps = provenance.symbolMaps.length > 0
  const nameless = provenance.warnings.find(({ code }) => code === 'java-names-missing')
  return [
    {
      ...{ code: 'unknown-java', share: java, minShare: minReportedShare },
      text: `${formatSamplesShare(profile, java)} hold Java frames that no symbol map names.`,
      remedy: nameless
        ? `${nameless.text} The JVM’s page says what repairs that.`
        : hasMaps
          ? 'Record again once the program is warm, or for longer: maps are taken at the start, between and at the end.'
          : 'Record with Hearth, or have a JVM from 17 on write a map right after recording.',
      command: hasMaps || nameless ? null : 'jcmd PID Compiler.perfmap',
    },
    {
      ...{ code: 'unknown-kernel', share: kernel, minShare: minReportedShare },
      text: `${formatSamplesShare(profile, kernel)} hold kernel frames without a name.`,
      ...repairs.kernelSymbols,
    },
    {
      ...{ code: 'unknown-code', share: other, minShare: minLostCallersShare },
      text: `${formatSamplesShare(profile, other)} hold frames that belong to no library.`,
      remedy:
        'Code made at run time needs a symbol map of its own; else look for a library without frame pointers below.',
      command: null,
    },
    {
      ...{ code: 'no-symbols', share: leaves, minShare: minLostCallersShare },
      text: `${formatSamplesShare(profile, leaves)} end in functions of ${library} that have no name.`,
      remedy: `Install the debug symbols of ${library} in the image.`,
      command: null,
    },
  ]
}

function findOldMap(mapAgeMs: number): RatedFinding[] {
  return [
    {
      ...{ code: 'old-map', share: mapAgeMs > longMapAgeMs ? minReportedShare : 0, minShare: minReportedShare },
      text: `Some samples are ${formatDuration(mapAgeMs)} away from the nearest symbol map: methods compiled meanwhile may have another's name.`,
      remedy: 'Record again: a symbol map is missing, or the JVM was stopped when it was requested.',
      command: null,
    },
  ]
}

function findSmallRecording(profile: Profile): RatedFinding[] {
  const { provenance, samples } = profile
  const lost = provenance.lostSamples / Math.max(1, provenance.lostSamples + samples.length)
  return [
    {
      ...{ code: 'lost-samples', share: lost, minShare: minReportedShare },
      text: `${formatShare(lost)} of the samples were lost: the machine wrote them faster than they were read.`,
      remedy: 'Record with a lower frequency.',
      command: null,
    },
    {
      ...{
        code: 'few-samples',
        share: hasFewSamples(profile) ? minReportedShare : 0,
        minShare: minReportedShare,
      },
      text: `Only ${formatWeight(countSamples(profile), 'samples')}: a box of 10% may as well be one of 5% or 15%.`,
      remedy: 'Record for longer, or under load.',
      command: null,
    },
  ]
}

/** Profiles stored before it was left out at reading. */
function findProfilerWork(share: number): RatedFinding[] {
  return [
    {
      ...{ code: 'profiler-in-graph', share, minShare: minLostCallersShare },
      text: `${formatShare(share)} of the graph is the profiler's own work.`,
      remedy: 'Record again: it is then left out, and its share stands in the provenance.',
      command: null,
    },
  ]
}
