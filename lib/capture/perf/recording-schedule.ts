/** When, while perf records, the next symbol map and the next live picture are due. Pure; times in ms since the start. */
export interface Schedule {
  isMapDue(elapsedMs: number): boolean
  tookMap(elapsedMs: number, costMs: number): void
  isLiveDue(elapsedMs: number): boolean
  tookLive(elapsedMs: number, costMs: number): void
}

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

export function createSchedule(totalMs: number, isLong: boolean): Schedule {
  let nextMapMs = firstMapMs
  let nextLiveMs = liveEveryMs
  return {
    // Not right before the end: there one is taken anyway.
    isMapDue: (elapsedMs) => elapsedMs >= nextMapMs && totalMs - elapsedMs > firstMapMs,
    tookMap(elapsedMs, costMs) {
      const pauseMs = Math.min(nextMapMs, mapEveryMs)
      nextMapMs = elapsedMs + (isLong ? Math.max(pauseMs, longMapShare * costMs) : pauseMs)
    },
    isLiveDue: (elapsedMs) => elapsedMs >= nextLiveMs && totalMs - elapsedMs > liveEveryMs / 2,
    tookLive(elapsedMs, costMs) {
      nextLiveMs = elapsedMs + Math.max(liveEveryMs, liveShare * costMs)
    },
  }
}
