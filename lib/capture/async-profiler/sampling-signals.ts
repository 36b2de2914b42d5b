/** Which signals async-profiler's timers send to the threads of the JVM. */
import type { ProcessStatus } from '../../host/process/process-status.ts'

/** Signals for CPU time and for wall-clock time: real-time signals that neither HotSpot nor a libc uses. */
const pairs = [
  [62, 61],
  [60, 59],
  [58, 57],
] as const

/**
 * As options of the agent. Its own choice is SIGPROF, whose handler it leaves for good: the CPU sampler of JDK 25's
 * Flight Recorder then refuses to work and says so in the service's log, at each start.
 *
 * `wasHere`: our library is mapped already, so the handlers of an earlier capture are ours to use again.
 */
export function samplingSignals(
  { signalsCaught, signalsIgnored }: Pick<ProcessStatus, 'signalsCaught' | 'signalsIgnored'>,
  wasHere: boolean,
): string[] {
  const has = (mask: bigint, signal: number) => ((mask >> BigInt(signal - 1)) & 1n) === 1n
  const isFree = (signal: number) => !has(signalsCaught, signal) && !has(signalsIgnored, signal)
  const ours = wasHere ? pairs.find((pair) => pair.some((signal) => has(signalsCaught, signal))) : undefined
  const pair = ours ?? pairs.find((pair) => pair.every(isFree))
  return pair === undefined ? [] : [`signal=${pair[0]}/${pair[1]}`]
}
