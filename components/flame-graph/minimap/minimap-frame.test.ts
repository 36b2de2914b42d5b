import { describe, expect, it } from 'vitest'
import { dragFrame, getMinimapFrame, findGrip, centreAround } from './minimap-frame.ts'

const size = { bounds: { from: 0, to: 1000 }, orientation: 'flame' as const, widthPx: 200, heightPx: 40, rowPx: 0.5 }
const area = { from: 250, to: 500, row: 20, rows: 40 }

describe('the frame of a minimap', () => {
  it('stands around what the graph shows', () => {
    expect(getMinimapFrame(size, area)).toEqual({ x0: 50, x1: 100, top: 10, bottom: 30 })
    expect(getMinimapFrame({ ...size, orientation: 'icicle' }, area)).toEqual({ x0: 50, x1: 100, top: 10, bottom: 30 })
    expect(getMinimapFrame({ ...size, orientation: 'icicle' }, { ...area, row: 0 })).toMatchObject({
      top: 0,
      bottom: 20,
    })
    expect(getMinimapFrame(size, { ...area, row: 0 })).toMatchObject({ top: 20, bottom: 40 })
  })

  it('can be seen however little it holds, at the right edge too', () => {
    for (const from of [0, 500, 999.9]) {
      const { x0, x1 } = getMinimapFrame(size, { ...area, from, to: from + 0.01 })
      expect(x1 - x0).toBeGreaterThanOrEqual(3)
      expect(x1).toBeLessThanOrEqual(200)
    }
  })

  it('can be seen at the far end of ten thousand rows', () => {
    const deep = { ...size, rowPx: 0.004 }
    for (const orientation of ['flame', 'icicle'] as const) {
      const { top, bottom } = getMinimapFrame({ ...deep, orientation }, { ...area, row: 9990, rows: 10 })
      expect(bottom - top).toBeGreaterThanOrEqual(3)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(40)
    }
  })

  it('is held in its middle or by an edge, and called from elsewhere', () => {
    const frame = getMinimapFrame(size, area)
    expect(findGrip(frame, 75, 20)).toBe('frame')
    expect(findGrip(frame, 51, 20)).toBe('left')
    expect(findGrip(frame, 102, 20)).toBe('right')
    expect(findGrip(frame, 150, 20)).toBe('jump')
    expect(findGrip(frame, 75, 38)).toBe('jump')
    expect(findGrip({ ...frame, x1: 55 }, 51, 20)).toBe('frame')
  })

  it('moves the graph as far as it was dragged, and no further than there is something', () => {
    expect(dragFrame(size, area, 'frame', 20, -5)).toMatchObject({ from: 350, to: 600, row: 30 })
    expect(dragFrame(size, area, 'frame', -500, 500)).toMatchObject({ from: 0, to: 250, row: 0 })
    expect(dragFrame({ ...size, orientation: 'icicle' }, area, 'frame', 0, 5)).toMatchObject({ row: 30 })
  })

  it('zooms by its edges, which do not pass each other', () => {
    expect(dragFrame(size, area, 'left', -10, 0)).toMatchObject({ from: 200, to: 500 })
    expect(dragFrame(size, area, 'right', 500, 0)).toMatchObject({ from: 250, to: 1000 })
    const { from, to } = dragFrame(size, area, 'left', 500, 0)
    expect(to).toBe(500)
    expect(from).toBeLessThan(to)
  })

  it('jumps so that its middle is where it was called', () => {
    const { x0, x1, top, bottom } = getMinimapFrame(size, centreAround(size, area, 140, 25))
    expect([(x0 + x1) / 2, (top + bottom) / 2]).toEqual([140, 25])
  })
})
