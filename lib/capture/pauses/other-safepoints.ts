/**
 * Safepoints that are no collection: thread dumps, deoptimisation, class redefinition.
 *
 * A collector's pauses are safepoints too, and nothing tells which is which, so only times without a collection count. The JVM
 * counts a safepoint when it begins and adds its time when it ends: a reading may lie between the two.
 */
import type { PauseCounters } from '../../jvm/pause-counters.ts'
import type { Pause } from './pauses.ts'

/** Shorter ones delay nobody. */
const leastMs = 0.5

export function createOtherSafepoints() {
  const pauses: Pause[] = []
  let wasCollecting = true
  let begun = 0
  return {
    /** Two readings, one after the other. */
    addReading(afterMs: number, before: PauseCounters, atMs: number, now: PauseCounters) {
      if (before.safepoints === null || now.safepoints === null) return
      // The safepoint of a collection ends a little after the collection.
      const isCollecting = collectsBetween(before, now)
      const mayBeCollection = isCollecting || wasCollecting
      wasCollecting = isCollecting
      begun += now.safepoints.count - before.safepoints.count
      const ms = Math.min(now.safepoints.totalMs - before.safepoints.totalMs, atMs)
      if (mayBeCollection || ms > 0) {
        // When in between it was is not known; it began earlier only if it took longer than that.
        const fromMs = Math.max(0, Math.min(afterMs, atMs - ms))
        const count = Math.max(1, begun)
        if (!mayBeCollection && ms >= leastMs)
          pauses.push({ kind: 'safepoint', what: 'safepoint', fromMs, toMs: atMs, count, ms })
        begun = 0
      }
    },
    found: pauses,
  }
}

function collectsBetween(before: PauseCounters, now: PauseCounters): boolean {
  return now.collectors.some(
    ({ begun, isUnderWay }, collector) =>
      isUnderWay || before.collectors[collector]!.isUnderWay || begun !== before.collectors[collector]!.begun,
  )
}
