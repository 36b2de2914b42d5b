import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeCanvas, sendPointerEvent } from '../testing/pointers.ts'
import { followWheel } from './gestures.ts'

function follow() {
  const { canvas } = fakeCanvas()
  const seen: unknown[][] = []
  const stop = followWheel(canvas, {
    onZoom: (x, factor, isNotch) => seen.push(['zoom', x, factor, isNotch]),
    onPan: (dxPx) => seen.push(['pan', dxPx]),
    onRest: () => seen.push(['rest']),
  })
  const wheel = (fields: Partial<WheelEvent>) =>
    sendPointerEvent(canvas, 'wheel', { deltaX: 0, deltaY: 0, deltaMode: 0, clientX: 60, ...fields })
  return { seen, wheel, stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WheelEvent', { DOM_DELTA_PIXEL: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a wheel', () => {
  it('scrolls the rows, which is the browser’s work', () => {
    const { seen, wheel } = follow()
    expect(wheel({ deltaY: 100 })).toBe(true)
    expect(seen).toEqual([])
  })

  it('zooms around the pointer with Ctrl or Cmd, in when turned away, half as much again for a notch', () => {
    const { seen, wheel } = follow()
    expect(wheel({ deltaY: -100, ctrlKey: true })).toBe(false)
    wheel({ deltaY: 3, deltaMode: 1, metaKey: true })
    expect(seen).toEqual([
      ['zoom', 50, Math.SQRT2, true],
      ['zoom', 50, Math.SQRT1_2, true],
    ])
  })

  it('of a touch pad takes small steps', () => {
    const { seen, wheel } = follow()
    wheel({ deltaY: -5, ctrlKey: true })
    expect(seen).toEqual([['zoom', 50, 2 ** 0.1, false]])
  })

  it('pans with Shift, or when it is turned sideways', () => {
    const { seen, wheel } = follow()
    expect(wheel({ deltaY: 40, shiftKey: true })).toBe(false)
    expect(wheel({ deltaX: -30, deltaY: 10 })).toBe(false)
    expect(seen).toEqual([
      ['pan', 40],
      ['pan', -30],
    ])
  })

  it('rests once, a while after the last turn', () => {
    const { seen, wheel } = follow()
    wheel({ deltaX: 1 })
    vi.advanceTimersByTime(100)
    wheel({ deltaX: 1 })
    vi.advanceTimersByTime(149)
    expect(seen).toEqual([
      ['pan', 1],
      ['pan', 1],
    ])
    vi.advanceTimersByTime(1)
    expect(seen.at(-1)).toEqual(['rest'])
  })

  it('is silent after its end', () => {
    const { seen, wheel, stop } = follow()
    wheel({ deltaX: 1 })
    stop()
    vi.advanceTimersByTime(500)
    expect(seen).toEqual([['pan', 1]])
  })
})
