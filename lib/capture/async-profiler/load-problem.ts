/** What it means when a JVM answers that it could not load async-profiler, or that the agent refused. */
import { isProblem, Problem } from '../../errors.ts'

/**
 * The Problem behind a failed `load`; anything that is none of ours is given back as it is. `log` is what the agent
 * wrote to its log: the answer itself is only a number then.
 *
 * Source: async-profiler returns 100 for bad arguments, 200 for a command that failed; `[ERROR] Profiler already started`.
 */
export function loadProblem(error: unknown, target: string, log: string): unknown {
  if (!isProblem(error) || error.code !== 'attach-failed') return error
  const { reason } = error.facts as { reason: string }
  const options = { cause: error }
  if (/Dynamic agent loading is not enabled/i.test(reason)) {
    return new Problem('dynamic-loading-disabled', { target }, options)
  }
  if (!/^the agent returned \d+$/.test(reason)) {
    // A library that cannot be mapped, found or linked: the loader's own words.
    return new Problem('library-not-loaded', { target, reason: withoutDot(reason) }, options)
  }
  const said = errorIn(log)
  if (said === null) return new Problem('profiler-refused', { target, reason }, options)
  if (/already started/i.test(said)) return new Problem('profiler-busy', { target }, options)
  return new Problem('profiler-refused', { target, reason: withoutDot(said) }, options)
}

/** `Profiler already started` of `[ERROR] Profiler already started`; the last one, since warnings come before. */
export function errorIn(log: string): string | null {
  return /^\[ERROR\] ([^\n]{1,300})/m.exec(log.split('\n').reverse().join('\n'))?.[1]?.trim() ?? null
}

function withoutDot(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 400)
}
