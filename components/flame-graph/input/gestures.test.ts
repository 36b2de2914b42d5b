import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followPointers } from './gestures.ts'
import { fakeCanvas, sendPointerEvent } from '../testing/pointers.ts'

/** Pointers on a canvas, and what came of them. */
function follow({ hasMenu = true } = {}) {
  const { canvas, captured } = fakeCanvas()
  const seen: unknown[][] = []
  const stop = followPointers(canvas, {
    onTap: (x, y) => seen.push(['tap', x, y]),
    onMenu: (point, clientX, clientY) => {
      seen.push(['menu', point.x, point.y, clientX, clientY])
      return hasMenu
    },
    onHover: (point) => seen.push(['hover', point]),
    onPan: (dxPx, dyPx) => seen.push(['pan', dxPx, dyPx]),
    onPinch: (x, factor) => seen.push(['pinch', x, factor]),
    onRest: () => seen.push(['rest']),
  })
  const pointer =
    (pointerType: string) =>
    (type: string, clientX: number, clientY: number, pointerId = 1, button = 0) =>
      sendPointerEvent(canvas, `pointer${type}`, { pointerType, pointerId, clientX, clientY, button })
  return { canvas, captured, seen, stop, mouse: pointer('mouse'), touch: pointer('touch') }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a mouse', () => {
  it('clicks where it was pressed and let go, even by a hand that shakes', () => {
    const { seen, mouse } = follow()
    mouse('down', 110, 120)
    mouse('move', 112, 121)
    mouse('up', 112, 121)
    expect(seen).toEqual([['tap', 102, 101]])
  })

  it('drags by all it moved, and that is no click', () => {
    const { seen, mouse, captured } = follow()
    mouse('down', 110, 120)
    mouse('move', 112, 120)
    mouse('move', 130, 125)
    mouse('move', 131, 125)
    mouse('up', 131, 125)
    expect(seen).toEqual([['hover', null], ['pan', 20, 5], ['pan', 1, 0], ['rest']])
    expect(captured).toEqual([1])
  })

  it('hovers only with nothing pressed, at a point of the window', () => {
    const { seen, mouse } = follow()
    mouse('move', 110, 120)
    mouse('leave', 0, 0)
    expect(seen).toEqual([
      ['hover', { x: 110, y: 120 }],
      ['hover', null],
    ])
  })

  it('opens a menu with its right button, instead of the browser, where there is something to show one for', () => {
    const { canvas, seen, mouse } = follow()
    mouse('down', 110, 120, 1, 2)
    expect(sendPointerEvent(canvas, 'contextmenu', { clientX: 110, clientY: 120 })).toBe(false)
    mouse('up', 110, 120, 1, 2)
    expect(seen).toEqual([['menu', 100, 100, 110, 120]])
    expect(sendPointerEvent(follow({ hasMenu: false }).canvas, 'contextmenu', { clientX: 110, clientY: 120 })).toBe(
      true,
    )
  })

  it('does not click when Ctrl and its one button opened a menu', () => {
    const { canvas, seen, mouse } = follow()
    mouse('down', 110, 120)
    sendPointerEvent(canvas, 'contextmenu', { clientX: 110, clientY: 120 })
    mouse('up', 110, 120)
    expect(seen).toEqual([['menu', 100, 100, 110, 120]])
    mouse('down', 110, 120)
    mouse('up', 110, 120)
    expect(seen.at(-1)).toEqual(['tap', 100, 100])
  })
})

describe('a finger', () => {
  it('taps, and never hovers', () => {
    const { seen, touch } = follow()
    touch('move', 110, 120)
    touch('down', 110, 120)
    touch('move', 115, 124)
    touch('up', 115, 124)
    expect(seen).toEqual([['tap', 105, 104]])
  })

  it('opens the menu when it stays, and lets go without a click of ours or of the browser', () => {
    const { canvas, seen, touch } = follow()
    touch('down', 110, 120)
    vi.advanceTimersByTime(600)
    expect(seen).toEqual([['menu', 100, 100, 110, 120]])
    expect(sendPointerEvent(canvas, 'contextmenu', { clientX: 110, clientY: 120 })).toBe(false)
    touch('up', 110, 120)
    expect(sendPointerEvent(canvas, 'touchend', {})).toBe(false)
    expect(seen).toHaveLength(1)
    touch('down', 110, 120)
    touch('up', 110, 120)
    expect(sendPointerEvent(canvas, 'touchend', {})).toBe(true)
    expect(seen.at(-1)).toEqual(['tap', 100, 100])
  })

  it('opens no menu when it moves before, or was taken away by the browser', () => {
    const { seen, touch } = follow()
    touch('down', 110, 120)
    touch('move', 140, 120)
    vi.advanceTimersByTime(600)
    touch('cancel', 140, 120)
    expect(seen).toEqual([['hover', null], ['pan', 30, 0], ['rest']])
  })
})

describe('two fingers', () => {
  it('pinch around their middle, and pan with it', () => {
    const { seen, touch } = follow()
    touch('down', 110, 100, 1)
    touch('down', 210, 100, 2)
    touch('move', 310, 100, 2)
    expect(seen).toEqual([
      ['hover', null],
      ['pan', 50, 0],
      ['pinch', 200, 2],
    ])
  })

  it('become one that drags on without a jump, and rest when both are up', () => {
    const { seen, touch } = follow()
    touch('down', 110, 100, 1)
    touch('down', 210, 100, 2)
    touch('up', 110, 100, 1)
    touch('move', 215, 101, 2)
    touch('up', 215, 101, 2)
    expect(seen).toEqual([['hover', null], ['pan', 5, 1], ['rest']])
  })
})

it('ends without a trace', () => {
  const { seen, mouse, touch, stop } = follow()
  touch('down', 110, 120)
  stop()
  vi.advanceTimersByTime(600)
  mouse('move', 1, 1)
  expect(seen).toEqual([])
})
