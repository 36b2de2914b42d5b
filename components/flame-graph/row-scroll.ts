/** Height of a row of boxes, with the line between two rows. */
export const rowPx = 18

export type Orientation = 'flame' | 'icicle'

/**
 * Scrolling by rows in a box of the window's size: the canvas sticks in place while the browser's own scrollbar, wheel and
 * touch move an empty element as high as all rows. So no depth makes the canvas larger.
 *
 * Units: `scrollPx` counts from the root's edge, the bottom of a flame graph and the top of an icicle; so a resize keeps
 * the root where it was.
 */
export interface RowScroll {
  /** Rows to scroll over, and which edge the root is at. */
  setRows(rows: number, orientation: Orientation): void
  scrollPx(): number
  /** The person scrolled: take over where the browser is now. */
  follow(): void
  setScrollPx(scrollPx: number): void
  /** Scrolls just so far that this row can be seen. */
  reveal(row: number): void
  /** Where a row's box starts, in pixels from the top of the canvas. */
  readonly topOf: (row: number) => number
  rowAt(yPx: number): number
  /** First and last row that can be seen. */
  visibleRows(): { firstRow: number; lastRow: number }
}

export function createRowScroll(container: HTMLElement, spacer: HTMLElement): RowScroll {
  let rows = 1
  let orientation: Orientation = 'flame'
  // Kept here too: the browser rounds scrollTop, and after a resize it no longer counts from the root.
  let wanted = 0

  // Asked of the browser once a paint, not once a box: each question makes it lay out the page.
  let heightPx = container.clientHeight
  const mostPx = () => Math.max(0, rows * rowPx - heightPx)
  const apply = () => {
    wanted = Math.min(Math.max(wanted, 0), mostPx())
    container.scrollTop = orientation === 'flame' ? mostPx() - wanted : wanted
  }

  return {
    setRows(nextRows, nextOrientation) {
      heightPx = container.clientHeight
      rows = nextRows
      orientation = nextOrientation
      spacer.style.height = `${Math.max(rows * rowPx, heightPx)}px`
      apply()
    },
    scrollPx: () => wanted,
    follow() {
      const read = orientation === 'flame' ? mostPx() - container.scrollTop : container.scrollTop
      if (Math.abs(read - wanted) >= 1) wanted = Math.max(0, read)
    },
    setScrollPx(scrollPx) {
      wanted = scrollPx
      apply()
    },
    reveal(row) {
      const start = row * rowPx
      wanted = Math.min(Math.max(wanted, start + 2 * rowPx - heightPx), Math.max(0, start - rowPx))
      apply()
    },
    topOf(row) {
      return orientation === 'flame' ? heightPx + wanted - (row + 1) * rowPx : row * rowPx - wanted
    },
    rowAt(yPx) {
      return Math.floor((orientation === 'flame' ? heightPx - yPx + wanted : yPx + wanted) / rowPx)
    },
    visibleRows() {
      const firstRow = Math.floor(wanted / rowPx)
      return { firstRow, lastRow: firstRow + Math.ceil(heightPx / rowPx) }
    },
  }
}
