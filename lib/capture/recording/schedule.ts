/** When symbol maps and live snapshots are taken while an engine records. */

/**
 * Methods are compiled, thrown away and their place is used again: each sample wants a map close in time. After 1, 2, 4
 * and 8 s, then every 10 s: a JVM that starts compiles much, and one that ends early leaves no last map.
 */
const mapEveryMs = 10_000
const firstMapMs = 1000
const liveEveryMs = 2000
/** What is taken for hours must cost nearly nothing. */
const longMapShare = 200
const liveShare = 10

/** When, during a recording, the next symbol map and the next live snapshot are due. Pure; times in ms since the start. */
export function createSchedule(totalMs: number, isLong: boolean) {
  let nextMapMs = firstMapMs
  let nextLiveMs = liveEveryMs
  return {
    // Not right before the end: there one is taken anyway.
    isMapDue: (elapsedMs: number) => elapsedMs >= nextMapMs && totalMs - elapsedMs > firstMapMs,
    tookMap(elapsedMs: number, costMs: number) {
      const pauseMs = Math.min(nextMapMs, mapEveryMs)
      nextMapMs = elapsedMs + (isLong ? Math.max(pauseMs, longMapShare * costMs) : pauseMs)
    },
    isLiveDue: (elapsedMs: number) => elapsedMs >= nextLiveMs && totalMs - elapsedMs > liveEveryMs / 2,
    tookLive(elapsedMs: number, costMs: number) {
      nextLiveMs = elapsedMs + Math.max(liveEveryMs, liveShare * costMs)
    },
  }
}
