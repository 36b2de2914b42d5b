/** What async-profiler needs of a JVM. */

/** The oldest Java that async-profiler can profile. */
const oldest = 8
/** JVMTI tells of sampled objects from there on; before that nothing tells when one dies. */
const oldestLive = 11

/** The first Java that would do, null when this one does. An unknown version (0) is accepted. */
export function missingJdk(feature: number, event: string): number | null {
  const needs = event === 'live-heap' ? oldestLive : oldest
  return feature > 0 && feature < needs ? needs : null
}
