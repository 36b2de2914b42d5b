/**
 * Settles the samples of a graph when all chunks of the file are known, in any order: times count from the earliest
 * chunk, weights from the highest rate of all, and time in which two writers sampled one JVM counts once.
 */
import { keepSamples } from '../../profile/filters/keep-samples.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { correctFirstWeights } from './first-weights.ts'
import type { ChunkSamples, Graph } from './graph.ts'
import type { SampleEvent } from './sample-events.ts'
import type { LinkedSection } from './sections.ts'
import { readFrequency } from './settings.ts'
import { spreadBatches } from './spread-batches.ts'

export interface Settled {
  readonly profile: Profile
  /** Per thread; null where it is not known. */
  readonly frequencyHz: number | null
  /** Sections whose samples are kept. */
  readonly sections: readonly LinkedSection[]
}

/**
 * Adds to the graph's warnings. `startMs`: where times count from, on the scale of the sections; nothing is before it.
 */
export function settleSamples(
  graph: Graph,
  profile: Profile,
  sections: readonly LinkedSection[],
  startMs: number,
): Settled {
  const { time, weight } = profile.samples
  const left = markCountedTwice(graph, time, sections)
  // Samples that are left out have no say in the rate.
  const countedChunks = graph.chunks.filter(({ from, to }) => left.subarray(from, to).includes(0))
  const { frequencyHz, scaleOf } = findRates(countedChunks, graph.event, sections)
  if (scaleOf === null) graph.warnings.add('rates-unknown')
  for (let sample = 0; sample < time.length; sample++) time[sample] = Math.max(0, time[sample]! - startMs)
  for (const { section, from, to } of countedChunks) {
    const scale = scaleOf?.(sections[section]!) ?? 1
    if (scale === 1) continue
    graph.warnings.add('rates-joined', to - from)
    for (let sample = from; sample < to; sample++) weight[sample] = weight[sample]! * scale
  }
  // correctFirstWeights changes the weights, and gives how many samples it could not correct.
  if (graph.event.isSinceLast === true)
    graph.warnings.add('weights-of-virtual-threads', correctFirstWeights(profile, countedChunks, sections))
  const leftOut = left.reduce((sum, one) => sum + one, 0)
  graph.warnings.add('samples-by-two-writers', leftOut)
  const countedSections = [...new Set(countedChunks.map(({ section }) => sections[section]!))]
  const counted = leftOut === 0 ? profile : keepSamples(profile, (sample) => left[sample] === 0)
  const endMs = countedSections.reduce((latest, section) => Math.max(latest, section.endMs - startMs), 0)
  return {
    profile: graph.event.isBatched === true ? spreadBatches(counted, endMs, frequencyHz) : counted,
    frequencyHz,
    sections: countedSections,
  }
}

/**
 * Gives the rate of a graph, per thread and second, and the factor of a chunk's samples: one taken every 20 ms counts
 * as two of every 10 ms. null where they cannot be known. The factor is 1 for samples that weigh time or bytes.
 */
function findRates(
  chunks: readonly ChunkSamples[],
  event: SampleEvent,
  sections: readonly LinkedSection[],
): { readonly frequencyHz: number | null; readonly scaleOf: ((section: LinkedSection) => number) | null } {
  const rateOf = (section: LinkedSection) => readFrequency(event, section)
  const rates = [...new Set(chunks.map(({ section }) => rateOf(sections[section]!)))]
  const isByTime = event.unit === 'samples' && (event.graph === 'cpu' || event.graph === 'wall')
  if (rates.length <= 1 || !isByTime) return { frequencyHz: rates.length === 1 ? rates[0]! : null, scaleOf: () => 1 }
  if (rates.includes(null)) return { frequencyHz: null, scaleOf: null }
  const frequencyHz = Math.max(...rates.map(Number))
  return { frequencyHz, scaleOf: (section) => frequencyHz / rateOf(section)! }
}

/** 1 for each sample that is left out. */
function markCountedTwice({ chunks }: Graph, time: Float64Array, sections: readonly LinkedSection[]): Uint8Array {
  const isTwice = findCountedTwice({ chunks }, sections)
  const left = new Uint8Array(time.length)
  for (const { section, from, to } of chunks) {
    for (let sample = from; sample < to; sample++) if (isTwice(section, time[sample]!)) left[sample] = 1
  }
  return left
}

/** Which samples of the JDK are of a moment at which async-profiler sampled the same JVM for the same graph. */
function findCountedTwice(
  { chunks }: Pick<Graph, 'chunks'>,
  sections: readonly LinkedSection[],
): (section: number, timeMs: number) => boolean {
  const byWriter = Map.groupBy(chunks, ({ section }: ChunkSamples) => sections[section]!.writer)
  const others = byWriter.get('async-profiler')?.map(({ section }) => sections[section]!) ?? []
  if (others.length === 0 || !byWriter.has('jdk')) return () => false
  const rivals = new Map<number, LinkedSection[]>()
  for (const { section } of byWriter.get('jdk')!) {
    const { jvm, startMs, endMs } = sections[section]!
    const isRival = (other: LinkedSection) => other.jvm === jvm && other.startMs < endMs && other.endMs > startMs
    rivals.set(section, others.filter(isRival))
  }
  return (section, timeMs) =>
    rivals.get(section)?.some(({ startMs, endMs }) => timeMs >= startMs && timeMs < endMs) === true
}
