import { describe, expect, it } from 'vitest'
import { adjustPValues } from './test-items.ts'
import { student95, studentTail } from './student-t.ts'

// Printed tables of the distribution.
const table = [
  [3, 3.1824, 0.05],
  [10, 2.2281, 0.05],
  [10, 3.1693, 0.01],
  [30, 2.0423, 0.05],
  [30, 3.646, 0.001],
  [Infinity, 1.95996, 0.05],
  [Infinity, 3.29053, 0.001],
] as const

describe('studentTail', () => {
  it.each(table)('with %d degrees of freedom and %d', (freedom, value, chance) => {
    expect(studentTail(freedom)(value) / chance).toBeCloseTo(1, 3)
    expect(studentTail(freedom)(-value) / chance).toBeCloseTo(1, 3)
  })

  it('is 1 at 0 and for what was not measured, and 0 far away', () => {
    expect([studentTail(30)(0), studentTail(30)(Number.NaN), studentTail(30)(Infinity)]).toEqual([1, 1, 0])
  })
})

it.each(table.filter(([, , chance]) => chance === 0.05))('student95 of %d is %d', (freedom, value) => {
  expect(student95(freedom) / value).toBeCloseTo(1, 2)
})

it('adjusts chances for how many were asked, and leaves what was not asked', () => {
  const adjusted = adjustPValues(Float64Array.of(0.01, 0.04, 0.03, Number.NaN))
  expect(Array.from(adjusted, (value) => Number(value.toFixed(6)))).toEqual([0.03, 0.04, 0.04, Number.NaN])
})
