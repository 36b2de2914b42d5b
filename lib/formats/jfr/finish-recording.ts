/** The profiles of a recording once all of it has been read, and what each of them says of itself. */
import { type EventId, eventIds } from '../../profile/event-ids.ts'
import { describeNoSamples } from '../../profile/no-samples.ts'
import { emptyProvenance, type Profile, type ProfileWarning, type Provenance } from '../../profile/profile.ts'
import type { Graph, GraphFacts } from './graph.ts'
import type { Recording } from './recording.ts'
import { frequencyOf, mechanismOf, thresholdOf } from './settings.ts'

/** One for each event that has samples, in the order of eventIds. They say which of those that were `asked` for have none. */
export function finishRecording(
  recording: Recording,
  given: Partial<Provenance>,
  asked: readonly EventId[] = [],
): Profile[] {
  const { marks, leftOut } = recording.facts.marks()
  recording.warnings.add('marks-left-out', leftOut)
  recording.warnings.add('data-lost', recording.facts.dataLosses)
  const traces = ['jdk.MethodTrace', 'profiler.MethodTrace'].map((name) => recording.eventCounts.get(name) ?? 0)
  recording.warnings.add('method-traces-left-out', traces[0]! + traces[1]!)
  const graphs = [...recording.graphs.values()].filter(({ samples }) => samples > 0)
  const missing = asked.filter((event) => !graphs.some((graph) => graph.event.graph === event))
  const warnings = [...(given.warnings ?? []), ...noSampleWarnings(missing)]
  return eventIds.flatMap((event) => {
    const ranked = graphs.filter((graph) => graph.event.graph === event).sort((a, b) => a.event.rank - b.event.rank)
    const [best, ...others] = ranked
    if (best === undefined) return []
    if (event === 'exceptions') best.warnings.add('errors-only', best.event.rank)
    else for (const { samples } of others) best.warnings.add('samples-by-another-means', samples)
    return [finishGraph(best, recording, marks, { ...given, warnings })]
  })
}

function finishGraph(
  graph: Graph,
  recording: Recording,
  marks: Provenance['marks'],
  given: Partial<Provenance>,
): Profile {
  const { writer, facts, eventCounts, origin, endMs } = recording
  const isOfJavaOnly = graph.event.mechanism === 'ExecutionSample' && writer === 'jdk'
  if (isOfJavaOnly) graph.warnings.add('native-samples-left-out', eventCounts.get('jdk.NativeMethodSample') ?? 0)
  return graph.finish(({ event, warnings, maxDepth }: GraphFacts): Provenance => ({
    ...emptyProvenance(writer === 'jdk' ? 'jfr' : 'async-profiler'),
    frequencyHz: frequencyOf(event, facts.settings, writer),
    ...given,
    event: event.graph,
    startedAt: origin === null ? null : Number(origin / 1000n) / 1000,
    durationMs: given.durationMs ?? (endMs > 0 ? endMs : null),
    mechanism: mechanismOf(event, facts.settings, writer) ?? given.mechanism ?? null,
    versions: { ...facts.versions(), ...given.versions },
    maxDepth: maxDepth ?? given.maxDepth ?? null,
    marks: [...marks, ...(given.marks ?? [])],
    lostSamples: (given.lostSamples ?? 0) + (event.mechanism === 'CPUTimeSample' ? facts.lostSamples : 0),
    warnings: [
      ...(given.warnings ?? []),
      ...recording.warnings.list(),
      ...warnings.list(),
      ...thresholdWarnings(event.graph, thresholdOf(event, facts.settings)),
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
