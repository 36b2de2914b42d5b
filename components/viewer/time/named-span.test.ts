import { describe, expect, it } from 'vitest'
import { findNamedSpan } from './named-span.ts'

/** A thread with boxes of these widths in ms beside each other. */
const chart = (...boxes: number[]) => ({
  end: Int32Array.from([boxes.length + 2, boxes.length + 2, ...boxes.map((_, at) => at + 3)]),
  widths: Float64Array.from([30_000, 30_000, ...boxes]),
})

describe('the time range in which half of a flame chart has names', () => {
  it('is as many widths of its boxes as have space beside each other', () => {
    // 1000 px hold 15 boxes of 8 characters.
    expect(findNamedSpan(chart(200, 200, 200), 1, 1000)).toBeGreaterThan(15 * 200 * 0.9)
    expect(findNamedSpan(chart(200, 200, 200), 1, 1000)).toBeLessThan(17 * 200)
    expect(findNamedSpan(chart(200, 200, 200), 1, 500)).toBeCloseTo(findNamedSpan(chart(200), 1, 1000) / 2)
  })

  it('is decided by the boxes with half of the time, not by their number', () => {
    const narrow = Array.from({ length: 50 }, () => 10)
    expect(findNamedSpan(chart(5000, ...narrow), 1, 1000)).toBeGreaterThan(60_000)
    expect(findNamedSpan(chart(400, ...narrow), 1, 1000)).toBeLessThan(200)
  })

  it('has no end where nothing was sampled', () => {
    expect(findNamedSpan(chart(0), 1, 1000)).toBe(Infinity)
  })
})
