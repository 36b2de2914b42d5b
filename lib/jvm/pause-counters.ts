/**
 * HotSpot's counters of pauses, in its performance data: what each collector stopped the threads for, and all
 * safepoints. A hint only, like everything there. Seen on JDK 17 and 25 with Serial, Parallel, G1 and ZGC, whose
 * numbers have gaps: ZGC of JDK 17 has collector 2 alone, that of JDK 25 has 0 (minor) and 2 (major).
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

/** The number in the name of the counters of each collector is below this; HotSpot's largest is 3. */
const maxCollectors = 8
/** Characters of the name of a collector's pauses; the rest is cut. */
const longestPauseCounterName = 60

/** A collector whose pauses a JVM counts. */
export interface CountedCollector {
  /** The number in the names of its counters. */
  readonly number: number
  /** What its pauses are called: `G1 young collection`. */
  readonly pauses: string
}

/** Gives the collectors whose pauses the JVM counts; none where it has no counters of pauses at all. */
export function findCountedCollectors({ texts, longOffsets }: PerfData): CountedCollector[] {
  return Array.from({ length: maxCollectors }, (_, number) => number)
    .filter((number) => longOffsets.has(`sun.gc.collector.${number}.lastExitTime`))
    .map((number) => {
      const name = texts.get(`sun.gc.collector.${number}.name`) ?? ''
      // A container may have written it: short, and in one line.
      const plain = name
        .replace(/[^\x20-\x7e]+/g, ' ')
        .trim()
        .slice(0, longestPauseCounterName)
      return { number, pauses: plain.replace(/ pauses$/, '') || 'garbage collection' }
    })
}

/** As they are in these bytes now, for `collectors` in their order. */
export function readPauses(
  perfData: PerfData,
  bytes: Uint8Array,
  collectors: readonly CountedCollector[],
): PauseCounters {
  const read = (name: string) => readLong(perfData, bytes, name)
  const ticksPerMs = Math.max(1, (read('sun.os.hrt.frequency') ?? 1e9) / 1000)
  const ms = (name: string) => (read(name) ?? 0) / ticksPerMs
  const pausesOf = ({ number }: CountedCollector): CollectorPauses => {
    const of = `sun.gc.collector.${number}`
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
    collectors: collectors.map(pausesOf),
    safepoints: count === null ? null : { count, totalMs: ms('sun.rt.safepointTime') },
  }
}
