/** Why a recording ended before its time, as far as the JVM is concerned. */
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { formatDuration } from '../../profile/format/units.ts'
import { readJvmState } from '../jvm/jvm-state.ts'

/** Gives why a recording cannot go on: `the JVM ended after 4.2 s`; null while it can. */
export function findJvmEndReason(process: PinnedProcess, elapsedMs: number): string | null {
  const after = `after ${formatDuration(elapsedMs)}`
  const state = readJvmState(process)
  if (state === 'gone') return `the JVM ended ${after}`
  if (state === 'paused') return `the container was paused ${after}`
  if (state === 'stopped') return `the JVM was stopped ${after}`
  return null
}

/** Says that a recording was so large that its engine stopped it. */
export function describeSizeLimit(elapsedMs: number): string {
  return `the recording reached its size limit after ${formatDuration(elapsedMs)}`
}
