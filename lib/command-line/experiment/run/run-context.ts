/** Context that all phases of a run of an experiment use. */
import type { CaptureRequest } from '../../../contract/capture.ts'
import type { RunPhase } from '../../../contract/experiments.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import type { OpenCollector } from '../../open-collector.ts'
import type { CommandStreams } from '../../streams.ts'

export interface RunContext {
  readonly text: ExperimentText // the parsed experiment.yaml
  /**
   * The engine. Where experiment.yaml names none, it is that of the earlier runs, since engines see different frames,
   * and `auto` before the first.
   */
  readonly engine: CaptureRequest['engine']
  /** Directory of the experiment, where experiment.yaml is. */
  readonly directory: string
  readonly compose: readonly string[] // the command that starts Docker Compose
  readonly dockerHost: string | undefined
  readonly lock: number // descriptor of the locked directory; programs inherit it, so the lock lasts as long as they
  readonly collector: Pick<OpenCollector, 'collector' | 'isOwn' | 'linkTo'>
  readonly streams: Pick<CommandStreams, 'stderr'>
  readonly signal: AbortSignal
  /** Reports the phase that the run enters. */
  readonly enter: (phase: RunPhase) => void
}

/** The record of a run that has not ended: its fields can still be set. */
export type RunDraft = { -readonly [key in keyof RunRecord]: RunRecord[key] }

/** The result of `promise`. On abort it waits for `stop`, which ends the work. Throws: the reason of `signal`, then. */
export async function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  stop: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Value> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  if (!signal.aborted) return promise
  await stop()
  throw signal.reason
}
