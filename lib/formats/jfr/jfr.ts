/**
 * Recordings of Flight Recorder, `.jfr`: those of the JDK (8u to 25) and of async-profiler. One file holds events of
 * many kinds and becomes a profile for each of them that has samples.
 *
 *     file    chunks, one after the other, each complete in itself
 *     chunk   header, events, constants (names, stacks), and the metadata with the fields of each event
 *
 * It is read a chunk at a time, the events as columns: memory is that of the largest chunk and of the profiles. Chunks
 * may stand in any order, be of several recordings that were joined, and of two writers (`jfrsync`): times, rates and
 * versions are settled at the end.
 */
import { Problem } from '../../errors.ts'
import { type EventId, eventIds } from '../../profile/model/event-ids.ts'
import { emptyProvenance, type Profile, type ProfileWarning, type Provenance } from '../../profile/model/profile.ts'
import { describeNoSamples } from '../../profile/quality/no-samples.ts'
import { readChunk } from './chunk-reader.ts'
import { Damage } from './bytes.ts'
import { type Chunk, readChunks } from './read-chunks.ts'
import { RecordingReader } from './recording.ts'
import type { ChunkSamples, Graph, GraphFacts } from './graph.ts'
import { describeJoin, type LinkedSection } from './sections.ts'
import { readMechanism, readProfilerVersion, readThreshold } from './settings.ts'
import { settleSamples } from './settle-samples.ts'

export interface JfrOptions {
  /** The graphs that are wanted; without it, all that have samples. */
  readonly events?: readonly EventId[]
  /** Replaces the recording's own provenance, but for the event. Times count from `startedAt` when it is given. */
  readonly provenance?: Partial<Provenance>
}

export interface JfrProfiles {
  /** One for each event that has samples, in the order of eventIds: cpu first. None of a recording without samples. */
  readonly profiles: readonly Profile[]
  /** How many events of each name the recording holds, `jdk.ExecutionSample`; those it holds none of are left out. */
  readonly eventCounts: ReadonlyMap<string, number>
  /** About the file; each profile has these too, and its own. */
  readonly warnings: readonly ProfileWarning[]
}

/**
 * Threads have the ids that the JVM sees: in a container, those of the container's PID namespace. Times count from the
 * start of the earliest chunk.
 *
 * Keeps: reads a chunk once that stands in the file twice; skips damaged chunks and events, and reads an unfinished or
 * a cut recording up to its end, as long as one chunk can be read.
 *
 * Throws: Problem `unreadable-profile` when none can, `parser-limit` for a chunk larger than 1 GiB.
 */
export async function readJfr(
  chunks: AsyncIterable<Uint8Array>,
  { events, provenance = {} }: JfrOptions = {},
): Promise<JfrProfiles> {
  const recording = new RecordingReader(events ?? null, provenance.startedAt ?? null)
  const damages: Damage[] = []
  const damaged = (error: unknown): void => {
    if (!(error instanceof Damage)) throw error
    damages.push(error)
    recording.warnings.add('chunks-skipped')
  }

  try {
    for await (const chunk of readChunks(chunks, () => recording.warnings.add('bytes-left-over'))) {
      try {
        warnAboutEnd(chunk, recording)
        readChunk(chunk, recording)
      } catch (error) {
        damaged(error)
      }
    }
  } catch (error) {
    damaged(error)
  }
  // Where no chunk was read, reading the first one failed.
  if (!recording.isAnyRead()) throw new Problem('unreadable-profile', { reason: damages[0]!.message })
  const profiles = finishRecording(recording, provenance, events)
  const warnings = [...recording.warnings.list(), ...describeJoin(recording.sections())]
  return { profiles, eventCounts: recording.eventCounts, warnings }
}

function warnAboutEnd({ header, isCut }: Chunk, { warnings }: RecordingReader): void {
  if (isCut) warnings.add('file-cut')
  else if (!header.isWhole) warnings.add('chunks-unfinished')
}

/**
 * One for each event that has samples, in the order of eventIds. They say which of those that were `requested` have
 * none.
 */
function finishRecording(
  recording: RecordingReader,
  overrides: Partial<Provenance>,
  requested: readonly EventId[] = [],
): Profile[] {
  const span = findSpan(recording)
  const { marks, leftOut } = recording.pauses.marks(span.startMs)
  recording.warnings.add('marks-left-out', leftOut)
  recording.warnings.add(
    'data-lost',
    span.sections.reduce((sum, { dataLosses }) => sum + dataLosses, 0),
  )
  const traces = ['jdk.MethodTrace', 'profiler.MethodTrace'].map((name) => recording.eventCounts.get(name) ?? 0)
  recording.warnings.add('method-traces-left-out', traces[0]! + traces[1]!)
  const graphs = [...recording.graphs.values()].filter(({ samples }) => samples > 0)
  const missing = requested.filter((event) => !graphs.some((graph) => graph.event.graph === event))
  const warnings = [...(overrides.warnings ?? []), ...noSampleWarnings(missing)]
  return eventIds.flatMap((event) => {
    const ranked = graphs.filter((graph) => graph.event.graph === event).sort((a, b) => a.event.rank - b.event.rank)
    const [best, ...others] = ranked
    if (best === undefined) return []
    // Rank 1 has errors alone (`jdk.JavaErrorThrow`); with rank 0 the count is 0, which is no warning.
    if (event === 'exceptions') best.warnings.add('errors-only', best.event.rank)
    else for (const other of others) warnAboutRival(best, other, span.sections)
    return [finishGraph(best, recording, span, marks, { ...overrides, warnings })]
  })
}

