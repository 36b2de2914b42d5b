/** Finds whether a JVM that is recorded still runs, and why a recording is empty. */
import type { CaptureRequest } from '../../contract/capture.ts'
import { isProblem, Problem, type ProblemCode, unlessProblem } from '../../errors.ts'
import { assertRunning, readRunState } from '../../host/process/cgroup.ts'
import { assertSameProcess, type PinnedProcess } from '../../host/process/pinned-process.ts'
import { describeNoSamples } from '../../profile/quality/no-samples.ts'

/** `gone`: it has ended, or another process has its PID; also where Hearth may not look. */
export function readJvmState(process: PinnedProcess): 'running' | 'paused' | 'stopped' | 'gone' {
  return unlessProblem(() => {
    assertSameProcess(process, process.label)
    return readRunState(process)
  }, 'gone')
}

const notRunning: ReadonlySet<ProblemCode> = new Set(['target-paused', 'target-stopped'])

/**
 * Why a recording is empty: the state of the JVM where it does not run, else `failure` of the tool, else which event
 * did not happen.
 */
export function explainNoSamples(
  process: PinnedProcess,
  { events, seconds }: Pick<CaptureRequest, 'events' | 'seconds'>,
  failure: Problem | null,
): Problem {
  const { label: target } = process
  try {
    assertSameProcess(process, target)
    assertRunning(process)
  } catch (error) {
    if (!isProblem(error)) throw error
    return notRunning.has(error.code) ? error : new Problem('target-gone', { target })
  }
  return failure ?? new Problem('nothing-recorded', { target, seconds, reason: describeNoSamples(events) })
}
