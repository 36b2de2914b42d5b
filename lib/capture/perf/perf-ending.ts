/** Why a recording ended before its time. */
import { unlessProblem } from '../../errors.ts'
import { assertSameProcess, type PinnedProcess } from '../../host/process/pinned-process.ts'
import type { PerfRecording } from './perf-recording.ts'
import { findAgentEndReason } from '../async-profiler/end-reason.ts'
import { formatDuration } from '../../profile/format/units.ts'

/**
 * For "what was kept all the same": `the JVM ended after 4.2 s`. Null while it can go on. Without a process only perf's own
 * end counts.
 */
export function findPerfEndReason(
  process: PinnedProcess | null,
  recording: Pick<PerfRecording, 'end'>,
  elapsedMs: number,
): string | null {
  const after = `after ${formatDuration(elapsedMs)}`
  const ended = process === null ? null : findAgentEndReason(process, elapsedMs, false)
  if (ended !== null) return ended
  const end = recording.end()
  if (end === null) return null
  if (/size limit reached/.test(end.stderr)) return `the recording reached its size limit ${after}`
  return `perf ended ${after}`
}

export function isAlive(process: PinnedProcess): boolean {
  return unlessProblem(() => {
    assertSameProcess(process, process.label)
    return true
  }, false)
}
