/**
 * The 68 bytes at the beginning of a chunk, big-endian.
 *
 *      0  `FLR\0`           32  start, Unix time in ns
 *      4  version, 2 and 0  40  duration in ns
 *         or 2 and 1        48  start in ticks
 *      8  size of the chunk 56  ticks a second
 *     16  last checkpoint   64  state, since 2.1: 0 for a chunk that is whole
 *     24  metadata          67  bit 0: integers are LEB128
 *
 * Source: JfrChunkHeadWriter in the JDK (hotspot/share/jfr/recorder/repository/jfrChunkWriter.cpp), versions 2.0 and
 * 2.1.
 */
import { CorruptBytes, Damage } from './bytes.ts'

/**
 * The clock of a chunk: ticks of the CPU or of the system since some moment, which its header ties to the time of day.
 */
export interface Clock {
  /** Milliseconds since the base, below 0 before it; NaN for a time far outside of the chunk. */
  timeMs(ticks: number): number
  /** Gives the length of a duration in ticks. Units: nanoseconds, whole. */
  nanoseconds(ticks: number): number
  readonly startMs: number
  /** Where the chunk ends, on the same scale; where it starts, while its end is not written. */
  readonly endMs: number
}

/** A chunk that says it lasts a year or longer has no end that can be believed. */
const yearMs = 366 * 86_400_000
/** Recordings are closed late and hold events that began before them. */
const lateCloseMs = 3_600_000
/** An unfinished chunk does not say where it ends: events until so long after its start are believed. */
const longestMs = 7 * 86_400_000
/** Unix time of 2000 and 2200: a clock outside of these is damaged. */
const year2000Nanos = 946_684_800_000_000_000n
const year2200Nanos = 7_258_118_400_000_000_000n

/** `base`: the moment that is 0, as Unix time in ns. Throws: Damage for a header that no clock can have written. */
export function createClock(header: ChunkHeader, base: bigint): Clock {
  if (!isClockSound(header)) throw new CorruptBytes('a chunk has a damaged clock')
  const { startNanos, startTicks, ticksPerSecond, durationNanos } = header
  const startMs = Number(startNanos - base) / 1e6
  const durationMs = durationNanos / 1e6
  const endMs = startMs + (durationMs > 0 && durationMs < yearMs ? durationMs : 0)
  const firstMs = startMs - lateCloseMs
  const lastMs = (endMs > startMs ? endMs : startMs + longestMs) + lateCloseMs
  const msPerTick = 1000 / ticksPerSecond
  return {
    timeMs(ticks) {
      const timeMs = (ticks - startTicks) * msPerTick + startMs
      return timeMs >= firstMs && timeMs <= lastMs ? timeMs : Number.NaN
    },
    nanoseconds: (ticks) => Math.round((ticks / ticksPerSecond) * 1e9),
    startMs,
    endMs,
  }
}

function isClockSound({ startNanos, ticksPerSecond }: ChunkHeader): boolean {
  return startNanos >= year2000Nanos && startNanos < year2200Nanos && ticksPerSecond > 0 && ticksPerSecond < 1e12
}

export const chunkHeaderBytes = 68
const magic = 0x464c5200
const firstByte = 0x46

export interface ChunkHeader {
  /** In bytes; 0 where it was never written, as by a JVM that was killed. */
  readonly size: number
  /** Offsets from the start of the chunk. */
  readonly checkpointAt: number
  readonly metadataAt: number
  /** Unix time. Units: nanoseconds, which a double does not hold. */
  readonly startNanos: bigint
  readonly durationNanos: number
  readonly startTicks: number
  readonly ticksPerSecond: number
  readonly isWhole: boolean
}

export function startsChunk(bytes: Uint8Array, at = 0): boolean {
  return viewOf(bytes, at, 4).getUint32(0) === magic
}

/**
 * Gives the index at which the next chunk starts, at `from` or later, by a header that can be read and has a clock; -1
 * where none does. `before`: the header of the chunk before it, which started `bytesAgo` before these bytes.
 *
 * It passes over copies of a header: the JDK leaves one in a chunk each time it flushes its buffers (seen in 17). The
 * size in a copy is that up to its end.
 */
export function findChunk(bytes: Uint8Array, from: number, before: ChunkHeader, bytesAgo: number): number {
  const last = bytes.length - chunkHeaderBytes
  for (let at = from; at <= last; at++) {
    at = bytes.indexOf(firstByte, at)
    if (at < 0 || at > last) return -1
    const header = startsChunk(bytes, at) ? tryChunkHeader(bytes.subarray(at)) : null
    if (header === null || !isClockSound(header)) continue
    const isCopy = header.startNanos === before.startNanos && header.size === bytesAgo + at + chunkHeaderBytes
    if (!isCopy) return at
  }
  return -1
}

/** Gives null for bytes that are no header, or one that cannot be read. */
export function tryChunkHeader(bytes: Uint8Array): ChunkHeader | null {
  try {
    return bytes.length < chunkHeaderBytes ? null : readChunkHeader(bytes)
  } catch (error) {
    if (error instanceof Damage) return null
    throw error
  }
}

/** The version of the format since JDK 9. A next one may come; a far larger number is no version. */
const newestMajor = 2

/**
 * `bytes` holds at least chunkHeaderBytes. Throws: Damage, in words for people, when it is no chunk that can be read.
 */
export function readChunkHeader(bytes: Uint8Array): ChunkHeader {
  if (!startsChunk(bytes)) throw new Damage('it does not start like a recording of Flight Recorder')
  const view = viewOf(bytes, 0, chunkHeaderBytes)
  const [major, minor] = [view.getUint16(4), view.getUint16(6)]
  if (major > newestMajor + 1) throw new CorruptBytes(`its header says version ${major}.${minor}`)
  if (major !== newestMajor) throw new Damage(`it is of version ${major}.${minor}, and only 2.x can be read`)
  if ((view.getUint8(67) & 1) === 0) throw new Damage('its integers are not compressed, as those of every JDK are')
  const size = Number(view.getBigInt64(8))
  if (size !== 0 && size < chunkHeaderBytes) throw new CorruptBytes('a chunk says it is shorter than its own header')
  return {
    size,
    checkpointAt: Number(view.getBigInt64(16)),
    metadataAt: Number(view.getBigInt64(24)),
    startNanos: view.getBigInt64(32),
    durationNanos: Number(view.getBigInt64(40)),
    startTicks: Number(view.getBigInt64(48)),
    ticksPerSecond: Number(view.getBigInt64(56)),
    // 2.0 has no state.
    isWhole: size > 0 && (view.getUint8(64) === 0 || minor === 0),
  }
}

function viewOf(bytes: Uint8Array, at: number, length: number): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + at, length)
}
