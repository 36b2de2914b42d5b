import { expect, test } from 'vitest'
import { layOutTime } from './time-layout.ts'

test('the line, a lane for each kind of mark and the heat map stand below each other', () => {
  const { line, lanes, heat, heightPx } = layOutTime(800, ['gc', 'throttled'], 20, true)
  const tops = [line, ...lanes, heat!].map(({ y }) => y)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(lanes.map(({ kind }) => kind)).toEqual(['gc', 'throttled'])
  expect(heightPx).toBe(heat!.y + heat!.height)
})

test('whole columns are wider than the chart where the last was recorded in part', () => {
  const { widthPx, line, lanes, heat } = layOutTime(800, ['gc'], 20, true, 1.1)
  expect(widthPx).toBe(800)
  for (const { width } of [line, ...lanes, heat!]) expect(width).toBeCloseTo(880)
})

test('rows of the heat map are whole pixels high', () => {
  for (const rows of [50, 20, 10, 5, 2, 1]) expect(layOutTime(800, [], rows, true).heat!.height % rows).toBe(0)
})

test('without the heat map all fits in one row of the page, whatever happened', () => {
  for (const kinds of [[], ['gc', 'safepoint', 'throttled']] as const) {
    const { line, heat, heightPx } = layOutTime(800, kinds, 20, false)
    expect(heat).toBeNull()
    expect(heightPx).toBeLessThanOrEqual(28)
    expect(line.height).toBeGreaterThanOrEqual(9)
  }
})
