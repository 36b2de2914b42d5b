import { findFirstRowToSee, type Orientation, rowPx, type RowWindow } from '../geometry/rows.ts'

/** A scroll has ended when it rests for so long, in a browser without `scrollend`: a debounce. */
const scrollRestMs = 150

/**
 * Listens to what the person scrolls; `follow` tells it from what the program did. `onEnd` comes when it stands still
 * again. Returns a function that ends it.
 */
export function followScrollEnd(
  container: HTMLElement,
  follow: () => boolean,
  onScroll: () => void,
  onEnd: () => void,
): () => void {
  let isByHand = false
  let rest: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const { signal } = stop
  const knowsEnd = 'onscrollend' in container

  const end = () => {
    if (!isByHand) return
    isByHand = false
    onEnd()
  }
  container.addEventListener(
    'scroll',
    () => {
      if (!follow()) return
      isByHand = true
      onScroll()
      if (knowsEnd) return
      clearTimeout(rest)
      rest = setTimeout(end, scrollRestMs)
    },
    { passive: true, signal },
  )
  container.addEventListener('scrollend', end, { signal })
  return () => {
    clearTimeout(rest)
    stop.abort()
  }
}

/**
 * Scrolling by rows in a box of the window's size: the canvas sticks in place while the browser's own scrollbar, wheel
 * and touch move an empty element as high as all rows. So no depth makes the canvas larger.
 */
export type RowScroll = ReturnType<typeof createRowScroll>

export function createRowScroll(container: HTMLElement, spacer: HTMLElement) {
  let rows = 1
  let orientation: Orientation = 'flame'
  // Kept here too: the browser rounds scrollTop, and after a resize it no longer counts from the root.
  let scrollPx = 0

  // That of the canvas: when another tree comes, the page may be in between two layouts, which no canvas is fitted to.
  let heightPx = container.clientHeight
  const mostPx = () => Math.max(0, rows * rowPx - heightPx)
  const clamp = (wantedPx: number) => Math.min(Math.max(wantedPx, 0), mostPx())
  // A view on its way may begin beyond the last row of where it goes; it comes back, and gets no further.
  const farthestPx = () => Math.max(mostPx(), scrollPx)
  let spacerPx = 0
  const apply = () => (container.scrollTop = orientation === 'flame' ? spacerPx - heightPx - scrollPx : scrollPx)
  const fit = () => {
    spacerPx = heightPx + farthestPx()
    spacer.style.height = `${spacerPx}px`
    apply()
  }
  const setScrollPx = (wantedPx: number) => {
    const before = scrollPx
    scrollPx = Math.min(Math.max(wantedPx, 0), farthestPx())
    if (scrollPx !== before) apply() // not otherwise, in each frame of an animation: it makes the browser lay out the page
  }

  return {
    /** Rows to scroll over, and which edge the root is at. It stays where it is, also beyond the last row. */
    setRows(nextRows: number, nextOrientation: Orientation): void {
      const isSame = rows === nextRows && orientation === nextOrientation
      rows = nextRows
      orientation = nextOrientation
      if (!isSame || spacerPx !== heightPx + farthestPx()) fit()
    },
    rows: () => rows,
    /** This row can be scrolled to. */
    include(row: number): void {
      if (row < rows) return
      rows = row + 1
      fit()
    },
    /** This scroll can be reached, also where it is beyond the last row. */
    reach(wantedPx: number): void {
      if (wantedPx <= mostPx()) return
      rows = Math.ceil((wantedPx + heightPx) / rowPx)
      fit()
    },
    /** The canvas was fitted to another height. */
    setHeight(nextPx: number): void {
      heightPx = nextPx
      scrollPx = clamp(scrollPx)
      fit()
    },
    window: (): RowWindow => ({ orientation, heightPx, scrollPx }),
    /**
     * The person scrolled: take over where the browser is now. False when it is where it was put, or where a resize put
     * it.
     */
    follow(): boolean {
      if (container.clientHeight !== heightPx) return false // setHeight follows, and puts it where it was
      const readPx = orientation === 'flame' ? spacerPx - heightPx - container.scrollTop : container.scrollTop
      if (Math.abs(readPx - scrollPx) < 1) return false
      scrollPx = Math.min(Math.max(readPx, 0), farthestPx())
      return true
    },
    setScrollPx,
    /** The whole row nearest to a scroll; the very end counts as one too. */
    rowAt: (atPx: number) => (atPx > mostPx() - 1 ? Math.ceil(mostPx() / rowPx) : Math.round(atPx / rowPx)),
    /** How far to scroll for a row, as far as there are rows. */
    scrollPxOfRow: (row: number) => clamp(row * rowPx),
    /** The scroll moved by whole rows, just so far that this row can be seen with its neighbours. */
    scrollPxToSee(row: number, fromPx: number): number {
      const leastPx = findFirstRowToSee(row, heightPx) * rowPx
      return clamp(Math.min(Math.max(fromPx, leastPx), Math.max(0, (row - 1) * rowPx)))
    },
  }
}
