/** Runs the parser as a child that is limited, watched and killed: whatever it reads, this side stays whole. */
import { closeSync, openSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parserJobSchema } from '../contract/parser-job.ts'
import { Problem, problemFromData, type ProblemData } from '../errors.ts'
import { type CommandEnd, startCommand } from '../host/command/run-command.ts'
import { sandboxFor } from '../host/command/sandbox.ts'
import { createParsedProfileReader, type ParsedProfileReader, type ParsedProfile } from './output-frames.ts'
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
}

type Limit = 'memory' | 'time'

// What a Node program has of writable memory before it does anything, for RLIMIT_DATA: V8's cage and thread stacks.
const emptyNodeBytes = 640 * 2 ** 20
const niceness = 5
const library = join(import.meta.dirname, '..')

/**
 * The encoded profiles of a recording, cpu first: one of most formats, one for each event that has samples of JFR's, none
 * when a recording of JFR has no samples at all.
 *
 * Throws: Problem `parser-limit` (memory, time, output), `unknown-format`, `unreadable-profile`, `parser-failed`; the
 * reason of `signal` when it aborts; whatever `input` throws. The child is dead in every case.
 */
export async function runParser(
  job: z.input<typeof parserJobSchema>,
  input: AsyncIterable<Uint8Array>,
  limits: ParserLimits,
  signal?: AbortSignal,
): Promise<readonly ParsedProfile[]> {
  signal?.throwIfAborted()
  // A stream may fail before anybody reads it; without a listener that would end this whole program. Reading it later
  // throws the same error again.
  if (input instanceof Readable) input.on('error', () => undefined)
  const checked = parserJobSchema.parse(job)
  const { outputBytes = 2 ** 30 } = limits
  const command = await commandOf(limits, checked.javaMaps.length)
  const maps = openAll(checked.javaMaps.map(({ path }) => path))
  const child = startCommand(command[0]!, command.slice(1), {
    descriptors: maps,
    env: { UV_THREADPOOL_SIZE: '1' },
    ...(signal === undefined ? {} : { signal }),
  })
  maps.forEach(closeSync)
  giveWay(child.hostPid)

  let exceeded: Limit | null = null
  const exceed = (limit: Limit): void => {
    exceeded ??= limit
    void child.stop('SIGTERM', 0)
  }
  const stopWatching = watchMemory(child.hostPid, limits.memoryBytes, () => exceed('memory'))
  const patience = setTimeout(() => exceed('time'), limits.seconds * 1000)
  const frames = createParsedProfileReader(outputBytes)
  const ended = Promise.all([child.ended, collect(child.stdout, frames, () => void child.stop('SIGTERM', 0))])
  try {
    // An input that fails ends the child; a child that ends first leaves nothing to wait for in the input.
    const fed = feed(child.stdin, JSON.stringify(checked), input, () => patience.refresh())
    const failed = await Promise.race([fed, ended.then(() => null)])
    if (failed !== null) await child.stop('SIGTERM', 0)
    const [end, notFrames] = await ended
    signal?.throwIfAborted()
    if (failed !== null) throw failed.cause
    if (exceeded !== null) throw new Problem('parser-limit', { limit: exceeded })
    if (notFrames !== null) throw notFrames
    if (end.exitCode !== 0) throw explain(end)
    return frames.finish()
  } finally {
    clearTimeout(patience)
    stopWatching()
  }
}

/** Whoever waits for a page, and the JVMs of this host, come first. */
function giveWay(hostPid: number): void {
  try {
    if (hostPid > 0) setPriority(hostPid, niceness)
  } catch (error) {
    // It has ended already: how, is judged below.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}

async function commandOf({ memoryBytes, seconds, parserUid }: ParserLimits, maps: number): Promise<string[]> {
  const sandbox = await sandboxFor({
    uid: parserUid,
    drops: 'itself',
    cpuSeconds: Math.ceil(seconds),
    dataBytes: memoryBytes + emptyNodeBytes,
    fileBytes: 0,
    openFiles: 64 + maps,
    processes: 64,
  })
  const heapMegabytes = Math.max(64, Math.ceil(memoryBytes / 2 ** 20))
  return [
    ...sandbox.command,
    process.execPath,
    '--permission',
    `--allow-fs-read=${library}/`,
    `--max-old-space-size=${heapMegabytes}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    join(library, 'parser', 'main.ts'),
    String(parserUid),
  ]
}

function openAll(paths: readonly string[]): number[] {
  const opened: number[] = []
  try {
    for (const path of paths) opened.push(openSync(path, 'r'))
  } catch (error) {
    opened.forEach(closeSync)
    throw new Problem('parser-failed', { reason: 'a symbol map is gone' }, { cause: error })
  }
  return opened
}

/** Gives the error of the input, when it is the input that failed; the child's own end is judged elsewhere. */
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

/** Reads to the end also when it is nothing that we take, so that the child never waits for us. Gives what was wrong with it. */
async function collect(stdout: Readable, frames: ParsedProfileReader, refuse: () => void): Promise<Error | null> {
  let wrong: Error | null = null
  for await (const chunk of stdout as AsyncIterable<Uint8Array>) {
    if (wrong !== null) continue
    try {
      frames.add(chunk)
    } catch (error) {
      wrong = error as Error
      refuse()
    }
  }
  return wrong
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
