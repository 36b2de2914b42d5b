/** Runs the few programs Hearth needs: from fixed directories, arguments as an array, no shell, a fixed environment. */
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { execa, ExecaError, type Options } from 'execa'
import { hostFiles } from '../kernel/named-files.ts'
import { onProblem, unlessProblem, Problem } from '../../errors.ts'
import { formatDuration } from '../../profile/format/units.ts'

const directories = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** The Debian package of a tool, where its name differs. */
const packages: Readonly<Record<string, string>> = {
  perf: 'linux-perf',
  setpriv: 'util-linux',
  prlimit: 'util-linux',
  unshare: 'util-linux',
  mount: 'mount',
  docker: 'docker.io',
  java: 'default-jdk-headless',
}

/** Bytes that are kept of the end of a program's stderr. */
const programStderrBytes = 65536
/** Characters of the end of a program's stderr that a failure repeats. */
export const mostStderrChars = 2000
/** Bytes that a program may write to stdout, where its caller sets no other limit. */
const usualOutputBytes = 16 * 2 ** 20
/** How long a program may take that does little: says its version, or tries whether something works. */
export const shortRunTimeoutMs = 10_000
/** How long a tool may take to show that it runs here at all. */
const runsAtAllTimeoutMs = 20_000
/** How long a program that was asked to end may take before it is killed: perf and bpftrace write their buffers out. */
export const stopGraceSeconds = 5

// Output that no reader takes, or that another process holds open, never ends by itself, and a caller that waits for
// the program would wait for it.
/** So long after a program has ended, or must have, its output is given up. */
const outputGraceMs = 1000

/** Gives the path of a tool. Throws: Problem `tool-missing`. */
export function findTool(tool: string): string {
  if (tool.startsWith('/')) return tool
  for (const directory of directories) {
    const path = `${directory}/${tool}`
    if (hostFiles.statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  }
  throw new Problem('tool-missing', { tool, package: packages[tool] ?? tool })
}

export interface CommandOptions {
  /** Ended with SIGTERM after this time, with SIGKILL after the grace period. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly cwd?: string
  /** Added to the fixed environment; nothing of ours is passed on. */
  readonly env?: Readonly<Record<string, string>>
  /** Open descriptors the program gets as 3, 4 ... */
  readonly descriptors?: readonly number[]
}

export interface CommandEnd {
  /** null when a signal ended it. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly cancelled: boolean
  readonly stderr: string
}

export type RunningCommand = ReturnType<typeof startCommand>

/** Starts a program and gives its streams. Throws: Problem `tool-missing`. */
export function startCommand(tool: string, args: readonly string[], options: CommandOptions = {}) {
  const path = findTool(tool)
  const child = execa(path, args, {
    ...fixed(options),
    stdio: ['pipe', 'pipe', 'pipe', ...passed(options.descriptors)],
    buffer: false,
    reject: false,
  })
  giveUpOutput(child, options)
  const process = child as unknown as ChildProcess
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-programStderrBytes)
  })
  // A program that ends without reading its input is assessed by its end, not by our broken pipe.
  child.stdin.on('error', () => {})
  const ended = child.then((result): CommandEnd => ({
    exitCode: result.exitCode ?? null,
    signal: result.signal ?? null,
    timedOut: result.timedOut,
    cancelled: result.isCanceled,
    stderr: stderr || (result.originalMessage ?? ''),
  }))
  return {
    /** 0 when it could not be started; `ended` says why. */
    hostPid: child.pid ?? 0,
    stdin: child.stdin,
    stdout: child.stdout,
    /** Never rejects: the caller judges the end. */
    ended,
    /** Sends the signal, SIGKILL after the grace period, and waits for the end. */
    async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT', graceMs = stopGraceSeconds * 1000): Promise<CommandEnd> {
      child.kill(signal)
      const killer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      let closer: NodeJS.Timeout | undefined
      const close = () => (closer = setTimeout(() => closeStreams(child), outputGraceMs))
      if (process.exitCode !== null || process.signalCode !== null) close()
      else process.once('exit', close)
      try {
        return await ended
      } finally {
        clearTimeout(killer)
        clearTimeout(closer)
      }
    },
  }
}

export interface BoundedOptions extends CommandOptions {
  /** It is asked to end after so long, also when nothing of ours runs any more. */
  readonly seconds: number
  readonly graceSeconds?: number
}

/**
 * Starts a program that ends in any case: by `stop`; with this process, since the kernel sends it SIGINT then
 * (pdeathsig); after its time by `timeout`. `hostPid` is that of `timeout`, the program's parent.
 *
 * Throws: Problem `tool-missing`.
 */
