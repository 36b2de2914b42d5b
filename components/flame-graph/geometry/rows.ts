import { rowPx } from '../../../lib/profile/layout/layout.ts'

export { rowPx }

export type Orientation = 'flame' | 'icicle'

/**
 * Where rows stand in a window over them. Units: pixels from the top of the window; `scrollPx` counts from the root's
 * edge, the bottom of a flame graph and the top of an icicle, so that a resize keeps the root where it was.
 */
export interface RowWindow {
  readonly orientation: Orientation
  readonly heightPx: number
  readonly scrollPx: number
}

/** Where a row's box starts. */
export function getRowTop({ orientation, heightPx, scrollPx }: RowWindow, row: number): number {
  return orientation === 'flame' ? heightPx + scrollPx - (row + 1) * rowPx : row * rowPx - scrollPx
}

export function findRowAtY({ orientation, heightPx, scrollPx }: RowWindow, yPx: number): number {
  return Math.floor((orientation === 'flame' ? heightPx - yPx + scrollPx : yPx + scrollPx) / rowPx)
}

/** First and last row that can be seen. */
export function getVisibleRows({ heightPx, scrollPx }: RowWindow): { firstRow: number; lastRow: number } {
  const firstRow = Math.floor(scrollPx / rowPx)
  return { firstRow, lastRow: firstRow + Math.ceil(heightPx / rowPx) }
}

/** Gives how many rows must be scrolled at least, so that this row and the next one can be seen. */
export function findFirstRowToSee(row: number, heightPx: number): number {
  return Math.max(0, Math.ceil(((row + 2) * rowPx - heightPx) / rowPx))
}
