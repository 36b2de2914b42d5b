/** Runs the parser as a child that is limited, watched and killed: whatever it reads, this side stays whole. */
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

export interface ParserLimits {
  /** Of resident memory. */
  readonly memoryBytes: number
  /** Of CPU; and on the clock, of not taking more input: however slowly a large file comes in, that is no failure. */
  readonly seconds: number
  /** Of all encoded profiles together. */
  readonly outputBytes?: number
  /** User the child runs as when we are root. */
  readonly parserUid: number
  /** Of the child, 5 if not given: people who wait for a page, and the JVMs of this host, come first. */
  readonly niceness?: number
}

type Limit = 'memory' | 'time'
export type ParserConfig = Pick<Config, 'parserMemoryBytes' | 'parserSeconds' | 'parserUid'>

export function parserLimits({ parserMemoryBytes, parserSeconds, parserUid }: ParserConfig): ParserLimits {
  return { memoryBytes: parserMemoryBytes, seconds: parserSeconds, parserUid }
}

type ParserJobInput = z.input<typeof parserJobSchema>

/**
 * The encoded profiles of a recording, cpu first: one of most formats, one for each event that has samples of JFR's, none
 * when a recording of JFR has no samples at all.
 *
 * Throws: Problem `parser-limit` (output), and as `streamParser`.
 */
export async function runParser(
  job: ParserJobInput,
  input: AsyncIterable<Uint8Array>,
  { outputBytes = 2 ** 30, ...limits }: ParserLimits,
  signal?: AbortSignal,
): Promise<readonly ParsedProfile[]> {
  const frames = createParsedProfileReader(outputBytes)
  for await (const chunk of streamParser(job, input, limits, signal)) frames.add(chunk)
  return frames.finish()
}

type StreamLimits = Omit<ParserLimits, 'outputBytes'>

/** A parser that waits for a job, and gets those descriptors after its standard streams. It reads one, and no other. */
export async function startParser(limits: StreamLimits, descriptors: readonly number[] = []): Promise<RunningCommand> {
  const command = await parserCommand(limits, descriptors.length)
  const child = startCommand(command[0]!, command.slice(1), { descriptors, env: { UV_THREADPOOL_SIZE: '1' } })
  giveWay(child.hostPid, limits.niceness ?? 5)
  return child
}

/**
 * The same profiles as the frames of `output-frames.ts`, as the parser writes them; nothing has looked at them.
 *
 * Throws: Problem `parser-limit` (memory, time), `unknown-format`, `unreadable-profile`, `parser-failed`; the reason of `signal`
 * when it aborts; whatever `input` throws. The child is dead in every case, also when the rest is not wanted.
 */
export async function* streamParser(
  job: ParserJobInput,
  input: AsyncIterable<Uint8Array>,
  limits: StreamLimits,
  signal?: AbortSignal,
  start: typeof startParser = startParser,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted()
  // A stream may fail before anybody reads it; without a listener that would end this whole program. Reading it later
  // throws the same error again. And what a program wrote that has ended is thrown away by Node unless its reader has come.
  if (input instanceof Readable) input.on('error', () => undefined).on('readable', () => undefined)
  const checked = parserJobSchema.parse(job)
  const maps = openAll(checked.javaMaps.map(({ path }) => path))
  const child = await start(limits, maps)
    .finally(() => maps.forEach(fs.closeSync))
    .catch((error: unknown) => {
      giveUp(input)
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
  const patience = setTimeout(() => exceed('time'), limits.seconds * 1000)
  let failed: { readonly cause: unknown } | null = null
  const assertWanted = () => {
    signal?.throwIfAborted()
    rethrow(failed)
    if (exceeded !== null) throw new Problem('parser-limit', { limit: exceeded })
  }
  try {
    signal?.throwIfAborted()
    // An input that fails ends the child; a child that ends first leaves nothing to wait for in the input.
    void feed(child.stdin, JSON.stringify(checked), input, () => patience.refresh()).then((failure) => {
      failed = failure
      if (failure !== null) void kill()
    })
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) yield chunk
    const end = await child.ended
    assertWanted()
    if (end.exitCode !== 0) throw explain(end)
  } catch (error) {
    // Its output is cut off where the child was killed.
    assertWanted()
    throw error
  } finally {
    clearTimeout(patience)
    stopWatching()
    signal?.removeEventListener('abort', abort)
    giveUp(input)
    await kill()
  }
}

/** What writes a stream that is not read to its end would wait for its reader, and who waits for that for ever. */
function giveUp(input: AsyncIterable<Uint8Array>): void {
  if (input instanceof Readable) input.destroy()
}

/** Its type is that of a value which is set while something else is awaited. */
function rethrow(failed: { readonly cause: unknown } | null): void {
  if (failed !== null) throw failed.cause
}

function giveWay(hostPid: number, niceness: number): void {
  try {
    if (hostPid > 0) setPriority(hostPid, niceness)
  } catch (error) {
    // It has ended already: how, is checked below.
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

/** Gives the error of the input, when it is the input that failed; the child's own end is checked elsewhere. */
async function feed(
  stdin: Writable,
  job: string,
  input: AsyncIterable<Uint8Array>,
  onChunk: () => void,
): Promise<{ readonly cause: unknown } | null> {
  let failed: { cause: unknown } | null = null
  async function* all(): AsyncGenerator<string | Uint8Array> {
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
  // A child that ends before it has read everything breaks the pipe; how it ended says why.
  await Promise.allSettled([pipeline(all, stdin)])
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
