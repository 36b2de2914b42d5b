import { describe, expect, it } from 'vitest'
import { createRowScroll } from './row-scroll.ts'
import { findRowAtY, rowPx, getVisibleRows, getRowTop } from '../geometry/rows.ts'

/** A scroll box 90 px high, five rows, as a browser would have it. */
function scrollBox(rows: number, orientation: 'flame' | 'icicle' = 'flame') {
  const spacer = { style: { height: '' } }
  let scrollTop = 0
  const container = {
    clientHeight: 90,
    get scrollTop() {
      return scrollTop
    },
    set scrollTop(wanted: number) {
      scrollTop = Math.round(Math.min(Math.max(wanted, 0), parseFloat(spacer.style.height) - container.clientHeight))
    },
  }
  const scroll = createRowScroll(container as unknown as HTMLElement, spacer as unknown as HTMLElement)
  scroll.setRows(rows, orientation)
  return { container, spacer, scroll }
}

describe('scrolling by rows', () => {
  it('starts at the root, wherever the browser counts from', () => {
    const flame = scrollBox(100)
    expect(flame.container.scrollTop).toBe(100 * rowPx - 90)
    expect(flame.scroll.window().scrollPx).toBe(0)
    expect(scrollBox(100, 'icicle').container.scrollTop).toBe(0)
  })

  it('keeps the root where it was when the window changes its height', () => {
    const { container, scroll } = scrollBox(100)
    scroll.setScrollPx(180)
    container.clientHeight = 300
    scroll.setHeight(300)
    expect(scroll.window()).toEqual({ orientation: 'flame', heightPx: 300, scrollPx: 180 })
    expect(container.scrollTop).toBe(100 * rowPx - 300 - 180)
  })

  it('stays as high as the canvas when another tree comes while the layout of the page is in between', () => {
    const { container, scroll } = scrollBox(100)
    container.clientHeight = 53
    scroll.setRows(200, 'flame')
    container.clientHeight = 90
    expect(scroll.window().heightPx).toBe(90)
  })

  it('tells what the person scrolled from what the browser rounded', () => {
    const { container, scroll } = scrollBox(100)
    scroll.setScrollPx(100.4)
    expect(scroll.follow()).toBe(false)
    expect(scroll.window().scrollPx).toBe(100.4)
    container.scrollTop -= 50
    expect(scroll.follow()).toBe(true)
    expect(scroll.window().scrollPx).toBeCloseTo(150, 0)
  })

  it('takes no scroll that a resize made for the person’s', () => {
    const { container, scroll } = scrollBox(100)
    scroll.setScrollPx(180)
    container.clientHeight = 300
    container.scrollTop += 0 // as far as there is something to scroll now
    expect(scroll.follow()).toBe(false)
    scroll.setHeight(300)
    expect(scroll.follow()).toBe(false)
    expect(scroll.window().scrollPx).toBe(180)
  })

  it('rests on whole rows, or at the very end', () => {
    const { scroll } = scrollBox(100)
    const mostPx = 100 * rowPx - 90
    expect(scroll.rowAt(2.4 * rowPx)).toBe(2)
    expect(scroll.scrollPxOfRow(2)).toBe(2 * rowPx)
    expect(scroll.scrollPxOfRow(scroll.rowAt(mostPx))).toBe(mostPx)
    expect(scroll.scrollPxOfRow(1e6)).toBe(mostPx)
    expect(scrollBox(3).scroll.scrollPxOfRow(2)).toBe(0)
  })

  it('stays where it is when its rows end before, gets no further, and once back ends with them', () => {
    const { spacer, scroll } = scrollBox(100)
    scroll.setScrollPx(50 * rowPx)
    scroll.setRows(20, 'flame')
    expect(scroll.window().scrollPx).toBe(50 * rowPx)
    scroll.setScrollPx(60 * rowPx)
    expect(scroll.window().scrollPx).toBe(50 * rowPx)
    expect(scroll.scrollPxOfRow(50)).toBe(15 * rowPx)
    scroll.setScrollPx(15 * rowPx)
    scroll.setRows(20, 'flame')
    expect(spacer.style.height).toBe(`${20 * rowPx}px`)
    scroll.include(29)
    expect(scroll.scrollPxOfRow(50)).toBe(25 * rowPx)
  })

  it('moves just so far that a row can be seen with its neighbours', () => {
    const { scroll } = scrollBox(100)
    expect(scroll.scrollPxToSee(2, 0)).toBe(0)
    expect(scroll.scrollPxToSee(5, 0)).toBe(2 * rowPx)
    expect(scroll.scrollPxToSee(5, 50 * rowPx)).toBe(4 * rowPx)
    expect(scroll.scrollPxToSee(0, 50 * rowPx)).toBe(0)
  })
})

describe('rows in a window', () => {
  it.each(['flame', 'icicle'] as const)('are found where they are drawn, in a %s', (orientation) => {
    const window = { orientation, heightPx: 100, scrollPx: 27 }
    const { firstRow, lastRow } = getVisibleRows(window)
    for (let row = firstRow; row <= lastRow; row++) {
      expect(findRowAtY(window, getRowTop(window, row) + 1)).toBe(row)
      expect(findRowAtY(window, getRowTop(window, row) + rowPx - 1)).toBe(row)
    }
    expect(findRowAtY(window, orientation === 'flame' ? 99 : 0)).toBe(firstRow)
    expect(findRowAtY(window, orientation === 'flame' ? 0 : 99)).toBeLessThanOrEqual(lastRow)
  })
})
