/** One capture inside a helper: the engine's own code, its progress and its recording sent as they come. */
import fs from 'node:fs'
import { join } from 'node:path'
import type { CaptureEngine, CaptureJob, Progress, RawPart } from '../../capture/engine.ts'
import type { FrameWriter } from '../frames.ts'
import type { HelperRequest } from '../protocol.ts'
import { translateTarget } from './local-target.ts'
import { createPartSender } from './send-parts.ts'

export interface RecordAndSendOptions {
  readonly engine: CaptureEngine
  readonly writer: FrameWriter
  /** Where the job's own directory goes. */
  readonly workDirectory: string
  /** Longest run of a program that prints a part. */
  readonly seconds: number
  readonly save: AbortSignal
}

/** Throws: Problem, as the engine; the reason of `signal`. */
export async function recordAndSend(
  helperRequest: Extract<HelperRequest, { type: 'record' }>,
  { engine, writer, workDirectory, seconds, save }: RecordAndSendOptions,
  signal: AbortSignal,
): Promise<void> {
  const directory = join(workDirectory, helperRequest.captureId)
  fs.mkdirSync(directory, { mode: 0o755 })
  const sender = createPartSender(writer, { directory, seconds })
  const target = translateTarget(helperRequest.target)
  const job: CaptureJob = { id: helperRequest.captureId, target, request: helperRequest.request, directory, save }
  const steps = engine.record({ ...job, request: { ...helperRequest.request, targetId: target.id } }, signal)
  const showing: { now: Promise<void> | null } = { now: null }

  for (;;) {
    const step = await steps.next()
    if (!step.done) {
      await sendProgress(step.value)
      if (step.value.live) sendSnapshot(step.value.live)
      continue
    }
    await showing.now
    const { parts, samples, lostSamples, partial, attaches } = step.value
    const sentParts = await sender.send(parts, signal)
    await writer.send({ type: 'recording', parts: sentParts, samples, lostSamples, partial, attaches: [...attaches] })
    return
  }

  async function sendProgress({ state, secondsLeft, samples, lostSamples, cleanup }: Progress): Promise<void> {
    const translated = await sender.translate(cleanup, target.hostPid, helperRequest.target.hostPid)
    await writer.send({ type: 'progress', state, secondsLeft, samples, lostSamples, cleanup: translated })
  }

  /** Beside the recording, one at a time: a picture that comes while one is on its way is dropped. */
  function sendSnapshot(parts: readonly RawPart[]): void {
    if (showing.now) return removeFiles(parts)
    showing.now = sender
      .send(parts, signal)
      .then((sentParts) => writer.send({ type: 'live', parts: sentParts }))
      .catch((error: unknown) => {
        // The recording itself tells what is wrong, if anything is.
        process.stderr.write(`no live picture: ${String(error)}\n`)
      })
      .finally(() => {
        removeFiles(parts)
        showing.now = null
      })
  }

  function removeFiles(parts: readonly RawPart[]): void {
    for (const { source } of parts) {
      if (source.kind === 'file') fs.rmSync(join(directory, source.name), { force: true })
    }
  }
}
