/** Reads answers of HotSpot's JFR commands: their status is always 0, so the text decides. */
import { Problem } from '../../errors.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Words longer than this are a hostile container's. */
const longestReason = 500

/**
 * Refuses an answer that is a failure.
 *
 * Throws: Problem `jfr-missing` when this JVM has no Flight Recorder, `jfr-failed` with the text of the answer.
 *
 * Source: `Started recording 1. The result will be written to:`, `Dumped recording "x", 112.8 kB written to:`, `Stopped
 * recording "x".`; failures are `Could not start recording, not able to write to file /x.`, `Could not find x.`
 */
export function checkAnswer(target: string, does: 'Started' | 'Dumped' | 'Stopped', answer: string): void {
  refuseMissing(target, answer)
  if (new RegExp(`^${does} recording `, 'm').test(answer)) return
  throw new Problem('jfr-failed', { target, reason: summarizeAnswer(answer) })
}

/** Refuses a JVM without Flight Recorder. Throws: Problem `jfr-missing`. */
export function refuseMissing(target: string, answer: string): void {
  if (/Module jdk\.jfr not found|Flight Recorder can not be enabled/i.test(answer)) {
    throw new Problem('jfr-missing', { target, reason: 'its runtime was linked without the module jdk.jfr' })
  }
  if (/Unknown diagnostic command/i.test(answer)) {
    throw new Problem('jfr-missing', { target, reason: 'it knows no JFR command' })
  }
}

export interface JfrConfiguration {
  /** Where JFR keeps chunks that are not dumped yet: `/tmp/2026_11_21_22_53_45_6`, which need not exist. */
  readonly repository: string | null
  readonly stackDepth: number | null
}

/** Reads an answer to JFR.configure. */
export function parseConfiguration(answer: string): JfrConfiguration {
  const repository = /^Repository path: (\/[^\n]{0,4000}?)\s*$/m.exec(answer)?.[1] ?? null
  const depth = Number(/^Stack depth: (\d{1,5})\s*$/m.exec(answer)?.[1] ?? Number.NaN)
  return { repository, stackDepth: Number.isNaN(depth) ? null : depth }
}

/** Names of the recordings that run, in an answer to JFR.check: `Recording 1: name=x duration=40s (running)`. */
export function parseRunning(answer: string): string[] {
  return Array.from(
    answer.matchAll(/^Recording \d+: name=(.*?)(?: \w+=\S+)* \((?:running|delayed)\)\s*$/gm),
    ([, name]) => name!,
  )
}

function summarizeAnswer(answer: string): string {
  const summary = cutText(answer.trim().replace(/\s+/g, ' '), longestReason)
  return summary.replace(/\.$/, '') || 'it said nothing'
}
