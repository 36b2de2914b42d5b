import type { Provenance } from '../model/profile.ts'
import { firstAbove } from '../model/sorted-columns.ts'

/** The longest time between any moment seen and the symbol map nearest to it: what names that moment's Java frames. */
export interface MapAge {
  /** In ms since the start; NaN, a sample without a time, tells nothing. */
  see(timeMs: number): void
  /** null when there are no maps or no moments. */
  longestMs(): number | null
}

export function createMapAge(maps: Provenance['symbolMaps']): MapAge {
  const times = Float64Array.from(maps, ({ atMs }) => atMs).sort()
  let longest: number | null = null
  return {
    see(timeMs) {
      if (times.length === 0 || Number.isNaN(timeMs)) return
      const after = firstAbove(times, timeMs)
      const sinceMap = timeMs - (times[after - 1] ?? -Infinity)
      const untilMap = (times[after] ?? Infinity) - timeMs
      longest = Math.max(longest ?? 0, Math.min(sinceMap, untilMap))
    },
    longestMs: () => longest,
  }
}
