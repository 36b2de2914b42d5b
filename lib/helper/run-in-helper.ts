/** Runs an engine in a helper container as if it ran here: the same progress, the same recording, the same Problems. */
import { join } from 'node:path'
import fs from 'node:fs'
import { ownFiles } from '../host/kernel/named-files.ts'
import type { CaptureEngine, CaptureJob, Progress, RawPart, RawRecording } from '../capture/engine.ts'
import type { CleanupRecord } from '../capture/cleanup-record-schema.ts'
import { longestRecorderSeconds } from '../contract/constants.ts'
import { Problem, problemFromData } from '../errors.ts'
import { openHelperSession } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'
import type { HelperMessage, SentCleanupRecord, SentPart } from './protocol.ts'
import { limitCopyBytes } from '../capture/disk-space.ts'

/** Files that a helper sends, kept under names of our own: it cannot choose one, nor fill the disk. */
type ReceivedFiles = ReturnType<typeof createReceivedFiles>

/** Files that a helper may send: a flight recorder may run for a day, with a snapshot every few seconds. */
const maxHelperFiles = 1_000_000
/** How many bytes the files that a helper sends may have at a time. */
const maxCopyBytes = 4 * 2 ** 30

export function createReceivedFiles(directory: string) {
  const open = new Map<number, number>()
  const whole = new Set<number>()
  let freeBytes = 0

  return {
    begin(file: number) {
      if (open.has(file) || whole.has(file)) throw new Error(`file ${file} comes twice`)
      if (whole.size + open.size >= maxHelperFiles) throw new Error(`more than ${maxHelperFiles} files`)
      // Live snapshots are removed again: what counts is the space that is free now.
      if (open.size === 0) freeBytes = limitCopyBytes(directory, maxCopyBytes)
      // The parser, as another user, reads it.
      open.set(file, ownFiles.openSync(join(directory, nameFor(file)), 'wx', 0o644))
    },
    /** Writes bytes to an open file. Throws: Problem `disk-full`. */
    append(file: number, bytes: Uint8Array) {
      const descriptor = open.get(file)
      if (descriptor === undefined) throw new Error(`bytes of file ${file}, which is not open`)
      freeBytes -= bytes.length
      if (freeBytes < 0) throw new Problem('disk-full', { path: directory })
      ownFiles.writeFileSync(descriptor, bytes)
    },
    finish(file: number) {
      const descriptor = open.get(file)
      if (descriptor === undefined) throw new Error(`the end of file ${file}, which is not open`)
      fs.closeSync(descriptor)
      open.delete(file)
      whole.add(file)
    },
    /** The name of a file that is whole. Throws: an Error when there is none. */
    nameOf(file: number): string {
      if (!whole.has(file)) throw new Error(`file ${file} was never sent`)
      return nameFor(file)
    },
    [Symbol.dispose]() {
      for (const descriptor of open.values()) fs.closeSync(descriptor)
      open.clear()
    },
  }
}

function nameFor(file: number): string {
  return `from-helper-${file}`
}

type MessageOf<Type extends HelperMessage['type']> = Extract<HelperMessage, { type: Type }>

/** What a helper may take besides the recording itself: looking, attaching, symbols, sending. */
const helperExtraSeconds = 900

/**
 * Records in a helper container. Throws: Problem `helper-image-missing`, `helper-refused`, `helper-failed`,
 * `docker-unreachable`, `disk-full`, and what the engine throws; the reason of `signal`.
 */
export async function* recordInHelper(
  start: HelperStarter,
  engine: CaptureEngine,
  job: CaptureJob,
  signal: AbortSignal,
): AsyncGenerator<Progress, RawRecording> {
  const { id, target, request, directory } = job
  let progress: Progress = { state: 'checking', secondsLeft: null, samples: 0, lostSamples: 0, cleanup: [] }
  yield progress
  const needs = engine.helperNeeds(request, target)
  const seconds = request.mode === 'timed' ? request.seconds : longestRecorderSeconds
  const container = await start({ needs, target, captureId: id, maxSeconds: seconds + helperExtraSeconds }, signal)
  using files = createReceivedFiles(directory)
  await using session = openHelperSession(container, {
    type: 'record',
    captureId: id,
    engine: engine.id,
    target,
    pid: needs.pid,
    request,
  })
  const save = () => session.send({ type: 'save' })
  signal.addEventListener('abort', session.cancel)
  job.save.addEventListener('abort', save)
  try {
    if (job.save.aborted) save()
    signal.throwIfAborted()
    for await (const frame of session.frames) {
      if (frame.kind === 'data') {
        files.append(frame.file, frame.bytes)
        continue
      }
      const { message } = frame
      if (message.type === 'file') files.begin(message.file)
      else if (message.type === 'file-end') files.finish(message.file)
      else if (message.type === 'progress') yield (progress = progressOf(message, directory, files))
      else if (message.type === 'live') yield { ...progress, live: partsOf(message.parts, files) }
      else if (message.type === 'recording') return recordingOf(message, files)
      else if (message.type === 'problem') throw problemFromData(message.problem)
      else if (message.type === 'broken') throw new Problem('helper-failed', { reason: message.reason })
    }
    signal.throwIfAborted()
    throw await session.explainFailure()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', session.cancel)
    job.save.removeEventListener('abort', save)
  }
}

function progressOf(message: MessageOf<'progress'>, directory: string, files: ReceivedFiles): Progress {
  const { state, secondsLeft, samples, lostSamples } = message
  const cleanup = message.cleanup.map((record) => receiveCleanupRecord(record, directory, files))
  return { state, secondsLeft, samples, lostSamples, cleanup }
}

function receiveCleanupRecord(record: SentCleanupRecord, directory: string, files: ReceivedFiles): CleanupRecord {
  if (record.kind !== 'container-file' || record.before === null) return record as CleanupRecord
  return { ...record, before: { ...record.before, copy: join(directory, files.nameOf(record.before.copy)) } }
}

function recordingOf(message: MessageOf<'recording'>, files: ReceivedFiles): RawRecording {
  const { parts, samples, lostSamples, partial, attaches } = message
  return { parts: partsOf(parts, files), samples, lostSamples, partial, attaches }
}

/** What a command printed there is a file here. */
function partsOf(parts: readonly SentPart[], files: ReceivedFiles): RawPart[] {
  return parts.map(({ file, job, maps }) => ({
    source: { kind: 'file', name: files.nameOf(file) },
    job: {
      ...job,
      javaMaps: job.javaMaps.map((map, index) => ({ ...map, path: files.nameOf(maps[index] ?? -1) })),
    },
  }))
}
