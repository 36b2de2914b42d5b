import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marksOf, type Pause } from './pauses.ts'

const pause = (fromMs: number, toMs: number, more: Partial<Pause> = {}): Pause => ({
  ...{ kind: 'gc', what: 'G1 young collection', fromMs, toMs, count: 1, ms: toMs - fromMs },
  ...more,
})

test('a pause says what it was and how long it took, several how long together', () => {
  expect(marksOf([pause(10, 14.26), pause(100, 150, { count: 3, ms: 41.4 })])).toEqual([
    { kind: 'gc', fromMs: 10, toMs: 14.3, text: 'G1 young collection, 4.26 ms' },
    { kind: 'gc', fromMs: 100, toMs: 150, text: '3 × G1 young collection, 41.4 ms in all' },
  ])
})

test('of too many, the nearest of the same name become one', () => {
  const pauses = [pause(0, 5), pause(8, 12), pause(9, 11, { what: 'G1 full collection' }), pause(500, 510)]
  expect(marksOf(pauses, 3)).toEqual([
    { kind: 'gc', fromMs: 0, toMs: 12, text: '2 × G1 young collection, 9 ms in all' },
    { kind: 'gc', fromMs: 9, toMs: 11, text: 'G1 full collection, 2 ms' },
    { kind: 'gc', fromMs: 500, toMs: 510, text: 'G1 young collection, 10 ms' },
  ])
})

test('marks stand in order, however many there were', () => {
  const anyPause = fc
    .record({ fromMs: fc.nat({ max: 100_000 }), ms: fc.nat({ max: 300 }), what: fc.constantFrom('a', 'b') })
    .map(({ fromMs, ms, what }) => pause(fromMs, fromMs + ms, { what }))
  fc.assert(
    fc.property(fc.array(anyPause, { maxLength: 100 }), fc.integer({ min: 2, max: 50 }), (pauses, limit) => {
      const marks = marksOf(pauses, limit)
      expect(marks.length).toBeLessThanOrEqual(limit)
      marks.forEach(({ fromMs, toMs }, index) => {
        expect(toMs).toBeGreaterThanOrEqual(fromMs)
        expect(fromMs).toBeGreaterThanOrEqual(marks[index - 1]?.fromMs ?? 0)
      })
      expect(Math.max(0, ...marks.map(({ toMs }) => toMs))).toBe(Math.max(0, ...pauses.map(({ toMs }) => toMs)))
    }),
  )
})
