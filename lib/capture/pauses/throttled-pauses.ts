/** From readings of a control group's counters to the stretches in which its CPU limit held the threads back. */
import type { Throttling } from '../../host/process/cgroup-cpu.ts'
import type { Pause } from './pauses.ts'

export interface ThrottledPauses {
  /** The counters of each group, in the same order each time, as they were `atMs` after the recording began; null once one is gone. */
  see(atMs: number, groups: readonly (Throttling | null)[]): void
  finish(): Pause[]
}

/** Less is a rounding of the scheduler's. */
const leastMs = 0.5

/** `cpuLimit` is for the words: null when it is not known. */
export function createThrottledPauses(cpuLimit: number | null): ThrottledPauses {
  const what = cpuLimit === null ? 'held back by the CPU limit' : `held back by the limit of ${cpuLimit} CPUs`
  const pauses: Pause[] = []
  let last: { readonly atMs: number; readonly groups: readonly (Throttling | null)[] } | null = null
  return {
    see(atMs, groups) {
      if (last !== null) {
        const [before, since] = [last.groups, atMs - last.atMs]
        // A limit further up may hold back in the same moment: the time is lost once.
        const [ms, count] = groups.reduce(
          (most, now, group) => {
            const grown = growth(before[group] ?? null, now)
            return grown[0] > most[0] ? grown : most
          },
          [0, 0],
        )
        // The kernel counts at the end of a stretch, which was somewhere since the last reading.
        const toMs = atMs - since / 2
        // It adds up the CPUs: more than there was time for was lost on so many of them at once.
        const cpus = Math.max(1, Math.ceil(ms / Math.max(since, count * periodMs)))
        const fromMs = Math.max(0, toMs - ms / cpus)
        if (ms >= leastMs && toMs > 0) pauses.push({ kind: 'throttled', what, fromMs, toMs, count, ms })
      }
      last = { atMs, groups }
    },
    finish: () => pauses,
  }
}

/** Docker's and Kubernetes' period; a group may set another. No stretch is longer than one. */
const periodMs = 100

function growth(before: Throttling | null, now: Throttling | null): [ms: number, periods: number] {
  if (before === null || now === null) return [0, 0]
  return [Math.max(0, now.throttledMs - before.throttledMs), Math.max(1, now.periods - before.periods)]
}
