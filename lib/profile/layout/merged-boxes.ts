import { boxFlags, type BoxCollector } from './boxes.ts'

/**
 * Joins what is too narrow to be drawn into one merged box per run. A run goes on over gaps that nobody could see and
 * ends at one that can be seen; a run that is itself too narrow is drawn only where a search found something in it.
 */
export interface NarrowRuns {
  add(row: number, node: number, x0: number, x1: number, searches: number): void
  /** Hands out the last run of each row. */
  finish(): void
}

export function createNarrowRuns(
  firstRow: number,
  lastRow: number,
  minWidthPx: number,
  boxes: BoxCollector,
): NarrowRuns {
  const rows = Math.max(0, lastRow - firstRow + 1)
  // One open run a row; node -1 where there is none.
  const nodes = new Int32Array(rows).fill(-1)
  const starts = new Float64Array(rows)
  const ends = new Float64Array(rows)
  const found = new Uint8Array(rows)

  function close(index: number): void {
    const isSeen = ends[index]! - starts[index]! >= minWidthPx || found[index]! > 0
    if (nodes[index]! < 0 || !isSeen) return
    boxes.add(nodes[index]!, firstRow + index, starts[index]!, ends[index]!, boxFlags.merged, found[index]!)
  }

  return {
    add(row, node, x0, x1, searches) {
      const index = row - firstRow
      if (nodes[index]! >= 0 && x0 - ends[index]! < minWidthPx) {
        ends[index] = x1
        found[index] = found[index]! | searches
        return
      }
      close(index)
      nodes[index] = node
      starts[index] = x0
      ends[index] = x1
      found[index] = searches
    },
    finish() {
      for (let index = 0; index < rows; index++) close(index)
    },
  }
}
