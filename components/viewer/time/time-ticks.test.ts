import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutTicks } from './time-ticks.ts'

test('law: an axis of a phone or wider has two labels at least, whole and beside each other', () => {
  const spanMs = fc.oneof(fc.integer({ min: 10, max: 2000 }), fc.integer({ min: 2000, max: 3_000_000 }))
  fc.assert(
    fc.property(fc.nat({ max: 3_000_000 }), spanMs, fc.integer({ min: 300, max: 2000 }), (fromMs, length, widthPx) => {
      const ticks = layOutTicks([fromMs, fromMs + length], widthPx)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      const boxes = ticks.map(({ px, text, isBefore }) => {
        const textPx = text.length * 6.6 + 5
        return isBefore ? [px - textPx, px] : [px, px + textPx]
      })
      boxes.forEach(([start, end], at) => {
        expect(start).toBeGreaterThanOrEqual(boxes[at - 1]?.[1] ?? 0)
        expect(end).toBeLessThanOrEqual(widthPx)
      })
    }),
    { seed: 9, numRuns: 2000 },
  )
})

test('labels are as far apart as they were where two fit', () => {
  expect(layOutTicks([0, 10_000], 500).map(({ text }) => text)).toEqual(['0 s', '2 s', '4 s', '6 s', '8 s'])
  expect(layOutTicks([50, 19_950], 358).map(({ text }) => text)).toEqual(['5 s', '10 s', '15 s'])
})
