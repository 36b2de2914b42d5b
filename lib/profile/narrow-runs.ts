import { boxFlags, type BoxCollector } from './boxes.ts'

/**
 * Joins what is too narrow to be drawn into one merged box per run. A run goes on over gaps that nobody could see and
 * ends at one that can be seen; a run that is itself too narrow is drawn only where it holds a match.
 */
export interface NarrowRuns {
  add(row: number, node: number, x0: number, x1: number, isMatched: boolean): void
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
  const matched = new Uint8Array(rows)

  function close(index: number): void {
    const isSeen = ends[index]! - starts[index]! >= minWidthPx || matched[index] === 1
    if (nodes[index]! < 0 || !isSeen) return
    const flags = boxFlags.merged | (matched[index] === 1 ? boxFlags.matched : 0)
    boxes.add(nodes[index]!, firstRow + index, starts[index]!, ends[index]!, flags)
  }

  return {
    add(row, node, x0, x1, isMatched) {
      const index = row - firstRow
      if (nodes[index]! >= 0 && x0 - ends[index]! < minWidthPx) {
        ends[index] = x1
        matched[index] = matched[index]! | Number(isMatched)
        return
      }
      close(index)
      nodes[index] = node
      starts[index] = x0
      ends[index] = x1
      matched[index] = Number(isMatched)
    },
    finish() {
      for (let index = 0; index < rows; index++) close(index)
    },
  }
}
