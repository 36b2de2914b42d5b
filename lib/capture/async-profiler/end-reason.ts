/** Why a recording by an agent ended before its time. */
import type { CaptureRequest } from '../../contract/capture.ts'
import { Problem, unlessProblem } from '../../errors.ts'
import { readRunState } from '../../host/process/cgroup.ts'
import { assertSameProcess, type PinnedProcess } from '../../host/process/pinned-process.ts'
import { describeNoSamples } from '../../profile/quality/no-samples.ts'
import { formatDuration } from '../../profile/format/units.ts'

/** For "what was kept all the same": `the JVM ended after 4.2 s`. Null while it can go on. */
export function findAgentEndReason(process: PinnedProcess, elapsedMs: number, isFull: boolean): string | null {
  const after = `after ${formatDuration(elapsedMs)}`
  const state = readJvmState(process)
  if (state === 'gone') return `the JVM ended ${after}`
  if (state === 'paused') return `the container was paused ${after}`
  if (state === 'stopped') return `the JVM was stopped ${after}`
  return isFull ? `the recording reached its size limit ${after}` : null
}

export function readJvmState(process: PinnedProcess): 'running' | 'paused' | 'stopped' | 'gone' {
  return unlessProblem(() => {
    assertSameProcess(process, process.label)
    return readRunState(process)
  }, 'gone')
}

/** Why a recording is empty: what became of the JVM, else `failure` of the tool, else what there was none of. */
export function explainNoSamples(
  process: PinnedProcess,
  { events, seconds }: Pick<CaptureRequest, 'events' | 'seconds'>,
  failure: Problem | null,
): Problem {
  const { label: target, hostPid } = process
  const state = readJvmState(process)
  if (state === 'gone') return new Problem('target-gone', { target })
  if (state === 'paused') return new Problem('target-paused', { target })
  if (state === 'stopped') return new Problem('target-stopped', { target, hostPid })
  return failure ?? new Problem('nothing-recorded', { target, seconds, reason: describeNoSamples(events) })
}
