/**
 * HotSpot's counters of pauses, in its performance data: what each collector stopped the threads for, and all
 * safepoints. Seen on JDK 17 and 25 with Serial, Parallel, G1 and ZGC; a hint only, like everything there.
 *
 *     sun.gc.collector.0.name           G1 young collection pauses
 *     sun.gc.collector.0.invocations    counted when a pause begins
 *     sun.gc.collector.0.time           ticks in all pauses, added when one ends
 *     sun.gc.collector.0.lastEntryTime  ticks since the JVM started; later than lastExitTime during a pause
 *     sun.rt.safepoints, safepointTime  all of them, those of the collectors too
 */
import { type PerfData, readLong } from './hsperfdata.ts'

export interface CollectorPauses {
  /** Begun, the one that is under way included. */
  readonly begun: number
  readonly isUnderWay: boolean
  /** ms since the JVM started, of the last one; of the one before for the end, while one is under way. */
  readonly lastEntryMs: number
  readonly lastExitMs: number
  /** In all that have ended. */
  readonly totalMs: number
}

export interface PauseCounters {
  /** One entry for each collector, in the same order each time. */
  readonly collectors: readonly CollectorPauses[]
  /** null when the JVM does not count them. */
  readonly safepoints: { readonly count: number; readonly totalMs: number } | null
}

/** Garbage collectors of a JVM whose pauses are read; further ones are left out. */
const maxCollectors = 8
/** Characters of the name of a collector's pauses; the rest is cut. */
const longestPauseCounterName = 60

/** What the collectors' pauses are called: `G1 young collection`. Empty when there are no counters of pauses at all. */
export function namePauses({ texts, longOffsets }: PerfData): string[] {
  const names: string[] = []
  while (names.length < maxCollectors && longOffsets.has(`sun.gc.collector.${names.length}.lastExitTime`)) {
    const name = texts.get(`sun.gc.collector.${names.length}.name`) ?? ''
    // A container may have written it: short, and in one line.
    const plain = name
      .replace(/[^\x20-\x7e]+/g, ' ')
      .trim()
      .slice(0, longestPauseCounterName)
    names.push(plain.replace(/ pauses$/, '') || 'garbage collection')
  }
  return names
}

/** As they are in these bytes now. `collectors` is how many namePauses gave. */
export function readPauses(perfData: PerfData, bytes: Uint8Array, collectors: number): PauseCounters {
  const read = (name: string) => readLong(perfData, bytes, name)
  const ticksPerMs = Math.max(1, (read('sun.os.hrt.frequency') ?? 1e9) / 1000)
  const ms = (name: string) => (read(name) ?? 0) / ticksPerMs
  const pausesOf = (collector: number): CollectorPauses => {
    const of = `sun.gc.collector.${collector}`
    const lastEntryMs = ms(`${of}.lastEntryTime`)
    const lastExitMs = ms(`${of}.lastExitTime`)
    return {
      begun: read(`${of}.invocations`) ?? 0,
      isUnderWay: lastEntryMs > lastExitMs,
      lastEntryMs,
      lastExitMs,
      totalMs: ms(`${of}.time`),
    }
  }
  const count = read('sun.rt.safepoints')
  return {
    collectors: Array.from({ length: collectors }, (_, collector) => pausesOf(collector)),
    safepoints: count === null ? null : { count, totalMs: ms('sun.rt.safepointTime') },
  }
}
