/** The clock of a chunk: ticks of the CPU or of the system since some moment, which its header ties to the time of day. */
import type { ChunkHeader } from './chunk-header.ts'
import { Damage } from './damage.ts'

export interface Clock {
  /** Milliseconds since the origin, not below 0; NaN for a time far outside of the recording. */
  timeMs(ticks: number): number
  /** Units: nanoseconds, whole. */
  nanoseconds(ticks: number): number
  /** Where the chunk ends, on the same scale; where it starts, while nobody has written its end. */
  readonly endMs: number
}

const yearMs = 366 * 86_400_000
/** Recordings are closed late and hold events that began before them. */
const slackMs = 3_600_000
/** An unfinished chunk says no end. */
const longestMs = 7 * 86_400_000
const yearZero = 946_684_800_000_000_000n
const year2200 = 7_258_118_400_000_000_000n

/** `origin`: the moment that is 0, as Unix time in ns. Throws: Damage for a header that no clock can have written. */
export function createClock(header: ChunkHeader, origin: bigint): Clock {
  const { startNanos, startTicks, ticksPerSecond, durationNanos } = header
  const startMs = Number(startNanos - origin) / 1e6
  const isSound = startNanos >= yearZero && startNanos < year2200 && Math.abs(startMs) < yearMs
  if (!isSound || !(ticksPerSecond > 0 && ticksPerSecond < 1e12)) throw new Damage('a chunk has a damaged clock')
  const durationMs = durationNanos / 1e6
  const endMs = startMs + (durationMs > 0 && durationMs < yearMs ? durationMs : 0)
  const firstMs = startMs - slackMs
  const lastMs = (endMs > startMs ? endMs : startMs + longestMs) + slackMs
  const msPerTick = 1000 / ticksPerSecond
  return {
    timeMs(ticks) {
      const timeMs = (ticks - startTicks) * msPerTick + startMs
      return timeMs >= firstMs && timeMs <= lastMs ? Math.max(timeMs, 0) : Number.NaN
    },
    nanoseconds: (ticks) => Math.round((ticks / ticksPerSecond) * 1e9),
    endMs,
  }
}
