/** Runs an engine in a helper container as if it ran here: the same progress, the same recording, the same Problems. */
import { join } from 'node:path'
import type { CaptureEngine, CaptureJob, Leftover, Progress, RawPart, RawRecording } from '../capture/engine.ts'
import { Problem, problemFromData } from '../errors.ts'
import { converse } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'
import type { Answer, SentLeftover, SentPart } from './protocol.ts'
import { createReceivedFiles, type ReceivedFiles } from './received-files.ts'

type Said<Type extends Answer['type']> = Extract<Answer, { type: Type }>

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
  let progress: Progress = { state: 'checking', secondsLeft: null, samples: 0, lostSamples: 0, leftovers: [] }
  yield progress
  const needs = engine.helperNeeds(request, target)
  const isTimed = request.mode === 'timed'
  const container = await start(
    { needs, target, captureId: id, maxSeconds: isTimed ? request.seconds + moreSeconds : flightRecorderSeconds },
    signal,
  )
  using files = createReceivedFiles(directory)
  await using talk = converse(container, {
    type: 'record',
    captureId: id,
    engine: engine.id,
    target,
    pid: needs.pid,
    request,
  })
  const save = () => talk.tell({ type: 'save' })
  signal.addEventListener('abort', talk.cancel)
  job.save.addEventListener('abort', save)
  try {
    if (job.save.aborted) save()
    signal.throwIfAborted()
    for await (const frame of talk.frames) {
      if (frame.kind === 'data') {
        files.append(frame.file, frame.bytes)
        continue
      }
      const { answer } = frame
      if (answer.type === 'file') files.begin(answer.file)
      else if (answer.type === 'file-end') files.finish(answer.file)
      else if (answer.type === 'progress') yield (progress = progressOf(answer, directory, files))
      else if (answer.type === 'live') yield { ...progress, live: partsOf(answer.parts, files) }
      else if (answer.type === 'recording') return recordingOf(answer, files)
      else if (answer.type === 'problem') throw problemFromData(answer.problem)
      else if (answer.type === 'broken') throw new Problem('helper-failed', { reason: answer.reason })
    }
    signal.throwIfAborted()
    throw await talk.explain()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', talk.cancel)
    job.save.removeEventListener('abort', save)
  }
}

function progressOf(said: Said<'progress'>, directory: string, files: ReceivedFiles): Progress {
  const { state, secondsLeft, samples, lostSamples } = said
  const leftovers = said.leftovers.map((leftover) => leftoverOf(leftover, directory, files))
  return { state, secondsLeft, samples, lostSamples, leftovers }
}

function leftoverOf(sent: SentLeftover, directory: string, files: ReceivedFiles): Leftover {
  if (sent.kind !== 'container-file' || sent.before === null) return sent as Leftover
  return { ...sent, before: { ...sent.before, copy: join(directory, files.nameOf(sent.before.copy)) } }
}

function recordingOf(said: Said<'recording'>, files: ReceivedFiles): RawRecording {
  const { parts, samples, lostSamples, partial, attaches } = said
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
