/** Runs the parser as a child process with limits, and kills it when it exceeds one: no input can harm this process. */
import fs from 'node:fs'
import { setPriority } from 'node:os'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ownFiles } from '../host/kernel/named-files.ts'
import { parserJobSchema } from '../contract/parser-job.ts'
import type { Config } from '../config.ts'
import { Problem, problemFromData, type ProblemData } from '../errors.ts'
import { type CommandEnd, type RunningCommand, startCommand } from '../host/command/run-command.ts'
import { parserCommand } from './parser-command.ts'
import { createParsedProfileReader, type ParsedProfile } from './output-frames.ts'
import { watchMemory } from './watch-memory.ts'
import type { z } from 'zod'

/** Bytes that a parser may write in all, where its caller sets no other limit. */
const usualParserOutputBytes = 2 ** 30
/** Niceness of a parser where its caller sets no other: by so much its priority is lower than Hearth's. */
const parserNiceness = 5

export interface ParserLimits {
  /** Resident memory of the child. */
  readonly memoryBytes: number
  /** CPU time; also the time without any input read, so that a large file may arrive slowly. */
  readonly seconds: number
  /** Bytes of all encoded profiles together; 1 GiB if not given. */
  readonly outputBytes?: number
  /** User the child runs as when we are root. */
  readonly parserUid: number
  /** Niceness of the child, 5 if not given, since requests for pages and the JVMs of this host have priority. */
  readonly niceness?: number
}

type Limit = 'memory' | 'time'
export type ParserConfig = Pick<Config, 'parserMemoryBytes' | 'parserSeconds' | 'parserUid'>

export function parserLimits({ parserMemoryBytes, parserSeconds, parserUid }: ParserConfig): ParserLimits {
  return { memoryBytes: parserMemoryBytes, seconds: parserSeconds, parserUid }
}

type ParserJobInput = z.input<typeof parserJobSchema>

/**
 * The encoded profiles of a recording, that of CPU first. Most formats give one; JFR gives one for each event that has
 * samples, and none where no event has any.
 *
 * Throws: Problem `parser-limit` (output), and as `streamParser`.
 */
export async function runParser(
  job: ParserJobInput,
  input: AsyncIterable<Uint8Array>,
  { outputBytes = usualParserOutputBytes, ...limits }: ParserLimits,
  signal?: AbortSignal,
): Promise<readonly ParsedProfile[]> {
  const frames = createParsedProfileReader(outputBytes)
  for await (const chunk of streamParser(job, input, limits, signal)) frames.add(chunk)
  return frames.finish()
}

type StreamLimits = Omit<ParserLimits, 'outputBytes'>

/** Starts a parser, which waits for one job and ends after it. It inherits `descriptors` after its standard streams. */
export async function startParser(limits: StreamLimits, descriptors: readonly number[] = []): Promise<RunningCommand> {
  const command = await parserCommand(limits, descriptors.length)
  const child = startCommand(command[0]!, command.slice(1), { descriptors, env: { UV_THREADPOOL_SIZE: '1' } })
  lowerPriority(child.hostPid, limits.niceness ?? parserNiceness)
  return child
}

/**
 * The profiles as the parser writes them: bytes of the frames of `output-frames.ts`, not checked.
 *
 * Throws: Problem `parser-limit` (memory, time), `unknown-format`, `unreadable-profile`, `parser-failed`; the reason of
 * `signal` when it aborts; whatever `input` throws. The child is dead in every case, also when the caller stops early.
 */
