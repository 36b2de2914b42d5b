/** Runs bpftrace: starts it, writes its text into a file, and ends it in every case. */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { Problem } from '../../errors.ts'
import { hasTracefs, onlyBpfRights } from '../../host/kernel/bpf-rights.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { type CommandEnd, findTool, startBoundedCommand, mostStderrChars } from '../../host/command/run-command.ts'
import { bpftraceProgram, maxMapKeys, type BpftraceProgramOptions } from './bpftrace-program.ts'

/** Characters of an unfinished line of bpftrace's output that are kept, so that a count at its end is found. */
const mostLineEndChars = 4096

export interface BpftraceRecordingOptions extends BpftraceProgramOptions {
  readonly seconds: number
  /** Path of the file to write; must not exist. */
  readonly file: string
  readonly maxBytes: number
}

export type BpftraceRecording = Awaited<ReturnType<typeof startBpftrace>>

/** LLVM makes the program on a busy machine. */
const bpftraceStartTimeoutMs = 30_000
/** `timeout` ends bpftrace this long after its time, should the collector be unable to. */
const bpftraceOvertimeSeconds = bpftraceStartTimeoutMs / 1000 + 10

/**
 * Resolves once its probes are attached.
 *
 * It names nothing of the target: it would read symbol maps and ELF files of the container as root for that. So it
 * needs no right but to load programs and to read the kernel's names, and gets no other.
 *
 * Throws: Problem `tool-missing`, `no-permission`, `off-cpu-missing`, `tool-failed`; the signal's reason.
 */
export async function startBpftrace(options: BpftraceRecordingOptions, signal: AbortSignal) {
  const bpftrace = ['bpftrace', '-B', 'line', '-e', bpftraceProgram(options)]
  const needsTracefs = options.event === 'off-cpu'
  const command = [
    ...(needsTracefs && !hasTracefs() ? withTracefs() : []),
    ...['setpriv', ...onlyBpfRights({ usesTracepoints: needsTracefs }), '--pdeathsig', 'INT', '--'],
    ...bpftrace.with(0, findTool('bpftrace')),
  ]
  signal.throwIfAborted()
  const child = startBoundedCommand(command, {
    seconds: options.seconds + bpftraceOvertimeSeconds,
    env: {
      BPFTRACE_NO_USER_SYMBOLS: '1',
      BPFTRACE_MAP_KEYS_MAX: `${maxMapKeys}`,
      BPFTRACE_MAX_MAP_KEYS: `${maxMapKeys}`, // its name since 0.19
    },
  })
  let end: CommandEnd | null = null
  const counter = createOutputCounter(options.event === 'cpu')
  const output = ownFiles.openSync(options.file, 'wx', 0o600)
  let bytes = 0
  let isTooLarge = false
  let attached = () => {}
  child.stdout.on('data', (chunk: Buffer) => {
    attached()
    if (bytes + chunk.length > options.maxBytes) {
      isTooLarge = true
      return void child.stop()
    }
    bytes += chunk.length
    fs.writeSync(output, chunk)
    counter.push(chunk)
  })
  const closed = new Promise<void>((resolve) => child.stdout.once('close', () => resolve()))
  const ended = child.ended.then(async (value) => {
    await closed
    fs.closeSync(output)
    return (end = value)
  })
  const stop = async () => {
    if (end === null) await child.stop()
    return await ended
  }

  try {
    // Its first words: `Attaching 4 probes...`.
    const begun = new Promise<void>((resolve) => (attached = resolve))
    await Promise.race([begun, ended, sleep(bpftraceStartTimeoutMs, undefined, { signal, ref: false })])
    signal.throwIfAborted()
    // A program that could not be started has the PID 0.
    if (end !== null || child.hostPid === 0) throw bpftraceProblem(await ended)
    using leader = pinProcess(child.hostPid, 'bpftrace')
    return {
      /** The command, for the provenance. */
      command: bpftrace,
      /** The process to end if the collector dies; bpftrace is its child. */
      hostPid: child.hostPid,
      startTicks: leader.startTicks,
      /** CLOCK_MONOTONIC when recording had begun, in seconds: bpftrace's clock. */
      clockOriginSeconds: Number(process.hrtime.bigint()) / 1e9,
      /** Unix ms of the same moment. */
      startedAt: Date.now(),
      isTooLarge: () => isTooLarge,
      /** Gives how bpftrace ended; null while it runs. */
      end: () => end,
      counts: () => ({ samples: counter.samples, lostSamples: countLosses(end?.stderr ?? '') }),
      /** Ends it, and waits until its file is whole. May be called again. */
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Explains why bpftrace could not record, by its output. */
export function bpftraceProblem({ exitCode, stderr }: CommandEnd): Problem {
  // Harmless, and always there without CAP_SYS_RESOURCE.
  const message = stderr.replace(/^ERROR: .*RLIMIT_MEMLOCK.*$/gm, '').trim()
  const cause = new Error(message)
  if (/tracepoint not found|Could not read symbols from .*available_events/i.test(message)) {
    return new Problem('off-cpu-missing', { reason: 'its tracepoint sched:sched_switch cannot be had' }, { cause })
  }
  const what = 'load BPF programs on this host'
  if (/running as the root user|lockdown/i.test(message)) return new Problem('no-permission', { what }, { cause })
  if (/Operation not permitted|Permission denied/i.test(message)) {
    return new Problem('no-permission', { what, capabilities: ['BPF', 'PERFMON'] }, { cause })
  }
  return new Problem('tool-failed', { tool: 'bpftrace', exitCode, stderr: message.slice(-mostStderrChars) })
}

/** Gives a command that mounts tracefs in a mount namespace of its own, so that the host's stays as it is. */
function withTracefs(): string[] {
  const script = 'mount -t tracefs nodev /sys/kernel/tracing && exec "$@"'
  return [findTool('unshare'), '--mount', '--', '/bin/sh', '-c', script, 'sh']
}

/** `weighs`: a line's count is of samples; else it is ns of waiting, and the line itself counts as one. */
export function createOutputCounter(weighs: boolean) {
  // A count stands at the end of a line: `]: 12`.
  let rest = ''
  let samples = 0
  return {
    /** Samples of the CPU; of off-cpu stacks, how many. */
    get samples() {
      return samples
    },
    push(chunk: Uint8Array) {
      const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      for (const [, count] of text.slice(0, end).matchAll(/\]: (\d+)$/gm)) samples += weighs ? Number(count) : 1
      rest = text.slice(end).slice(-mostLineEndChars)
    },
  }
}

/**
 * Counts the samples that it could not keep, as far as its warnings say.
 *
 * Source: bpftrace prints `Lost 12 events`, and `Map full; can't update element` once for each.
 */
export function countLosses(stderr: string): number {
  let lost = 0
  for (const [, events] of stderr.matchAll(/^Lost (\d+) events/gm)) lost += Number(events)
  return lost + (stderr.match(/Map full|can't update element/g)?.length ?? 0)
}
