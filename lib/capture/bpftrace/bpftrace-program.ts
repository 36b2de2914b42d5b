/**
 * The programs that bpftrace runs: stacks counted in the kernel, in buckets of time, printed and forgotten every
 * second.
 */
import type { EventId } from '../../profile/model/event-ids.ts'

export interface BpftraceProgramOptions {
  readonly event: EventId
  /** The PID of the JVM in the kernel's first PID namespace. */
  readonly hostPid: number
  readonly frequencyHz: number
  readonly maxDepth: number
}

/**
 * Width of a bucket of time, 10 ms: short enough to see patterns in time. A stack that a thread has several times in a
 * bucket is one entry of a map.
 */
export const bucketNs = 10_000_000
/**
 * Entries that each map of bpftrace holds at most: stacks counted in a second (`@a`, `@b`), threads that wait at a time
 * (`@since` and others). What comes beyond is lost. Samples of 64 CPUs at 999 Hz are as many.
 */
export const maxMapKeys = 65_536

/**
 * Two maps in turn: while one is printed, which takes its time, the other one is written to, so that no sample falls
 * between reading and clearing.
 */
export function bpftraceProgram(options: BpftraceProgramOptions): string {
  return options.event === 'off-cpu' ? offCpuProgram(options) : cpuProgram(options)
}

const printed = `interval:s:1 {
  if (@turn) { @turn = 0; print(@a); clear(@a); } else { @turn = 1; print(@b); clear(@b); }
}
`

function cpuProgram({ hostPid, frequencyHz, maxDepth }: BpftraceProgramOptions): string {
  const key = `nsecs / ${bucketNs}, tid, kstack(perf, ${maxDepth}), ustack(perf, ${maxDepth})`
  return `BEGIN { @turn = 1; }
profile:hz:${frequencyHz} /pid == ${hostPid}/ {
  if (@turn) { @a[${key}] = count(); } else { @b[${key}] = count(); }
}
${printed}END { clear(@turn); }
`
}

/**
 * States of a thread that leaves its CPU for good: `EXIT_DEAD`, `EXIT_ZOMBIE` of the kernel. An entry of it would stay
 * in the map, and be taken for that of a later thread with its TID.
 */
const endedStates = 0x30

/** A thread's stack is kept when it leaves a CPU and counted, with the time that passed, when it gets one again. */
function offCpuProgram({ hostPid, maxDepth }: BpftraceProgramOptions): string {
  const key = `nsecs / ${bucketNs}, $next, @kernel[$next], @user[$next]`
  return `BEGIN { @turn = 1; }
tracepoint:sched:sched_switch /pid == ${hostPid} && (args->prev_state & ${endedStates}) == 0/ {
  @since[tid] = nsecs; @kernel[tid] = kstack(perf, ${maxDepth}); @user[tid] = ustack(perf, ${maxDepth});
}
tracepoint:sched:sched_switch /@since[args->next_pid]/ {
  $next = args->next_pid;
  $ns = nsecs - @since[$next];
  if (@turn) { @a[${key}] = sum($ns); } else { @b[${key}] = sum($ns); }
  delete(@since[$next]); delete(@kernel[$next]); delete(@user[$next]);
}
${printed}END { clear(@turn); clear(@since); clear(@kernel); clear(@user); }
`
}