export async function* streamParser(
  job: ParserJobInput,
  input: AsyncIterable<Uint8Array>,
  limits: StreamLimits,
  signal?: AbortSignal,
  start: typeof startParser = startParser,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted()
  // Without a listener, a stream that fails before it is read ends this process; reading it later throws the same
  // error. Without a reader, Node drops the output of a program that has ended.
  if (input instanceof Readable) input.on('error', () => undefined).on('readable', () => undefined)
  const checked = parserJobSchema.parse(job)
  const maps = openAll(checked.javaMaps.map(({ path }) => path))
  const child = await start(limits, maps)
    .finally(() => maps.forEach(fs.closeSync))
    .catch((error: unknown) => {
      closeInput(input)
      throw error
    })

  const kill = () => child.stop('SIGTERM', 0)
  const abort = () => void kill()
  signal?.addEventListener('abort', abort)
  let exceeded: Limit | null = null
  const exceed = (limit: Limit): void => {
    exceeded ??= limit
    void kill()
  }
  const stopWatching = watchMemory(child.hostPid, limits.memoryBytes, () => exceed('memory'))
  const inputTimeout = setTimeout(() => exceed('time'), limits.seconds * 1000)
  let failed: { readonly cause: unknown } | null = null
  /** Throws the first reason to end the child, where there is one. */
  const throwIfEnded = () => {
    signal?.throwIfAborted()
    rethrow(failed)
    if (exceeded !== null) throw new Problem('parser-limit', { limit: exceeded })
  }
  try {
    signal?.throwIfAborted()
    // An input that fails ends the child; a child that ends first leaves nothing to wait for in the input.
    void feed(child.stdin, JSON.stringify(checked), input, () => inputTimeout.refresh()).then((failure) => {
      failed = failure
      if (failure !== null) void kill()
    })
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) yield chunk
    const end = await child.ended
    throwIfEnded()
    if (end.exitCode !== 0) throw explain(end)
  } catch (error) {
    // A child that was killed leaves output that cannot be read: the reason of the kill is the one to report.
    throwIfEnded()
    throw error
  } finally {
    clearTimeout(inputTimeout)
    stopWatching()
    signal?.removeEventListener('abort', abort)
    closeInput(input)
    await kill()
  }
}

/**
 * Else the writer of a stream that is not read to its end would wait forever, and so would this process for the writer.
 */
function closeInput(input: AsyncIterable<Uint8Array>): void {
  if (input instanceof Readable) input.destroy()
}

/** A function, since TypeScript takes a variable that a callback sets for null. */
function rethrow(failed: { readonly cause: unknown } | null): void {
  if (failed !== null) throw failed.cause
}

function lowerPriority(hostPid: number, niceness: number): void {
  try {
    if (hostPid > 0) setPriority(hostPid, niceness)
  } catch (error) {
    // The child has ended; `streamParser` explains why.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}

function openAll(paths: readonly string[]): number[] {
  const opened: number[] = []
  try {
    for (const path of paths) opened.push(ownFiles.openSync(path, 'r'))
  } catch (error) {
    opened.forEach(fs.closeSync)
    throw new Problem('parser-failed', { reason: 'a symbol map is gone' }, { cause: error })
  }
  return opened
}

/**
 * Writes the job and its input to the child. Gives the error of `input` where that failed; an error of the child is no
 * error here.
 */
async function feed(
  stdin: Writable,
  job: string,
  input: AsyncIterable<Uint8Array>,
  onChunk: () => void,
): Promise<{ readonly cause: unknown } | null> {
  let failed: { cause: unknown } | null = null
  async function* jobAndInput(): AsyncGenerator<string | Uint8Array> {
    yield `${job}\n`
    try {
      for await (const chunk of input) {
        onChunk()
        yield chunk
      }
    } catch (error) {
      failed = { cause: error }
      throw error
    }
  }
  // A child that ends before it has read everything breaks the pipe; its exit says why.
  await Promise.allSettled([pipeline(jobAndInput, stdin)])
  return failed
}

function explain({ signal, exitCode, stderr }: CommandEnd): Problem {
  if (signal === 'SIGXCPU') return new Problem('parser-limit', { limit: 'time' })
  if (/heap out of memory|allocation failed|Out of memory/i.test(stderr))
    return new Problem('parser-limit', { limit: 'memory' })
  const lastLine = stderr.trim().split('\n').at(-1) ?? ''
  if (exitCode === 1 && lastLine.startsWith('{')) return problemFromData(JSON.parse(lastLine) as ProblemData)
  const how = signal === null ? `exit code ${exitCode ?? 'unknown'}` : signal
  return new Problem('parser-failed', { reason: `the parser ended with ${how}` }, { cause: new Error(stderr) })
}
