import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../lib/testing/profiles/random-profile.ts'
import { isSameRange, panRange, weightAt, zoomRange } from './ranges.ts'

describe('ranges', () => {
  it('zoom around a weight, which stays where it is on the screen', () => {
    const random = createRandom(1)
    for (let round = 0; round < 1000; round++) {
      const from = 500 * random()
      const range = { from, to: from + 1 + 400 * random() }
      const x = 1000 * random()
      const around = weightAt(range, x, 1000)
      const zoomed = zoomRange(range, 1 + 9 * random(), around, { from: 0, to: 1000 })
      expect(weightAt(zoomed, x, 1000)).toBeCloseTo(around, 6)
    }
  })

  it('never leave what there is, and end at exactly all', () => {
    expect(zoomRange({ from: 10, to: 20 }, 0.5, 10, { from: 0, to: 100 })).toEqual({ from: 10, to: 30 })
    expect(zoomRange({ from: 0, to: 20 }, 0.5, 20, { from: 0, to: 100 })).toEqual({ from: 0, to: 40 })
    expect(zoomRange({ from: 10, to: 20 }, 0.01, 15, { from: 0, to: 100 })).toEqual({ from: 0, to: 100 })
    expect(panRange({ from: 10, to: 20 }, -50, { from: 0, to: 100 })).toEqual({ from: 0, to: 10 })
    expect(panRange({ from: 10, to: 20 }, 500, { from: 0, to: 100 })).toEqual({ from: 90, to: 100 })
  })

  it('zoom in no further than float64 can tell places apart', () => {
    let range = { from: 0, to: 1e6 }
    for (let step = 0; step < 200; step++) range = zoomRange(range, 2, 123_456.7, { from: 0, to: 1e6 })
    expect(range.to - range.from).toBeGreaterThan(1e-6)
    expect(weightAt(range, 1, 1000)).toBeGreaterThan(range.from)
  })

  it('are the same to the eye within a fraction of a pixel', () => {
    expect(isSameRange({ from: 0, to: 1000 }, { from: 0.01, to: 1000 }, 1000)).toBe(true)
    expect(isSameRange({ from: 0, to: 1000 }, { from: 1, to: 1000 }, 1000)).toBe(false)
  })
})
