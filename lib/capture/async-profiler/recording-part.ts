/** The job of the parser for a recording, with the profile's provenance as far as it is known before. */
import type { AsyncProfilerLibrary } from '../../host/library/async-profiler-library.ts'
import type { Mark, ProfileWarning } from '../../profile/model/profile.ts'
import type { CaptureJob, RawPart } from '../engine.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import { captureProvenance } from '../provenance.ts'

/** The name of the recording in the directory of the capture. */
export const recordingFileName = 'recording.jfr'
/** async-profiler cuts a stack at so many Java frames, as Hearth passes no `jstackdepth`: provenance only says it. */
const agentStackDepth = 2048

export interface AgentRecordingFacts {
  readonly job: CaptureJob
  readonly library: AsyncProfilerLibrary
  readonly version: JvmVersion
  readonly command: readonly string[]
  readonly startedAt: number
  readonly durationMs: number
  readonly partial: string | null
  readonly endedByUs: boolean
  readonly seesKernel: boolean
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
}

export function createRecordingPart(recorded: AgentRecordingFacts): RawPart {
  const { job, library } = recorded
  const provenance = captureProvenance({
    engine: 'async-profiler',
    event: job.request.events[0]!,
    mechanism: null,
    target: job.target,
    request: job.request,
    jvm: recorded.version,
    startedAt: recorded.startedAt,
    durationMs: recorded.durationMs,
    lostSamples: 0,
    commands: [recorded.command],
    maxDepth: agentStackDepth,
    marks: recorded.marks,
    warnings: [...warningsOf(recorded), ...recorded.warnings],
    versions: library.version === null ? {} : { 'async-profiler': library.version },
  })
  // The recording itself knows these better, for each of its profiles.
  const { event: _event, mechanism: _mechanism, frequencyHz: _frequencyHz, ...rest } = provenance
  return { source: { kind: 'file', name: recordingFileName }, job: createParserJob(job.request.events, rest) }
}

function warningsOf({ job, partial, endedByUs, seesKernel }: AgentRecordingFacts): ProfileWarning[] {
  const warnings: ProfileWarning[] = []
  if (partial !== null) warnings.push({ code: 'partial', text: `Only a part was recorded: ${partial}.`, count: 1 })
  else if (!endedByUs) {
    const text = 'Something else than Hearth ended the profiler: what came after is missing.'
    warnings.push({ code: 'ended-by-others', text, count: 1 })
  }
  if (job.request.kernelFrames && !seesKernel) {
    const text =
      'Frames of the kernel were asked for, but perf events could not be had: timers took the samples, and see none.'
    warnings.push({ code: 'no-kernel-frames', text, count: 1 })
  }
  return warnings
}

/** The parser's job for a recording, or for a live snapshot of one. */
export function createParserJob(events: readonly string[], provenance: Record<string, unknown>): RawPart['job'] {
  return {
    format: 'jfr',
    events: [...events],
    unit: 'samples',
    counts: 1,
    provenance,
    javaMaps: [],
    javaDso: null,
    clockOriginSeconds: null,
  }
}
