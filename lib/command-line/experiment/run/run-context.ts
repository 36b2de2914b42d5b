/** What the phases of a run share. */
import type { CaptureRequest } from '../../../contract/capture.ts'
import type { RunPhase } from '../../../contract/experiments.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import type { OpenCollector } from '../../open-collector.ts'
import type { CommandStreams } from '../../streams.ts'

export interface RunContext {
  readonly text: ExperimentText
  /** What recorded an earlier run, where experiment.yaml names none: engines see different frames of the same program. */
  readonly engine: CaptureRequest['engine']
  /** Of the experiment. */
  readonly directory: string
  readonly compose: readonly string[]
  readonly dockerHost: string | undefined
  readonly lock: number
  readonly collector: Pick<OpenCollector, 'collector' | 'isOwn' | 'linkTo'>
  readonly streams: Pick<CommandStreams, 'stderr'>
  readonly signal: AbortSignal
  /** What it does from now on. */
  readonly enter: (phase: RunPhase) => void
}

/** The record of a run that goes on. */
export type RunDraft = { -readonly [key in keyof RunRecord]: RunRecord[key] }

/** Throws: the reason of `signal`, once `stop` has ended what is waited for. */
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
