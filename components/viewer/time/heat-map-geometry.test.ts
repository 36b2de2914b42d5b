import { describe, expect, test } from 'vitest'
import { getRangeAreas, findCellAt, findCellOfTime, getCellRange, findTimeAt } from './heat-map-geometry.ts'

const map = { columns: 3, rows: 5, cellMs: 200, fromMs: 2000, cells: new Float64Array(15), maxWeight: 0, untimed: 0 }
const area = { x: 10, y: 20, width: 300, height: 50 }

describe('a point in a heat map', () => {
  test('has a cell: seconds to the right, the parts of a second upwards', () => {
    expect(findCellAt(map, area, 10, 69)).toBe(0)
    expect(findCellAt(map, area, 10, 21)).toBe(4)
    expect(findCellAt(map, area, 309, 69)).toBe(10)
  })

  test('outside is the nearest cell', () => {
    expect(findCellAt(map, area, -50, 500)).toBe(0)
    expect(findCellAt(map, area, 5000, -50)).toBe(14)
  })

  test('has a time on the line', () => {
    expect(findTimeAt(map, area, 160)).toBe(3500)
    expect(findTimeAt(map, area, 900)).toBe(5000)
  })
})

test('two cells are a range, in either order', () => {
  expect(getCellRange(map, 2, 6)).toEqual([2400, 3400])
  expect(getCellRange(map, 6, 2)).toEqual([2400, 3400])
  expect(getCellRange(map, 3, 3)).toEqual([2600, 2800])
  expect(findCellOfTime(map, 2600)).toBe(3)
})

describe('a range in a heat map', () => {
  test('is the rest of a column, the columns between, and the start of one', () => {
    expect(getRangeAreas(map, area, [2400, 4200])).toEqual([
      { x: 10, y: 20, width: 100, height: 30 },
      { x: 110, y: 20, width: 100, height: 50 },
      { x: 210, y: 60, width: 100, height: 10 },
    ])
  })

  test('can lie in one column, and is cut at the ends of the recording', () => {
    expect(getRangeAreas(map, area, [3200, 3400])).toEqual([{ x: 110, y: 50, width: 100, height: 10 }])
    expect(getRangeAreas(map, area, [0, 9000])).toEqual([
      { x: 10, y: 20, width: 100, height: 50 },
      { x: 110, y: 20, width: 100, height: 50 },
      { x: 210, y: 20, width: 100, height: 50 },
    ])
    expect(getRangeAreas(map, area, [9000, 9500])).toEqual([])
  })
})
