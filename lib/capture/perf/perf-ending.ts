/** Why a recording by perf ended before its time. */
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { formatDuration } from '../../profile/format/units.ts'
import { describeSizeLimit, findJvmEndReason } from '../recording/end-reason.ts'
import type { PerfRecording } from './perf-recording.ts'

/**
 * For "what was kept all the same": `the JVM ended after 4.2 s`. Null while it can go on. Without a process only perf's
 * own end counts.
 */
export function findPerfEndReason(
  process: PinnedProcess | null,
  recording: Pick<PerfRecording, 'end'>,
  elapsedMs: number,
): string | null {
  const ended = process === null ? null : findJvmEndReason(process, elapsedMs)
  if (ended !== null) return ended
  const end = recording.end()
  if (end === null) return null
  if (/size limit reached/.test(end.stderr)) return describeSizeLimit(elapsedMs)
  return `perf ended after ${formatDuration(elapsedMs)}`
}
