import { describe, expect, test } from 'vitest'
import { areasOfRange, cellAt, cellOfTime, rangeOfCells, timeAt } from './heat-map-geometry.ts'

const map = { columns: 3, rows: 5, cellMs: 200, fromMs: 2000, cells: new Float64Array(15), most: 0, untimed: 0 }
const area = { x: 10, y: 20, width: 300, height: 50 }

describe('a point in a heat map', () => {
  test('has a cell: seconds to the right, the parts of a second upwards', () => {
    expect(cellAt(map, area, 10, 69)).toBe(0)
    expect(cellAt(map, area, 10, 21)).toBe(4)
    expect(cellAt(map, area, 309, 69)).toBe(10)
  })

  test('outside is the nearest cell', () => {
    expect(cellAt(map, area, -50, 500)).toBe(0)
    expect(cellAt(map, area, 5000, -50)).toBe(14)
  })

  test('has a time on the line', () => {
    expect(timeAt(map, area, 160)).toBe(3500)
    expect(timeAt(map, area, 900)).toBe(5000)
  })
})

test('two cells are a range, in either order', () => {
  expect(rangeOfCells(map, 2, 6)).toEqual([2400, 3400])
  expect(rangeOfCells(map, 6, 2)).toEqual([2400, 3400])
  expect(rangeOfCells(map, 3, 3)).toEqual([2600, 2800])
  expect(cellOfTime(map, 2600)).toBe(3)
})

describe('a range in a heat map', () => {
  test('is the rest of a column, the columns between, and the start of one', () => {
    expect(areasOfRange(map, area, [2400, 4200])).toEqual([
      { x: 10, y: 20, width: 100, height: 30 },
      { x: 110, y: 20, width: 100, height: 50 },
      { x: 210, y: 60, width: 100, height: 10 },
    ])
  })

  test('can lie in one column, and is cut at the ends of the recording', () => {
    expect(areasOfRange(map, area, [3200, 3400])).toEqual([{ x: 110, y: 50, width: 100, height: 10 }])
    expect(areasOfRange(map, area, [0, 9000])).toEqual([
      { x: 10, y: 20, width: 100, height: 50 },
      { x: 110, y: 20, width: 100, height: 50 },
      { x: 210, y: 20, width: 100, height: 50 },
    ])
    expect(areasOfRange(map, area, [9000, 9500])).toEqual([])
  })
})
