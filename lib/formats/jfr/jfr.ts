/**
 * Recordings of Flight Recorder, `.jfr`: those of the JDK (8u to 25) and of async-profiler. One file holds events of many
 * kinds and becomes a profile for each of them that has samples.
 *
 *     file    chunks, one after the other, each complete in itself
 *     chunk   header, events, constants (names, stacks), and the metadata that say what fields an event has
 *
 * It is read a chunk at a time, the events as columns: memory is that of the largest chunk and of the profiles.
 */
import { Problem } from '../../errors.ts'
import { type EventId, eventIds } from '../../profile/model/event-ids.ts'
import { emptyProvenance, type Profile, type ProfileWarning, type Provenance } from '../../profile/model/profile.ts'
import { describeNoSamples } from '../../profile/quality/no-samples.ts'
import { readChunk } from './chunk-reader.ts'
import { Damage } from './bytes.ts'
import { type Chunk, readChunks } from './read-chunks.ts'
import { Recording } from './recording.ts'
import type { Graph, GraphFacts } from './graph.ts'
import { readFrequency, readMechanism, readThreshold } from './settings.ts'

export interface JfrOptions {
  /** The graphs that are wanted; without it, all that have samples. */
  readonly events?: readonly EventId[]
  /** Over what the recording says of itself, but for the event. Times count from `startedAt` when it is given. */
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
 * Threads have the ids that the JVM sees: in a container, those of the container's PID namespace.
 *
 * Keeps: skips damaged chunks and events, and reads what there is of an unfinished or a cut file, as long as one chunk can
 * be read.
 *
 * Throws: Problem `unreadable-profile` when none can, `parser-limit` for a chunk larger than 1 GiB.
 */
export async function readJfr(
  chunks: AsyncIterable<Uint8Array>,
  { events, provenance = {} }: JfrOptions = {},
): Promise<JfrProfiles> {
  const recording = new Recording(events ?? null, provenance.startedAt ?? null)
  let firstDamage: Damage | null = null
  const damaged = (error: unknown): void => {
    if (!(error instanceof Damage)) throw error
    firstDamage ??= error
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
  if (recording.writer === null) throw unreadable(firstDamage)
  const profiles = finishRecording(recording, provenance, events)
  return { profiles, eventCounts: recording.eventCounts, warnings: recording.warnings.list() }
}

function warnAboutEnd({ header, isCut }: Chunk, { warnings }: Recording): void {
  if (isCut) warnings.add('file-cut')
  else if (!header.isWhole) warnings.add('chunks-unfinished')
}

function unreadable(damage: Damage | null): Problem {
  return new Problem('unreadable-profile', { reason: damage?.message ?? 'it is empty' })
}

/** One for each event that has samples, in the order of eventIds. They say which of those that were `requested` have none. */
function finishRecording(
  recording: Recording,
  overrides: Partial<Provenance>,
  requested: readonly EventId[] = [],
): Profile[] {
  const { marks, leftOut } = recording.facts.marks()
  recording.warnings.add('marks-left-out', leftOut)
  recording.warnings.add('data-lost', recording.facts.dataLosses)
  const traces = ['jdk.MethodTrace', 'profiler.MethodTrace'].map((name) => recording.eventCounts.get(name) ?? 0)
  recording.warnings.add('method-traces-left-out', traces[0]! + traces[1]!)
  const graphs = [...recording.graphs.values()].filter(({ samples }) => samples > 0)
  const missing = requested.filter((event) => !graphs.some((graph) => graph.event.graph === event))
  const warnings = [...(overrides.warnings ?? []), ...noSampleWarnings(missing)]
  return eventIds.flatMap((event) => {
    const ranked = graphs.filter((graph) => graph.event.graph === event).sort((a, b) => a.event.rank - b.event.rank)
    const [best, ...others] = ranked
    if (best === undefined) return []
    if (event === 'exceptions') best.warnings.add('errors-only', best.event.rank)
    else for (const { samples } of others) best.warnings.add('samples-by-another-means', samples)
    return [finishGraph(best, recording, marks, { ...overrides, warnings })]
  })
}

function finishGraph(
  graph: Graph,
  recording: Recording,
  marks: Provenance['marks'],
  overrides: Partial<Provenance>,
): Profile {
  const { writer, facts, eventCounts, origin, endMs } = recording
  const isOfJavaOnly = graph.event.mechanism === 'ExecutionSample' && writer === 'jdk'
  if (isOfJavaOnly) graph.warnings.add('native-samples-left-out', eventCounts.get('jdk.NativeMethodSample') ?? 0)
  return graph.finish(({ event, warnings, maxDepth }: GraphFacts): Provenance => ({
    ...emptyProvenance(writer === 'jdk' ? 'jfr' : 'async-profiler'),
    frequencyHz: readFrequency(event, facts.settings, writer),
    ...overrides,
    event: event.graph,
    startedAt: origin === null ? null : Number(origin / 1000n) / 1000,
    durationMs: overrides.durationMs ?? (endMs > 0 ? endMs : null),
    mechanism: readMechanism(event, facts.settings, writer) ?? overrides.mechanism ?? null,
    versions: { ...facts.versions(), ...overrides.versions },
    maxDepth: maxDepth ?? overrides.maxDepth ?? null,
    marks: [...marks, ...(overrides.marks ?? [])],
    lostSamples: (overrides.lostSamples ?? 0) + (event.mechanism === 'CPUTimeSample' ? facts.lostSamples : 0),
    warnings: [
      ...(overrides.warnings ?? []),
      ...recording.warnings.list(),
      ...warnings.list(),
      ...thresholdWarnings(event.graph, readThreshold(event, facts.settings)),
    ],
  }))
}

function noSampleWarnings(events: readonly EventId[]): ProfileWarning[] {
  return events.length === 0 ? [] : [{ code: 'no-samples', text: describeNoSamples(events), count: 1 }]
}

function thresholdWarnings(graph: string, threshold: string | null): ProfileWarning[] {
  if (threshold === null) return []
  const what = graph === 'io' ? 'reads and writes' : 'waits'
  return [{ code: 'short-waits-not-recorded', text: `Only ${what} of ${threshold} or longer were recorded.`, count: 1 }]
}
