/** A capture through the collector of this host, from its start to its profiles. */
import type { Capture, CaptureRequest } from '../contract/capture.ts'
import { commandLineName } from '../contract/constants.ts'
import { isProblem, Problem, problemFromData } from '../errors.ts'
import { readAll } from '../formats/reading/byte-stream.ts'
import type { CommandStreams } from './streams.ts'
import type { OpenCollector } from './open-collector.ts'
import { cancelAtEnd, followThroughRestart } from './follow-capture.ts'
import { escapeControls } from './plain-text.ts'
import { createProgressDisplay } from './progress.ts'
import { describeStop, isOwnCapture, warnOfNotRemoved } from './shared-capture.ts'

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
 * Captures by a collector of this host. Gives null where the capture was cancelled, or is no longer followed.
 *
 * Throws: the Problem by which it failed.
 */
export async function captureLocally(
  request: CaptureRequest,
  open: Pick<OpenCollector, 'collector' | 'isOwn' | 'linkTo'>,
  { streams, signal, keep, onChange }: LocalCaptureOptions,
): Promise<Capture | null> {
  const { collector, isOwn } = open
  const started = await collector.call('startCapture', { ...request, requestedBy: commandLineName })
  const ours = isOwnCapture(started, request, streams)
  const ended = await followToEnd()
  warnOfNotRemoved(ended, streams.stderr)
  if (ended.state === 'cancelled' || (!ours && signal.aborted)) {
    streams.stderr.write(`${describeStop(ended, signal)}\n`)
    return null
  }
  if (ended.problem) throw problemFromData(ended.problem)
  // The dashboard may have taken them already; the collector has them for a minute more.
  const events = (ended.artefacts.length > 0 ? ended.artefacts : ended.profiles).map(({ event }) => event)
  for (const event of events) keep(event, await fetchProfile(open, ended, event), events)
  // No library gave ids: each profile has that of its capture. `reapCapture` says that all were taken.
  const profiles = events.map((event) => ({ event, profileId: ended.id }))
  if (isOwn) await collector.call('reapCapture', { captureId: ended.id, profiles })
  return ended

  /** A capture that has its profiles is no longer cancelled: the library of a dashboard would lose them. */
  async function followToEnd(): Promise<Capture> {
    using _ = ours ? cancelAtEnd(collector, started.id, signal) : null
    return await follow(open, started, { streams, onChange }, ours ? undefined : signal)
  }
}

async function fetchProfile(
  { collector, linkTo }: Pick<OpenCollector, 'collector' | 'linkTo'>,
  capture: Capture,
  event: Capture['artefacts'][number]['event'],
): Promise<Uint8Array> {
  try {
    return await readAll(await collector.fetchArtefact(capture.id, event), Infinity)
  } catch (error) {
    throw explainGone(error, capture, linkTo, true)
  }
}

/** Tells each step, until there is a profile or never will be, or `signal` aborts. */
async function follow(
  { collector, linkTo }: Pick<OpenCollector, 'collector' | 'linkTo'>,
  started: Capture,
  { streams, onChange }: Pick<LocalCaptureOptions, 'streams' | 'onChange'>,
  signal?: AbortSignal,
): Promise<Capture> {
  const progress = createProgressDisplay(streams)
  let last = started
  const onAway = (reason: string): void => {
    progress.end()
    streams.stderr.write(`${escapeControls(reason)} Waiting a few seconds for it to start again.\n`)
  }
  try {
    for await (last of followThroughRestart(collector, started, { signal, onAway })) {
      progress.show(last)
      onChange?.(last)
    }
  } catch (error) {
    throw explainGone(error, last, linkTo, last.artefacts.length > 0)
  } finally {
    progress.end()
  }
  return last
}

/** Gives the end of a capture whose collector no longer answers. */
function explainGone(error: unknown, last: Capture, linkTo: OpenCollector['linkTo'], isKept: boolean): unknown {
  if (!isProblem(error) || error.code !== 'collector-unreachable') return error
  return new Problem('collector-gone', { phase: last.state, isKept, link: linkTo(last) }, { cause: error })
}