/** Counts the samples of `other`, which are left out: `best` has the same event by other means. */
function warnAboutRival(best: Graph, other: Graph, sections: readonly LinkedSection[]): void {
  const jvmOf = ({ section }: ChunkSamples) => sections[section]!.jvm
  const seen = new Set(best.chunks.map(jvmOf))
  for (const chunk of other.chunks)
    best.warnings.add(
      seen.has(jvmOf(chunk)) ? 'samples-by-another-means' : 'samples-of-another-kind',
      chunk.to - chunk.from,
    )
}

interface RecordedSpan {
  readonly sections: readonly LinkedSection[]
  /** Where times count from, on the scale of the sections. */
  readonly startMs: number
  /** Unix time in ms. */
  readonly startedAt: number
  /** Null when no chunk says its end, or all end before. */
  readonly durationMs: number | null
}

function findSpan(recording: RecordingReader): RecordedSpan {
  const sections = recording.sections()
  const first = sections.reduce((one, other) => (other.startNanos < one.startNanos ? other : one))
  const startMs = recording.startedAt === null ? first.startMs : 0
  const endMs = sections.reduce((latest, section) => Math.max(latest, section.endMs), startMs)
  return {
    sections,
    startMs,
    startedAt: recording.startedAt ?? Number(first.startNanos / 1000n) / 1000,
    durationMs: endMs > startMs ? endMs - startMs : null,
  }
}

function finishGraph(
  graph: Graph,
  recording: RecordingReader,
  { sections, startMs, startedAt, durationMs }: RecordedSpan,
  marks: Provenance['marks'],
  overrides: Partial<Provenance>,
): Profile {
  const settle = (profile: Profile) => settleSamples(graph, profile, sections, startMs)
  return graph.finish(
    settle,
    ({ event, warnings, maxDepth }: GraphFacts, { frequencyHz, sections: countedSections }): Provenance => {
      // Only events that a clock samples (CPU, wall) have a frequency.
      const isClocked = event.graph === 'cpu' || event.graph === 'wall'
      const writers = distinct(countedSections.map(({ writer }) => writer))
      const isOfJavaOnly = event.mechanism === 'ExecutionSample' && writers.includes('jdk')
      if (isOfJavaOnly)
        warnings.add('native-samples-left-out', recording.eventCounts.get('jdk.NativeMethodSample') ?? 0)
      return {
        ...emptyProvenance(writers.map((writer) => (writer === 'jdk' ? 'jfr' : writer)).join(' + ')),
        ...overrides,
        event: event.graph,
        frequencyHz: (isClocked ? overrides.frequencyHz : null) ?? frequencyHz,
        startedAt,
        durationMs: overrides.durationMs ?? durationMs,
        mechanism:
          distinct(countedSections.flatMap((section) => readMechanism(event, section) ?? [])).join(' + ') ||
          (overrides.mechanism ?? null),
        versions: { ...versionsOf(countedSections), ...overrides.versions },
        maxDepth: maxDepth ?? overrides.maxDepth ?? null,
        marks: [...marks, ...(overrides.marks ?? [])],
        lostSamples:
          (overrides.lostSamples ?? 0) +
          (event.mechanism === 'CPUTimeSample' ? sections.reduce((sum, { lostSamples }) => sum + lostSamples, 0) : 0),
        warnings: [
          ...(overrides.warnings ?? []).filter(({ code }) => isClocked || code !== 'java-samples-only'),
          ...recording.warnings.list(),
          ...describeJoin(sections),
          ...warnings.list(),
          ...distinct(countedSections.flatMap((section) => readThreshold(event, section) ?? [])).flatMap((threshold) =>
            thresholdWarning(event.graph, threshold),
          ),
        ],
      }
    },
  )
}

/** Gives the versions that all sections share; of joined recordings of several JVMs, none is that of the profile. */
function versionsOf(sections: readonly LinkedSection[]): Provenance['versions'] {
  const [jvm, otherJvm] = distinct(sections.flatMap((section) => section.jvm?.text ?? []))
  const [profiler, otherProfiler] = distinct(sections.flatMap((section) => readProfilerVersion(section) ?? []))
  return {
    ...(jvm && otherJvm === undefined ? { jvm } : {}),
    ...(profiler !== undefined && otherProfiler === undefined ? { 'async-profiler': profiler } : {}),
  }
}

const distinct = <Text extends string>(texts: readonly Text[]): Text[] => [...new Set(texts)].sort()

function noSampleWarnings(events: readonly EventId[]): ProfileWarning[] {
  return events.length === 0 ? [] : [{ code: 'no-samples', text: describeNoSamples(events), count: 1 }]
}

function thresholdWarning(graph: string, threshold: string): ProfileWarning {
  const what = graph === 'io' ? 'reads and writes' : 'waits'
  return { code: 'short-waits-not-recorded', text: `Only ${what} of ${threshold} or longer were recorded.`, count: 1 }
}
