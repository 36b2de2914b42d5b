import { type Orientation, rowPx, type RowWindow } from '../geometry/rows.ts'

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
  const apply = () => (container.scrollTop = orientation === 'flame' ? mostPx() - scrollPx : scrollPx)
  const fit = () => {
    spacer.style.height = `${Math.max(rows * rowPx, heightPx)}px`
    scrollPx = clamp(scrollPx)
    apply()
  }
  const setScrollPx = (wantedPx: number) => {
    const before = scrollPx
    scrollPx = clamp(wantedPx)
    if (scrollPx !== before) apply() // not otherwise, in each frame of an animation: it makes the browser lay out the page
  }

  return {
    /** Rows to scroll over, and which edge the root is at. */
    setRows(nextRows: number, nextOrientation: Orientation): void {
      rows = nextRows
      orientation = nextOrientation
      fit()
    },
    /** The canvas was fitted to another height. */
    setHeight(nextPx: number): void {
      heightPx = nextPx
      fit()
    },
    window: (): RowWindow => ({ orientation, heightPx, scrollPx }),
    /**
     * The person scrolled: take over where the browser is now. False when it is where it was put, or where a resize put
     * it.
     */
    follow(): boolean {
      if (container.clientHeight !== heightPx) return false // setHeight follows, and puts it where it was
      const readPx = orientation === 'flame' ? mostPx() - container.scrollTop : container.scrollTop
      if (Math.abs(readPx - scrollPx) < 1) return false
      scrollPx = clamp(readPx)
      return true
    },
    setScrollPx,
    /** The whole row nearest to a scroll; the very end counts as one too. */
    rowAt: (atPx: number) => (atPx > mostPx() - 1 ? Math.ceil(mostPx() / rowPx) : Math.round(atPx / rowPx)),
    /** How far to scroll for a row, as far as there are rows. */
    scrollPxOfRow: (row: number) => clamp(row * rowPx),
    /** The scroll moved by whole rows, just so far that this row can be seen with its neighbours. */
    scrollPxToSee(row: number, fromPx: number): number {
      const leastPx = Math.ceil(((row + 2) * rowPx - heightPx) / rowPx) * rowPx
      return clamp(Math.min(Math.max(fromPx, leastPx), Math.max(0, (row - 1) * rowPx)))
    },
  }
}
