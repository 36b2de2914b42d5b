/** Why a recording by an agent ended before its time. */
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { formatDuration } from '../../profile/format/units.ts'
import { readJvmState } from '../jvm/jvm-state.ts'

/** For "what was kept all the same": `the JVM ended after 4.2 s`. Null while it can go on. */
export function findAgentEndReason(process: PinnedProcess, elapsedMs: number, isFull: boolean): string | null {
  const after = `after ${formatDuration(elapsedMs)}`
  const state = readJvmState(process)
  if (state === 'gone') return `the JVM ended ${after}`
  if (state === 'paused') return `the container was paused ${after}`
  if (state === 'stopped') return `the JVM was stopped ${after}`
  return isFull ? `the recording reached its size limit ${after}` : null
}
