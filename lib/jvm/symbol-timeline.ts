/**
 * Several symbol maps of one JVM in the order they were written, so that each sample is resolved by the map nearest in
 * time. HotSpot compiles, discards and reuses addresses all the while: one map taken at the end names a discarded
 * method by the one that took its place.
 *
 *     maps at 0 ms and 10,000 ms; segments:   0 |  1  |  2   | 3
 *                                     before 0 ms   5,000   after 10,000 ms
 *     a sample at 4,000 ms lies in segment 1: the map at 0 ms is asked first, the one at 10,000 ms second.
 *
 * Within a segment an address always has the same answer, which callers may cache.
 */
import { canonicalJavaName } from './java-name.ts'
import { findSymbol, type PerfMap } from './perf-map.ts'

export interface SymbolMapAt {
  /** Units: ms since the start of the recording. */
  readonly atMs: number
  readonly map: PerfMap
}

interface ResolvedSymbol {
  /** As the map wrote it; null when neither map around the sample holds the address. */
  readonly name: string | null
  /** The maps before and after the sample name different functions here. */
  readonly isAmbiguous: boolean
}

export type SymbolTimeline = ReturnType<typeof createSymbolTimeline>

export function createSymbolTimeline(symbolMaps: readonly SymbolMapAt[]) {
  const maps = symbolMaps.filter(({ map }) => map.length > 0).sort((a, b) => a.atMs - b.atMs)
  const lowest = Math.min(...maps.map(({ map }) => map.starts[0]!))
  const highest = Math.max(...maps.map(({ map }) => map.ends[map.length - 1]!))
  return {
    maps,
    segments: 2 * maps.length,
    segmentAt(timeMs: number): number {
      // A sample without a time was most likely taken before the last map was written, and is resolved by that one.
      if (Number.isNaN(timeMs)) return Math.max(0, 2 * maps.length - 1)
      let after = 0
      while (after < maps.length && maps[after]!.atMs <= timeMs) after++
      if (after === 0 || after === maps.length) return Math.max(0, 2 * after - 1)
      const middleMs = (maps[after - 1]!.atMs + maps[after]!.atMs) / 2
      return 2 * after - (timeMs < middleMs ? 1 : 0)
    },
    resolve(address: number, segment: number): ResolvedSymbol {
      const before = Math.floor((segment + 1) / 2) - 1
      const isNearerBefore = segment % 2 === 1
      const earlier = nameIn(maps[before], address)
      const later = nameIn(maps[before + 1], address)
      const nearest = isNearerBefore ? earlier : later
      return {
        name: nearest ?? earlier ?? later,
        isAmbiguous: earlier !== null && later !== null && !isSameFunction(earlier, later),
      }
    },
    /** Inside the addresses that the maps span, named or not: the JVM's code cache. */
    covers: (address: number) => address >= lowest && address < highest,
  }
}

function nameIn(at: SymbolMapAt | undefined, address: number): string | null {
  if (at === undefined) return null
  const symbol = findSymbol(at.map, address)
  return symbol === -1 ? null : at.map.names[symbol]!
}

/** A method compiled anew at the same place is still the method; only what the graph would show counts. */
function isSameFunction(a: string, b: string): boolean {
  return a === b || canonicalJavaName(a).name === canonicalJavaName(b).name
}
