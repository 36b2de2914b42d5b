/** From which Java version on async-profiler works. */

/** The oldest Java that async-profiler can profile. */
const oldest = 8
/** The oldest Java for live-heap: before it, JVMTI does not report when a sampled object dies. */
const oldestLive = 11

/** Gives the first Java that records `event` where `feature` is too old, else null. An unknown version (0) is not. */
export function missingJdk(feature: number, event: string): number | null {
  const needs = event === 'live-heap' ? oldestLive : oldest
  return feature > 0 && feature < needs ? needs : null
}
