/** Runs `perf record`: starts it, watches it while it writes, and ends it in every case. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../errors.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { type CommandEnd, startBoundedCommand, mostStderrChars } from '../../host/command/run-command.ts'
import { followPerfFiles } from './perf-files.ts'
import { type PerfCgroup, scopeArguments } from './perf-scope.ts'

/** Characters of perf's message that a failure to find a cgroup repeats. */
const mostCgroupErrorChars = 500

export type PerfRecording = Awaited<ReturnType<typeof startPerfRecording>>

export interface PerfRecordingOptions {
  readonly cgroup: PerfCgroup
  readonly event: string
  readonly frequencyHz: number
  /** Where perf writes its files; none may exist there yet. */
  readonly directory: string
  /** How long it records at most. */
  readonly seconds: number
  /** Limit of the sizes of all its files together. */
  readonly maxBytes: number
  /** Flight recorder: how long a file is, and how many of them perf keeps. null for a recording to one file. */
  readonly ring: { readonly seconds: number; readonly files: number } | null
  /** Gives whether samples of a host PID count; null where those of all processes do. */
  readonly isCounted: ((hostPid: number) => boolean) | null
}

/** perf reads the mappings of all processes of the host before it begins; thousands of threads take seconds. */
const perfStartTimeoutMs = 30_000
/** `timeout` ends perf this long after `seconds`, should the collector be unable to. */
const perfOvertimeSeconds = perfStartTimeoutMs / 1000 + 10

/**
 * Resolves when perf has answered a ping, which shows that it records; or after `perfStartTimeoutMs`, when it runs and
 * has not answered.
 *
 * A ping over its control channel (stdin) makes perf write out its buffers, so that samples can be counted while few
 * come, without waking up for each one.
 *
 * `--no-buildid --no-buildid-cache`: build ids are in ELF files that the container wrote, which root should not read.
 *
 * Throws: Problem `tool-missing`, `no-permission`, `cgroup-not-found`, `disk-full`, `tool-failed`; the signal's reason.
 */
export async function startPerfRecording(options: PerfRecordingOptions, signal: AbortSignal) {
  const perf = recordCommand(options)
  signal.throwIfAborted()
  const child = startBoundedCommand(perf, { seconds: options.seconds + perfOvertimeSeconds, cwd: options.directory })

  let end: CommandEnd | null = null
  const ended = child.ended.then((value) => (end = value))
  let acknowledged = () => {}
  child.stdout.on('data', () => acknowledged())
  const ping = () => {
    if (end === null && child.stdin.writable) child.stdin.write('ping\n')
  }
  const files = followPerfFiles(options.directory, options.isCounted)
  const stopOnce = async () => {
    const end = await child.stop()
    const names = await files.finish()
    return { ...files.counts(), end, files: names }
  }
  // Once only: `finish` makes the files read-only, for us too.
  let stopped: ReturnType<typeof stopOnce> | null = null
  const stop = () => (stopped ??= stopOnce())

  try {
    const begun = new Promise<void>((resolve) => (acknowledged = resolve))
    ping()
    await Promise.race([begun, ended, sleep(perfStartTimeoutMs, undefined, { signal, ref: false })])
    acknowledged = () => {}
    // A program that could not be started has the PID 0.
    if (end !== null || child.hostPid === 0) throw explainPerfFailure(await ended)
    using timeoutProcess = pinProcess(child.hostPid, 'perf')
    return {
      /** The command, for the provenance. */
      command: perf,
      /** PID of `timeout`, the parent of perf: the process to end if the collector dies. */
      hostPid: child.hostPid,
      startTicks: timeoutProcess.startTicks,
      /** CLOCK_MONOTONIC when recording had begun, in seconds: the clock of perf's samples. */
      clockOriginSeconds: Number(process.hrtime.bigint()) / 1e9,
      /** Unix ms of the same moment. */
      startedAt: Date.now(),
      files,
      /** Gives how perf ended; null while it runs. */
      end: () => end,
      /** Waits up to `ms`, less if perf ends or one of `stops` aborts. */
      async wait(ms: number, stops: readonly AbortSignal[]) {
        const timer = new AbortController()
        const pause = sleep(ms, undefined, { signal: AbortSignal.any([...stops, timer.signal]) })
        try {
          await Promise.race([pause, ended])
        } catch (error) {
          if (!stops.some(({ aborted }) => aborted)) throw error
        } finally {
          timer.abort()
          // Aborted by us or by a signal: either way the pause is over.
          await pause.catch(() => undefined)
        }
      },
      /**
       * Counts the samples in the files, and asks perf to write out its buffers, which it does not wait for: their
       * samples are in the next count.
       */
      async count(): Promise<{ samples: number; lostSamples: number }> {
        ping()
        await files.read()
        return files.counts()
      },
      /** Ends perf, waits until its files are whole and counts the rest. May be called again. */
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function recordCommand({ cgroup, event, frequencyHz, maxBytes, ring }: PerfRecordingOptions): string[] {
  return [
    ...['perf', 'record', '--clockid', 'CLOCK_MONOTONIC', '--freq', `${frequencyHz}`, '-g'],
    ...scopeArguments(cgroup, event),
    ...['--no-buildid', '--no-buildid-cache', '--no-bpf-event'],
    // perf ends at --max-size, and a flight recorder has to go on: instead, its oldest files are removed (`trim`).
    ...(ring === null
      ? ['--max-size', `${maxBytes}B`]
      : [`--switch-output=${ring.seconds}s`, `--switch-max-files=${ring.files}`]),
    ...['--control', 'fd:0,1', '--output', 'perf.data'],
  ]
}

/** Explains why perf could not record, by its output. */
export function explainPerfFailure({ exitCode, stderr }: CommandEnd): Problem {
  if (/No permission|Access to performance monitoring|Operation not permitted/i.test(stderr)) {
    return new Problem(
      'no-permission',
      { what: 'use perf events on this host', capabilities: ['PERFMON'] },
      { cause: new Error(stderr) },
    )
  }
  if (/no access to cgroup/i.test(stderr))
    return new Problem('cgroup-not-found', { reason: stderr.slice(-mostCgroupErrorChars).trim() })
  if (/No space left on device/i.test(stderr)) return new Problem('disk-full', { path: 'the run directory' })
  return new Problem('tool-failed', { tool: 'perf record', exitCode, stderr: stderr.slice(-mostStderrChars) })
}
