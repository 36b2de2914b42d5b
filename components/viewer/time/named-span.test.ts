import { describe, expect, it } from 'vitest'
import { findNamedSpan, findNamedStretch } from './named-span.ts'

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

/** A thread of 30 s from 5 s on, with boxes of so many ms at these times of it. */
const chartAt = (boxes: readonly (readonly [at: number, ms: number])[]) => ({
  ...chart(...boxes.map(([, ms]) => ms)),
  starts: Float64Array.from([5000, 5000, ...boxes.map(([at]) => 5000 + at)]),
})
const whole: [number, number] = [5000, 35_000]
/** Sampled all the time, 10 ms of each box. */
const run = (from: number, to: number) =>
  Array.from({ length: (to - from) / 10 }, (_, index) => [from + index * 10, 10] as const)

describe('the stretch of a flame chart with the most names', () => {
  const find = (boxes: readonly (readonly [number, number])[], visible = whole) =>
    findNamedStretch(chartAt(boxes), 1, 1000, findNamedSpan(chartAt(boxes), 1, 1000), visible)
  const namedIn = (boxes: readonly (readonly [number, number])[], [from, to]: readonly [number, number]) =>
    boxes.filter(([at]) => 5000 + at >= from && 5000 + at + 10 <= to).length

  it('is where a sparse thread was sampled most, not in its empty middle', () => {
    const boxes = [...run(2000, 2030), ...run(9000, 9080), ...run(21_000, 21_040)]
    const stretch = find(boxes)
    expect(namedIn(boxes, stretch)).toBe(8)
    // With as much space on its left as on its right.
    expect((stretch[0] + stretch[1]) / 2).toBeCloseTo(14_040, -1)
  })

  it('holds samples at the very beginning and at the very end, and goes past neither', () => {
    for (const boxes of [run(0, 20), run(29_980, 30_000)]) {
      const [from, to] = find(boxes)
      expect(namedIn(boxes, [from, to])).toBe(2)
      expect(from).toBeGreaterThanOrEqual(whole[0])
      expect(to).toBeLessThanOrEqual(whole[1])
    }
  })

  it('is within what is visible of a zoomed chart, and anywhere where nothing is drawn there', () => {
    const boxes = [...run(2000, 2030), ...run(9000, 9080)]
    const [from, to] = find(boxes, [6000, 10_000])
    expect(namedIn(boxes, [from, to])).toBe(3)
    expect([from >= 6000, to <= 10_000]).toEqual([true, true])
    expect(namedIn(boxes, find(boxes, [20_000, 30_000]))).toBe(8)
  })

  it('is not where most of what is drawn stays without a name, however much that is', () => {
    const narrow = Array.from({ length: 1800 }, (_, index) => [1000 + index * 0.1, 0.1] as const)
    const boxes = [...narrow, ...run(1020, 1060), ...run(7000, 7030), ...run(12_000, 12_160)].sort(([a], [b]) => a - b)
    const stretch = find(boxes, [5500, 13_000])
    expect(namedIn(boxes, stretch)).toBe(3)
  })
})
