/** Turns a file of JFR into the parser's input: of the whole recording, and of the recording so far. */
import { parserJobSchema } from '../../contract/parser-job.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import type { CaptureJob, RawPart } from '../engine.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import { captureProvenance } from '../provenance.ts'
import type { JfrRecording } from './jfr-recording.ts'
import { cpuTimeVersion } from '../../targets/readiness/jfr.ts'
import { samplingPeriodMs } from './jfr-settings.ts'

type PartFacts = Pick<Parameters<typeof captureProvenance>[0], 'durationMs' | 'marks' | 'warnings'> & {
  readonly recording: JfrRecording
}

/** `file` is in the capture's directory. */
export function describePart(
  file: string,
  { recording, ...facts }: PartFacts,
  { job: { target, request }, version }: { readonly job: CaptureJob; readonly version: JvmVersion },
): RawPart {
  // Facts that the reader finds out for each event are left to it.
  const {
    event: _event,
    mechanism: _mechanism,
    lostSamples: _lost,
    ...provenance
  } = captureProvenance({
    ...facts,
    engine: 'jfr',
    event: request.events[0]!,
    mechanism: null,
    target,
    request,
    jvm: version,
    startedAt: recording.startedAt,
    frequencyHz: request.events.includes('cpu') ? 1000 / samplingPeriodMs(request.frequencyHz) : null,
    lostSamples: 0,
    commands: [[...recording.command]],
    maxDepth: recording.stackDepth,
  })
  return {
    source: { kind: 'file', name: file },
    job: parserJobSchema.parse({ format: 'jfr', provenance, events: request.events }),
  }
}

/** Lists the warnings of a recording. `partial`: why it is not whole; null where it is. */
export function listWarnings(
  events: readonly EventId[],
  { feature }: JvmVersion,
  partial: string | null,
): ProfileWarning[] {
  const warnings: ProfileWarning[] = []
  if (partial !== null) warnings.push({ code: 'partial', text: `Only a part was recorded: ${partial}.`, count: 1 })
  if (events.includes('cpu') && feature < cpuTimeVersion) {
    const text =
      'JFR samples a few threads at a time, and only those in Java code: shares can be trusted, amounts of CPU cannot; native code, the collector and the kernel are missing.'
    warnings.push({ code: 'java-samples-only', text, count: 1 })
  }
  return warnings
}
