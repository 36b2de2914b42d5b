/** A capture through the collector of this host, from its start to its profiles. */
import type { CollectorClient } from '../collector/client/client.ts'
import type { Capture, CaptureRequest } from '../contract/capture.ts'
import { problemFromData } from '../errors.ts'
import { readAll } from '../formats/reading/byte-stream.ts'
import type { CommandStreams } from './streams.ts'
import type { OpenCollector } from './open-collector.ts'
import { cancelAtEnd, followCapture } from './follow-capture.ts'
import { createProgress } from './progress.ts'
import { describeStop, isOwnCapture } from './shared-capture.ts'

export interface LocalCaptureOptions {
  readonly streams: Pick<CommandStreams, 'stderr'>
  /** Cancels the capture where it is ours, else only stops following it. */
  readonly signal: AbortSignal
  /** Called with each encoded profile, while the collector still has it. `events` are those of all. */
  readonly keep: (event: Capture['artefacts'][number]['event'], bytes: Uint8Array, events: readonly string[]) => void
  /** Called with the capture each time it changes. */
  readonly onChange?: (capture: Capture) => void
}

/**
 * null when it was cancelled, or is not followed any more.
 *
 * Throws: Problem: why it failed.
 */
export async function captureLocally(
  request: CaptureRequest,
  { collector, isOwn }: Pick<OpenCollector, 'collector' | 'isOwn'>,
  { streams, signal, keep, onChange }: LocalCaptureOptions,
): Promise<Capture | null> {
  const started = await collector.call('startCapture', { ...request, requestedBy: 'command line' })
  const ours = isOwnCapture(started, request, streams)
  if (ours) cancelAtEnd(collector, started.id, signal)

  const ended = await follow(collector, started, { streams, onChange }, ours ? undefined : signal)
  if (ended.state === 'cancelled' || (!ours && signal.aborted)) {
    streams.stderr.write(`${describeStop(ended)}\n`)
    return null
  }
  if (ended.problem) throw problemFromData(ended.problem)
  const events = ended.artefacts.map(({ event }) => event)
  for (const event of events)
    keep(event, await readAll(await collector.fetchArtefact(ended.id, event), Infinity), events)
  const profiles = events.map((event) => ({ event, profileId: ended.id }))
  if (isOwn) await collector.call('reapCapture', { captureId: ended.id, profiles })
  return ended
}

/** Tells each step, until there is a profile or never will be, or `signal` aborts. */
async function follow(
  collector: CollectorClient,
  started: Capture,
  { streams, onChange }: Pick<LocalCaptureOptions, 'streams' | 'onChange'>,
  signal?: AbortSignal,
): Promise<Capture> {
  const progress = createProgress(streams)
  let last = started
  for await (last of followCapture(collector, started.id, signal)) {
    progress.show(last)
    onChange?.(last)
  }
  progress.end()
  return last
}
