/**
 * Requests of async-profiler's agent to the program that opens perf events on its behalf, and which of them are
 * granted.
 */

export type PerfRequest =
  | { readonly kind: 'kernel-symbols' }
  | { readonly kind: 'perf-event'; readonly tid: number; readonly attributes: Buffer }

const kindOfPerf = 0
const kindOfSymbols = 1
/** The part of `struct perf_event_attr` that a sampling timer needs, as the first kernels with it knew it. */
const attributesBytes = 112
/** Behind kind, thread and processor, padded to 8. Before 4.3 there was no processor. */
const offsets = { tid: 4, attributes: 16 }
const hardware = 0
const software = 1
/** PERF_COUNT_SW_CGROUP_SWITCHES, the last event of the kernel's software; those of hardware have smaller numbers. */
const lastConfig = 11
// Bits of sample_type.
const callChain = 1 << 5
const processor = 1 << 7
/** disabled, exclude_user, _kernel, _hv, _idle, freq, precise_ip, exclude_callchain_kernel, exclude_callchain_user. */
const allowedFlags = [0, 4, 5, 6, 7, 10, 15, 16, 21, 22].reduce((bits, bit) => bits | (1n << BigInt(bit)), 0n)
/** A sample for each 0.1 ms, or for each so many cycles, is the most; the kernel has a limit of its own, too. */
const shortestPeriod = 100_000n

/**
 * null for a request of an unknown kind.
 *
 * Source: `struct perf_fd_request` of async-profiler 4.x as seen on the wire: kind, thread, processor, padding,
 * attributes, the name of a probe.
 */
export function parsePerfRequest(message: Buffer): PerfRequest | null {
  const kind = message.length >= 4 ? message.readUInt32LE(0) : -1
  if (kind === kindOfSymbols) return { kind: 'kernel-symbols' }
  if (kind !== kindOfPerf || message.length < offsets.attributes + attributesBytes) return null
  const attributes = message.subarray(offsets.attributes, offsets.attributes + attributesBytes)
  return { kind: 'perf-event', tid: message.readInt32LE(offsets.tid), attributes }
}

/**
 * Gives the attributes that are opened. They are made anew, of those that a sampling timer has, since a process of a
 * container asks and this program is root. Gives null where it asks for anything else: breakpoints, probes,
 * tracepoints, registers, memory.
 *
 * Source: perf_event_open(2): type 0, size 4, config 8, period 16, sample_type 24, read_format 32, flags 40, wakeup 48.
 */
export function grantedAttributes(requested: Buffer): Buffer | null {
  const type = requested.readUInt32LE(0)
  const config = requested.readBigUInt64LE(8)
  const period = requested.readBigUInt64LE(16)
  const sampled = requested.readBigUInt64LE(24)
  const flags = requested.readBigUInt64LE(40)
  if (type !== hardware && type !== software) return null
  if (config > BigInt(lastConfig) || (sampled & ~BigInt(callChain | processor)) !== 0n) return null
  // read_format may ask for the two times alone, enabled and running.
  if ((flags & ~allowedFlags) !== 0n || requested.readBigUInt64LE(32) > 3n) return null
  const granted = Buffer.alloc(attributesBytes)
  granted.writeUInt32LE(type, 0)
  granted.writeUInt32LE(attributesBytes, 4)
  granted.writeBigUInt64LE(config, 8)
  granted.writeBigUInt64LE(period < shortestPeriod ? shortestPeriod : period, 16)
  granted.writeBigUInt64LE(sampled, 24)
  granted.writeBigUInt64LE(requested.readBigUInt64LE(32), 32)
  granted.writeBigUInt64LE(flags, 40)
  granted.writeUInt32LE(1, 48) // wakes the reader for each sample
  return granted
}

/** `error` is an errno, 0 for success; the file goes with the message. */
export function symbolsAnswer(error: number): Buffer {
  const answer = Buffer.alloc(8)
  answer.writeUInt32LE(kindOfSymbols, 0)
  answer.writeInt32LE(error, 4)
  return answer
}

export function perfAnswer(tid: number, error: number): Buffer {
  const answer = Buffer.alloc(12)
  answer.writeUInt32LE(kindOfPerf, 0)
  answer.writeInt32LE(error, 4)
  answer.writeInt32LE(tid, 8)
  return answer
}
