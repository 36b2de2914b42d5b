/** One run of `perf record` on all threads of a process: started, watched while it writes, ended in every case. */
import fs from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../errors.ts'
import { pinProcess } from '../host/pinned-process.ts'
import { type CommandEnd, startCommand } from '../host/run-command.ts'
import { createPerfDataCounter, recordBytesAt } from './perf-data-counter.ts'

export interface PerfRecording {
  /** For the provenance. */
  readonly command: readonly string[]
  /** The process to end if the collector dies; perf is its child. */
  readonly hostPid: number
  readonly startTicks: string
  /** CLOCK_MONOTONIC when recording had begun, in seconds: the clock of perf's samples. */
  readonly clockOriginSeconds: number
  /** Unix ms of the same moment. */
  readonly startedAt: number
  /** null while it runs. */
  readonly end: () => CommandEnd | null
  /** Waits up to `ms`, less if perf ends. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Has perf write what it holds, and counts it. */
  count(): Promise<{ samples: number; lostSamples: number }>
  /** Ends perf, waits until its file is whole and counts the rest. May be called again. */
  stop(): Promise<{ samples: number; lostSamples: number; end: CommandEnd }>
}

export interface PerfRecordingOptions {
  readonly hostPid: number
  readonly seconds: number
  readonly frequencyHz: number
  /** Path of the file to write; must not exist. */
  readonly file: string
  readonly maxBytes: number
}

/** perf opens events for each thread on each CPU before it begins; a JVM with thousands of threads takes seconds. */
const startTimeoutMs = 30_000
/** How long perf may run on if the collector can no longer stop it. */
const overtimeSeconds = startTimeoutMs / 1000 + 10

/**
 * Resolves once perf records.
 *
 * perf ends in any case: by us; with the collector, since the kernel sends it SIGINT then (pdeathsig); after its time
 * by `timeout`. A ping over its control channel (stdin) makes it write out its buffers, so that samples can be counted
 * while few come, without waking up for each one.
 *
 * Root reads nothing that the container wrote: no build ids (-B, -N), which are in its ELF files.
 *
 * Throws: Problem `tool-missing`, `tool-failed`; the signal's reason.
 */
export async function startPerfRecording(options: PerfRecordingOptions, signal: AbortSignal): Promise<PerfRecording> {
  const perf = [
    ...['perf', 'record', '--clockid', 'CLOCK_MONOTONIC', '--freq', `${options.frequencyHz}`, '-g'],
    ...['--pid', `${options.hostPid}`, '--no-buildid', '--no-buildid-cache', '--no-bpf-event'],
    ...['--max-size', `${options.maxBytes}B`, '--control', 'fd:0,1', '--output', options.file],
  ]
  const deadline = ['timeout', '--signal', 'INT', '--kill-after', '5', `${options.seconds + overtimeSeconds}`]
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT', '--']
  const [tool, ...args] = [...dieWithParent, ...deadline, ...dieWithParent, ...perf]
  signal.throwIfAborted()
  const child = startCommand(tool!, args)

  let end: CommandEnd | null = null
  const ended = child.ended.then((value) => (end = value))
  let acknowledged = () => {}
  child.stdout.on('data', () => acknowledged())
  const ping = () => {
    if (end === null && child.stdin.writable) child.stdin.write('ping\n')
  }
  const tail = createTail(options.file)
  const stop = async () => {
    const end = await child.stop('SIGINT')
    await tail.read()
    await tail.repair()
    return { ...tail.counts(), end }
  }

  try {
    const begun = new Promise<void>((resolve) => (acknowledged = resolve))
    ping()
    await Promise.race([begun, ended, sleep(startTimeoutMs, undefined, { signal, ref: false })])
    acknowledged = () => {}
    if (end !== null || child.hostPid === 0) throw recordingProblem(await ended)
    using timeout = pinProcess(child.hostPid, 'perf')
    return {
      command: perf,
      hostPid: child.hostPid,
      startTicks: timeout.startTicks,
      clockOriginSeconds: Number(process.hrtime.bigint()) / 1e9,
      startedAt: Date.now(),
      end: () => end,
      async wait(ms, signal) {
        const timer = new AbortController()
        const pause = sleep(ms, undefined, { signal: AbortSignal.any([signal, timer.signal]) })
        try {
          await Promise.race([pause, ended])
        } finally {
          timer.abort()
          // Aborted by us or by the signal: either way the pause is over.
          await pause.catch(() => undefined)
        }
        signal.throwIfAborted()
      },
      async count() {
        ping()
        await tail.read()
        return tail.counts()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Half of what is free, so that the profile made of it still fits; at most 1 GiB. Throws: Problem `disk-full`. */
export async function recordingLimit(directory: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(directory)
  const bytes = Math.min(2 ** 30, Math.floor((bavail * bsize) / 2))
  if (bytes < 2 ** 22) throw new Problem('disk-full', { path: directory })
  return bytes
}

/** What perf said when it could not record. */
export function recordingProblem({ exitCode, stderr }: CommandEnd): Problem {
  if (/No permission|Access to performance monitoring|Operation not permitted/i.test(stderr)) {
    return new Problem('no-permission', { what: 'use perf events on this host' }, { cause: new Error(stderr) })
  }
  if (/No space left on device/i.test(stderr)) return new Problem('disk-full', { path: 'the run directory' })
  return new Problem('tool-failed', { tool: 'perf record', exitCode, stderr: stderr.slice(-2000) })
}

/** Reads what a file has grown by since the last time. */
function createTail(path: string) {
  const counter = createPerfDataCounter()
  const chunk = Buffer.allocUnsafe(2 ** 18)
  let position = 0

  const read = async () => {
    let file: fs.FileHandle
    try {
      file = await fs.open(path, 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return // perf has not made it yet
      throw error
    }
    try {
      for (;;) {
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
        if (bytesRead === 0) return
        counter.push(Buffer.from(chunk.subarray(0, bytesRead)))
        position += bytesRead
      }
    } finally {
      await file.close()
    }
  }

  /** perf that was killed leaves 0 as the size of its records, and perf script would read none of them. */
  const repair = async () => {
    if (counter.recordBytes === 0) return
    const file = await fs.open(path, 'r+')
    try {
      const bytes = Buffer.alloc(8)
      await file.read(bytes, 0, 8, recordBytesAt)
      if (bytes.readBigUInt64LE() !== 0n) return
      bytes.writeBigUInt64LE(BigInt(counter.recordBytes))
      await file.write(bytes, 0, 8, recordBytesAt)
    } finally {
      await file.close()
    }
  }

  return { read, repair, counts: () => ({ samples: counter.samples, lostSamples: counter.lostSamples }) }
}
