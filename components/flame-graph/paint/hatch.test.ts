import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHatchLines } from './hatch.ts'

describe('a hatch', () => {
  it('slants by 45 degrees and stays in its box', () => {
    const px = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(px, px, px, fc.integer({ min: 1, max: 40 }), (x, y, width, height) => {
        for (const [x0, y0, x1, y1] of createHatchLines(x, y, width, height)) {
          expect([x0 >= x, x1 <= x + width, y1 >= y, y0 <= y + height]).toEqual([true, true, true, true])
          expect(x0 + y0).toBe(x1 + y1)
        }
      }),
      { seed: 5 },
    )
  })

  it('goes on from one box into the next', () => {
    const sums = (lines: ReturnType<typeof createHatchLines>) => lines.map(([x0, y0]) => x0 + y0)
    const left = sums(createHatchLines(0, 0, 30, 16))
    const right = sums(createHatchLines(30, 0, 30, 16))
    expect(left.filter((sum) => sum > 30)).toEqual(right.filter((sum) => sum < 46))
  })

  it('is nothing in a box without room', () => {
    expect(createHatchLines(3, 3, 0, 16)).toEqual([])
  })
})
