/** Why a recording ended before its time, as far as the JVM is concerned. */
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { formatDuration } from '../../profile/format/units.ts'
import { readJvmState } from '../jvm/jvm-state.ts'

const endReasons = { gone: 'the JVM ended', paused: 'the container was paused', stopped: 'the JVM was stopped' }

/** Gives what ended a recording, of the reason that `findJvmEndReason` gave for it; null for any other reason. */
export function readJvmEnd(reason: string | null): keyof typeof endReasons | null {
  const ends = Object.keys(endReasons) as (keyof typeof endReasons)[]
  return ends.find((end) => reason?.startsWith(endReasons[end])) ?? null
}

/** Gives why a recording cannot go on: `the JVM ended after 4.2 s`; null while it can. */
export function findJvmEndReason(process: PinnedProcess, elapsedMs: number): string | null {
  const state = readJvmState(process)
  return state === 'running' ? null : `${endReasons[state]} after ${formatDuration(elapsedMs)}`
}

/** Says that a recording was so large that its engine stopped it. */
export function describeSizeLimit(elapsedMs: number): string {
  return `the recording reached its size limit after ${formatDuration(elapsedMs)}`
}
