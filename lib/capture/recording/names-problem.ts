/** Which failures cost perf and bpftrace the names of Java methods, and no more. */
import type { Problem, ProblemCode } from '../../errors.ts'

/** Failures of asking the JVM for its symbol map, and of reading the map. */
const ofNames: ReadonlySet<ProblemCode> = new Set([
  'attach-disabled',
  'attach-failed',
  'attach-socket-forged',
  'attach-timeout',
  'attach-unanswered',
  'not-a-jvm',
  'perf-map-missing',
  'signal-not-caught',
  'tmp-not-writable',
  'tmp-shared',
  'tmp-too-small',
  'unsafe-file',
])

/** Gives whether a failure costs the names of Java methods alone: the recording goes on with a warning. */
export function isOfNames({ code }: Problem): boolean {
  return ofNames.has(code)
}
