/** One capture inside a helper: the engine's own code, its progress and its recording sent as they come. */
import { join, resolve } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import type { CaptureEngine, CaptureJob, Progress, RawPart } from '../../capture/engine.ts'
import { removeSnapshot } from '../../capture/snapshot-files.ts'
import type { CleanupRecord } from '../../capture/cleanup-record-schema.ts'
import type { FrameWriter } from '../frames.ts'
import type { HelperRequest, SentCleanupRecord, SentPart } from '../protocol.ts'
import { translateTarget } from './local-target.ts'
import { Problem } from '../../errors.ts'
import { findTool, startCommand, mostStderrChars } from '../../host/command/run-command.ts'

interface PartSenderOptions {
  /** The job's own, to which the names of files in parts and records are relative. */
  readonly directory: string
  /** How long a command part may run. */
  readonly seconds: number
}

/** Drops all capabilities, then becomes the program that its arguments name. */
const withoutRights = join(import.meta.dirname, 'without-capabilities.ts')

function createPartSender(writer: FrameWriter, { directory, seconds }: PartSenderOptions) {
  /** Files that were sent, by identity: several parts have one map, and a live snapshot has a link to it. */
  const sent = new Map<string, number>()

  async function sendOnce(name: string): Promise<number> {
    const path = resolve(directory, name)
    const { ino, size, mtimeNs } = await ownFiles.promises.stat(path, { bigint: true })
    // Not the inode alone: that of a file that is removed is given to another, which was written later.
    const identity = `${ino} ${size} ${mtimeNs}`
    const sentFile = sent.get(identity)
    if (sentFile !== undefined) return sentFile
    const file = await writer.sendFile(path)
    sent.set(identity, file)
    return file
  }

  async function sendPart({ source, job }: RawPart, signal: AbortSignal): Promise<SentPart> {
    const file = source.kind === 'file' ? await sendFresh(source.name) : await sendOutput(source.command, signal)
    const maps: number[] = []
    for (const { path } of job.javaMaps) maps.push(await sendOnce(path))
    return { file, job, maps }
  }

  /** A live snapshot may be written again under its old name. */
  const sendFresh = (name: string) => writer.sendFile(resolve(directory, name))

  /** It reads what the container wrote, so it gets none of our rights. */
  async function sendOutput(command: readonly string[], signal: AbortSignal): Promise<number> {
    const [tool, ...args] = command
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', withoutRights]
    const child = startCommand(node[0]!, [...node.slice(1), findTool(tool!), ...args], {
      cwd: directory,
      timeoutMs: seconds * 1000,
      signal,
    })
    child.stdin.end()
    try {
      const file = await writer.sendStream(child.stdout as AsyncIterable<Buffer>)
      const { exitCode, timedOut, stderr } = await child.ended
      signal.throwIfAborted()
      if (timedOut) throw new Problem('parser-limit', { limit: 'time' })
      if (exitCode !== 0)
        throw new Problem('tool-failed', { tool: tool!, exitCode, stderr: stderr.slice(-mostStderrChars) })
      return file
    } finally {
      await child.stop('SIGTERM', 1000)
    }
  }

  return {
    async send(parts: readonly RawPart[], signal: AbortSignal): Promise<SentPart[]> {
      const all: SentPart[] = []
      for (const part of parts) all.push(await sendPart(part, signal))
      return all
    },
    /**
     * Gives cleanup records with the JVM's PID as the collector counts it, `collectorPid`, in place of `helperPid`;
     * those of other processes are left out. Sends the copies of files that are to be put back first.
     */
    async translate(
      records: readonly CleanupRecord[],
      helperPid: number,
      collectorPid: number,
    ): Promise<SentCleanupRecord[]> {
      const all: SentCleanupRecord[] = []
      for (const record of records) {
        // Processes of the helper end with it, and of others' PIDs the collector knows nothing.
        if (record.kind === 'process' || record.hostPid !== helperPid) continue
        const hostPid = collectorPid
        if (record.kind !== 'container-file') all.push({ ...record, hostPid })
        else if (record.before === null) all.push({ ...record, hostPid, before: null })
        else {
          const copy = await sendOnce(record.before.copy)
          all.push({ ...record, hostPid, before: { ...record.before, copy } })
        }
      }
      return all
    },
  }
}

export interface RecordAndSendOptions {
  readonly engine: CaptureEngine
  readonly writer: FrameWriter
  /** Where the job's own directory goes. */
  readonly workDirectory: string
  /** Longest run of a program that prints a part. */
  readonly parserSeconds: number
  /** Ends the recording early and keeps it, as in `CaptureJob`. */
  readonly save: AbortSignal
}

/** Records, and sends what was recorded. Throws: Problem, as the engine; the reason of `signal`. */
export async function recordAndSend(
  helperRequest: Extract<HelperRequest, { type: 'record' }>,
  { engine, writer, workDirectory, parserSeconds, save }: RecordAndSendOptions,
  signal: AbortSignal,
): Promise<void> {
  const directory = join(workDirectory, helperRequest.captureId)
  // As the collector makes it on the host (run-plan.ts).
  ownFiles.mkdirSync(directory, { mode: 0o755 })
  const sender = createPartSender(writer, { directory, seconds: parserSeconds })
  const target = translateTarget(helperRequest.target)
  const job: CaptureJob = { id: helperRequest.captureId, target, request: helperRequest.request, directory, save }
  const steps = engine.record({ ...job, request: { ...helperRequest.request, targetId: target.id } }, signal)
  /** The snapshot that is sent now; null without one. */
  const showing: { now: Promise<void> | null } = { now: null }

  for (;;) {
    const step = await steps.next()
    if (!step.done) {
      await sendProgress(step.value)
      if (step.value.live) sendSnapshot(step.value.live)
      continue
    }
    // No snapshot follows the recording.
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

  /** Beside the recording, one at a time: a snapshot that comes while one is sent is dropped. */
  function sendSnapshot(parts: readonly RawPart[]): void {
    if (showing.now) return removeSnapshot(directory, parts)
    showing.now = sender
      .send(parts, signal)
      .then((sentParts) => writer.send({ type: 'live', parts: sentParts }))
      .catch((error: unknown) => {
        // The recording itself tells what is wrong, if anything is.
        process.stderr.write(`no live snapshot: ${String(error)}\n`)
      })
      .finally(() => {
        removeSnapshot(directory, parts)
        showing.now = null
      })
  }
}
