/** When symbol maps and live snapshots are taken while an engine records. */

// Methods are compiled, thrown away and their addresses are used again: each sample needs a map close in time. A JVM
// that starts compiles much, and a JVM that ends early gives no last map.
/** In ms: how often a symbol map of the JVM is written for perf and bpftrace, after those at 1, 2, 4 and 8 s. */
const mapEveryMs = 10_000
/** The first symbol map is taken after so long; nearer to the end than this none is taken. */
const firstMapMs = 1000
/** A recording of hours must cost nearly nothing. */
const longMapShare = 200

/** When an engine takes live snapshots. Units: ms. */
export interface LiveSchedule {
  readonly firstMs: number
  /** Nearer to the end than this none is taken. */
  readonly leastLeftMs: number
  /** From one to the next; Infinity for no other. */
  readonly pauseMs: (elapsedMs: number, costMs: number) => number
}

/** The shortest wait between two live snapshots of perf or bpftrace. */
const leastFilePauseMs = 2000
/** A live snapshot of perf or bpftrace waits so many times as long as the last took: at most a tenth of the time. */
const filePauseFactor = 10
/** In ms: with less left of the recording of perf or bpftrace, no live snapshot of it is taken. */
const leastFileLeftMs = 1000
/**
 * perf and bpftrace write their samples to a file of ours, which is read. async-profiler and JFR have schedules of
 * their own.
 */
const liveOfFiles: LiveSchedule = {
  firstMs: leastFilePauseMs,
  leastLeftMs: leastFileLeftMs,
  pauseMs: (_, costMs) => Math.max(leastFilePauseMs, filePauseFactor * costMs),
}

/**
 * When, during a recording, the next symbol map and the next live snapshot are due. Pure; times in ms since the start.
 */
export function createSchedule(totalMs: number, isLong: boolean, live = liveOfFiles) {
  let nextMapMs = firstMapMs
  let nextLiveMs = live.firstMs
  return {
    // Not right before the end: there one is taken anyway.
    isMapDue: (elapsedMs: number) => elapsedMs >= nextMapMs && totalMs - elapsedMs > firstMapMs,
    tookMap(elapsedMs: number, costMs: number) {
      const pauseMs = Math.min(nextMapMs, mapEveryMs) // as long again as since the start: 1, 2, 4, 8 s
      nextMapMs = elapsedMs + (isLong ? Math.max(pauseMs, longMapShare * costMs) : pauseMs)
    },
    isLiveDue: (elapsedMs: number) => elapsedMs >= nextLiveMs && totalMs - elapsedMs > live.leastLeftMs,
    tookLive(elapsedMs: number, costMs: number) {
      nextLiveMs = elapsedMs + live.pauseMs(elapsedMs, costMs)
    },
  }
}
