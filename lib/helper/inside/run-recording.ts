/** One capture inside a helper: the engine's own code, its progress and its recording sent as they come. */
import fs from 'node:fs'
import { join } from 'node:path'
import type { CaptureEngine, CaptureJob, Progress, RawPart } from '../../capture/engine.ts'
import type { FrameWriter } from '../frames.ts'
import type { Order } from '../protocol.ts'
import { seenFromHere } from './local-target.ts'
import { createPartSender } from './send-parts.ts'

export interface RecordHereOptions {
  readonly engine: CaptureEngine
  readonly writer: FrameWriter
  /** Where the job's own directory goes. */
  readonly workDirectory: string
  /** Longest run of a program that prints a part. */
  readonly seconds: number
  readonly save: AbortSignal
}

/** Throws: Problem, as the engine; the reason of `signal`. */
export async function recordHere(
  order: Extract<Order, { type: 'record' }>,
  { engine, writer, workDirectory, seconds, save }: RecordHereOptions,
  signal: AbortSignal,
): Promise<void> {
  const directory = join(workDirectory, order.captureId)
  fs.mkdirSync(directory, { mode: 0o755 })
  const sender = createPartSender(writer, { directory, seconds })
  const target = seenFromHere(order.target)
  const job: CaptureJob = { id: order.captureId, target, request: order.request, directory, save }
  const steps = engine.record({ ...job, request: { ...order.request, targetId: target.id } }, signal)
  const showing: { now: Promise<void> | null } = { now: null }

  for (;;) {
    const step = await steps.next()
    if (!step.done) {
      await tell(step.value)
      if (step.value.live) show(step.value.live)
      continue
    }
    await showing.now
    const { parts, samples, lostSamples, partial, attaches } = step.value
    const sent = await sender.send(parts, signal)
    await writer.say({ type: 'recording', parts: sent, samples, lostSamples, partial, attaches: [...attaches] })
    return
  }

  async function tell({ state, secondsLeft, samples, lostSamples, leftovers }: Progress): Promise<void> {
    const translated = await sender.translate(leftovers, target.hostPid, order.target.hostPid)
    await writer.say({ type: 'progress', state, secondsLeft, samples, lostSamples, leftovers: translated })
  }

  /** Beside the recording, one at a time: a picture that comes while one is on its way is dropped. */
  function show(parts: readonly RawPart[]): void {
    if (showing.now) return removeFiles(parts)
    showing.now = sender
      .send(parts, signal)
      .then((sent) => writer.say({ type: 'live', parts: sent }))
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