export function startBoundedCommand(
  command: readonly string[],
  { seconds, graceSeconds = stopGraceSeconds, ...options }: BoundedOptions,
) {
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']
  const deadline = ['timeout', '--signal', 'INT', '--kill-after', `${graceSeconds}`, `${seconds}`]
  const [tool, ...args] = [...dieWithParent, ...deadline, ...dieWithParent, ...command]
  const child = startCommand(tool!, args, options)
  // `timeout` passes SIGINT on and kills the program after the grace period. Killed before that, it would leave the
  // program running.
  return { ...child, stop: () => child.stop('SIGINT', (graceSeconds + 2) * 1000) }
}

/**
 * Runs a program to its end and gives its output.
 *
 * Throws: Problem `tool-missing`, `tool-failed` with its stderr for any exit code but 0, a signal, a timeout or more
 * than `maxOutputBytes`; the reason of `signal` when it aborts.
 */
export async function runCommand(
  tool: string,
  args: readonly string[],
  options: CommandOptions & { input?: string | Uint8Array; maxOutputBytes?: number } = {},
): Promise<{ stdout: string; stderr: string }> {
  const path = findTool(tool)
  try {
    const child = execa(path, args, {
      ...fixed(options),
      stdio: ['pipe', 'pipe', 'pipe', ...passed(options.descriptors)],
      input: options.input,
      maxBuffer: options.maxOutputBytes ?? usualOutputBytes,
      stripFinalNewline: false,
    })
    giveUpOutput(child, options)
    const { stdout, stderr } = await child
    return { stdout, stderr }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!isExecaError(error)) throw error
    throw new Problem(
      'tool-failed',
      { tool, exitCode: error.exitCode ?? null, stderr: explain(error) },
      { cause: error },
    )
  }
}

type Streams = Readonly<Record<'stdin' | 'stdout' | 'stderr', Readable | Writable | null | undefined>>

function closeStreams({ stdin, stdout, stderr }: Streams): void {
  for (const stream of [stdin, stdout, stderr]) stream?.destroy()
}

/** When its time is over, or it is not wanted any more, and it was killed for it. */
function giveUpOutput(child: Streams & PromiseLike<unknown>, { timeoutMs, signal }: CommandOptions): void {
  const timers: NodeJS.Timeout[] = []
  const closeAfter = (ms: number) =>
    void timers.push(setTimeout(() => closeStreams(child), ms + stopGraceSeconds * 1000 + outputGraceMs))
  const abort = () => closeAfter(0)
  if (timeoutMs !== undefined) closeAfter(timeoutMs)
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  const clear = () => {
    signal?.removeEventListener('abort', abort)
    timers.forEach(clearTimeout)
  }
  child.then(clear, clear)
}

function isExecaError(error: unknown): error is ExecaError {
  return error instanceof ExecaError
}

/** execa passes plain descriptors on, but its types know them only in a tuple of fixed length. */
function passed(descriptors: readonly number[] = []): 'ignore'[] {
  return descriptors as unknown as 'ignore'[]
}

function explain(
  error: Pick<ExecaError, 'timedOut' | 'durationMs' | 'stderr' | 'isMaxBuffer' | 'originalMessage'>,
): string {
  if (error.timedOut) return `no end after ${formatDuration(error.durationMs)}; ${textOf(error.stderr)}`
  if (error.isMaxBuffer) return 'its output is larger than allowed'
  return textOf(error.stderr) || error.originalMessage || ''
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output.slice(-programStderrBytes).trim() : ''
}

function fixed({ timeoutMs, signal, cwd, env }: CommandOptions) {
  return {
    shell: false,
    preferLocal: false,
    extendEnv: false,
    env: {
      PATH: directories.join(':'),
      LANG: 'C',
      LC_ALL: 'C',
      HOME: '/nonexistent',
      DEBUGINFOD_URLS: '', // perf and friends must not fetch anything
      ...env,
    },
    cwd: cwd ?? '/',
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    forceKillAfterDelay: stopGraceSeconds * 1000,
  } satisfies Options
}

export function hasTool(tool: string): boolean {
  return unlessProblem(() => {
    findTool(tool)
    return true
  }, false)
}

/** Whether it is there and ends with 0. */
export async function runsAtAll(tool: string, ...args: string[]): Promise<boolean> {
  return runCommand(tool, args, { timeoutMs: runsAtAllTimeoutMs }).then(
    () => true,
    onProblem(() => false),
  )
}
