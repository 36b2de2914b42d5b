/** Runs an engine in a helper container as if it ran here: the same progress, the same recording, the same Problems. */
import { join } from 'node:path'
import type { CaptureEngine, CaptureJob, CleanupRecord, Progress, RawPart, RawRecording } from '../capture/engine.ts'
import { Problem, problemFromData } from '../errors.ts'
import { openHelperSession } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'
import type { HelperMessage, SentCleanupRecord, SentPart } from './protocol.ts'
import { createReceivedFiles, type ReceivedFiles } from './received-files.ts'

type MessageOf<Type extends HelperMessage['type']> = Extract<HelperMessage, { type: Type }>

/** Besides the recording itself: looking, attaching, symbols, sending. */
const moreSeconds = 900
const flightRecorderSeconds = 25 * 3600

/**
 * Throws: Problem `helper-image-missing`, `helper-refused`, `helper-failed`, `docker-unreachable`, `disk-full`, and what
 * the engine throws; the reason of `signal`.
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
  const isTimed = request.mode === 'timed'
  const container = await start(
    { needs, target, captureId: id, maxSeconds: isTimed ? request.seconds + moreSeconds : flightRecorderSeconds },
    signal,
  )
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
