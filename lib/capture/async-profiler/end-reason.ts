/** Why a recording by an agent ended before its time. */
import { unlessProblem } from '../../errors.ts'
import { readRunState } from '../../host/process/cgroup.ts'
import { assertSameProcess, type PinnedProcess } from '../../host/process/pinned-process.ts'
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
