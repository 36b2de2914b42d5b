/**
 * From readings of a JVM's counters, tens of milliseconds apart, to its pauses.
 *
 * The JVM tells their times on a clock of its own, ms since it started. Where that lies on ours is learned from the
 * pauses themselves: a pause that was not there at a reading and is there at the next ended between the two. A few of
 * those narrow it down to a millisecond or two; a JVM that lies about it is believed no further than between its
 * readings.
 */
import type { CollectorPauses, PauseCounters } from '../../jvm/pause-counters.ts'
import type { Pause } from './pauses.ts'

/** Shorter pauses are left out: they delay no request, and some collectors make hundreds a second. */
const leastPauseMs = 0.5

/**
 * Safepoints that are no collection: thread dumps, deoptimisation, class redefinition.
 *
 * A collector's pauses are safepoints too, and nothing tells which is which, so only times without a collection count.
 * The JVM counts a safepoint when it begins and adds its time when it ends: a reading may lie between the two.
 */
function createOtherSafepoints() {
  const pauses: Pause[] = []
  let wasCollecting = true // a collection before the first reading may still have its safepoint open
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
        if (!mayBeCollection) pauses.push({ kind: 'safepoint', what: 'safepoint', fromMs, toMs: atMs, count, ms })
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

/** A pause: its end on the JVM's clock, and between which of our readings that was. */
interface ObservedPause {
  readonly what: string
  readonly exitMs: number
  readonly ms: number
  readonly count: number
  readonly afterMs: number
  readonly beforeMs: number
}

/** `names`: what the pauses of each collector are called, in the order of the counters. */
export function createGcPauses(names: readonly string[]) {
  const observed: ObservedPause[] = []
  const safepoints = createOtherSafepoints()
  let last: { readonly atMs: number; readonly counters: PauseCounters } | null = null

  return {
    /** Counters as they were `atMs` after the recording began. Later readings come later. */
    addReading(atMs: number, counters: PauseCounters) {
      if (last !== null) {
        names.forEach((what, collector) => {
          const [before, now] = [last!.counters.collectors[collector]!, counters.collectors[collector]!]
          const ended = endedBetween(before, now)
          if (ended) observed.push({ what, ...ended, afterMs: last!.atMs, beforeMs: atMs })
        })
        safepoints.addReading(last.atMs, last.counters, atMs, counters)
      }
      last = { atMs, counters }
    },
    /** Everything seen, when nothing more will be. */
    finish(): Pause[] {
      const underWay = names.flatMap((what, collector) =>
        pauseUnderWay(what, last?.counters.collectors[collector], last?.atMs),
      )
      const originMs = findOrigin(observed)
      const pauses = [...observed.map((pause) => locatePause(pause, originMs)), ...safepoints.found, ...underWay]
      return pauses.filter(({ ms }) => ms >= leastPauseMs)
    },
  }

  /** Gives the pause that has not ended, of which only the beginning is known. */
  function pauseUnderWay(what: string, pauses: CollectorPauses | undefined, atMs = 0): Pause[] {
    if (!pauses?.isUnderWay) return []
    const originMs = findOrigin(observed)
    const fromMs = originMs === null ? atMs : clamp(originMs + pauses.lastEntryMs, 0, atMs)
    return [{ kind: 'gc', what, fromMs, toMs: atMs, count: 1, ms: atMs - fromMs }]
  }
}

function endedBetween(
  before: CollectorPauses,
  now: CollectorPauses,
): Pick<ObservedPause, 'exitMs' | 'ms' | 'count'> | null {
  // The count is read a moment before or after the times, so it alone proves nothing.
  if (now.lastExitMs <= before.lastExitMs) return null
  const count = Math.max(1, endedIn(now) - endedIn(before))
  // Both ends of a single one are known, unless the next has begun already and wrote over its beginning.
  const isWhole = count === 1 && !now.isUnderWay
  const ms = isWhole ? now.lastExitMs - now.lastEntryMs : now.totalMs - before.totalMs
  return { exitMs: now.lastExitMs, ms: Math.max(0, ms), count }
}

function endedIn({ begun, isUnderWay }: CollectorPauses): number {
  return begun - (isUnderWay ? 1 : 0)
}

/** Where the JVM's clock began on ours; null without evidence, or where it contradicts itself. */
function findOrigin(observed: readonly ObservedPause[]): number | null {
  let earliest = -Infinity
  let latest = Infinity
  for (const { exitMs, afterMs, beforeMs } of observed) {
    earliest = Math.max(earliest, afterMs - exitMs)
    latest = Math.min(latest, beforeMs - exitMs)
  }
  return earliest <= latest && Number.isFinite(latest) ? (earliest + latest) / 2 : null
}

function locatePause({ what, exitMs, ms, count, afterMs, beforeMs }: ObservedPause, originMs: number | null): Pause {
  const toMs = originMs === null ? beforeMs : clamp(originMs + exitMs, afterMs, beforeMs)
  const fromMs = Math.max(0, count === 1 ? toMs - ms : Math.min(afterMs, toMs - ms))
  return { kind: 'gc', what, fromMs, toMs, count, ms: Math.min(ms, toMs) }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
