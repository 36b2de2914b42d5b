import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { totalWeight } from '../model/stack-weights.ts'
import {
  cellMsFor,
  cellSizes,
  getHeatMapEnd,
  getRecordedEnd,
  buildHeatMap,
  getHeatMapSpan,
  mapToPoint,
  mergeColumns,
  computeRates,
} from './heat-map.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { getTimeSpan } from './time-span.ts'

/** One sample of weight 1 for each time. */
function sampledAt(...timesMs: number[]): Profile {
  const builder = createProfileBuilder()
  const stack = builder.stack(-1, builder.frame('main', 'java'))
  for (const timeMs of timesMs) builder.sample(stack, builder.thread('main'), timeMs, 1)
  return builder.finish('samples', emptyProvenance('test'))
}

describe('buildHeatMap', () => {
  test('has seconds as columns and the parts of a second as rows', () => {
    expect(buildHeatMap(sampledAt(100, 100, 900, 1200), 500)).toMatchObject({
      columns: 2,
      rows: 2,
      fromMs: 0,
      cells: Float64Array.of(2, 1, 1, 0),
      maxWeight: 2,
      untimed: 0,
    })
  })

  test('begins at the whole second before the first sample', () => {
    const map = buildHeatMap(sampledAt(7300, 9000), 1000)
    expect([map.fromMs, map.columns, getHeatMapEnd(map)]).toEqual([7000, 3, 10_000])
  })

  test('ends with the cell of the last moment, though its columns are whole seconds', () => {
    const endOf = (cellMs: number, last: number) => getRecordedEnd(buildHeatMap(sampledAt(0, last), cellMs), [0, last])
    expect([endOf(50, 10_039), endOf(50, 9999), endOf(1000, 10_039), endOf(20, 0)]).toEqual([
      10_050, 10_000, 11_000, 20,
    ])
  })

  test('shows the time it is given, whatever samples are left in it', () => {
    const map = buildHeatMap(sampledAt(4100, 99_000), 1000, [0, 5000])
    expect([...map.cells]).toEqual([0, 0, 0, 0, 1, 0])
    expect(map.untimed).toBe(1)
  })

  test('has no cell for samples without a time', () => {
    expect(buildHeatMap(sampledAt(NaN, NaN), 20)).toMatchObject({ cells: new Float64Array(), maxWeight: 0, untimed: 2 })
  })

  test('takes longer cells rather than too many', () => {
    const day = buildHeatMap(sampledAt(0, 86_400_000), 20)
    expect([day.cellMs, day.columns]).toEqual([20, 86_401])
    const week = buildHeatMap(sampledAt(0, 7 * 86_400_000), 20)
    expect([week.cellMs, week.rows]).toEqual([200, 5])
    const ages = buildHeatMap(sampledAt(0, 1e15), 20)
    expect(ages.rows).toBe(1)
    expect(ages.cells.length).toBeLessThan(5_000_000)
    expect(ages.cells.at(-1)).toBe(1)
  })

  test('law: no weight is lost, at any size of cell', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom(...cellSizes), (profile, cellMs) => {
        const { cells, untimed } = buildHeatMap(profile, cellMs)
        expect(cells.reduce((sum, weight) => sum + weight, untimed)).toBe(totalWeight(profile))
      }),
      { seed: 17, numRuns: 200 },
    )
  })
})

test('getHeatMapSpan is all that was recorded, and all that was sampled', () => {
  const recorded = (durationMs: number | null, ...timesMs: number[]) => {
    const profile = sampledAt(...timesMs)
    return { ...profile, provenance: { ...profile.provenance, durationMs } }
  }
  expect(getHeatMapSpan(recorded(10_000, 2000, 3000))).toEqual([0, 9999])
  expect(getHeatMapSpan(recorded(10_000, 2000, 12_000))).toEqual([0, 12_000])
  expect(getHeatMapSpan(recorded(null, 2000, 3000))).toEqual([2000, 3000])
  expect(getHeatMapSpan(recorded(10_000, NaN))).toBeNull()
  expect(buildHeatMap(recorded(10_000, 2000), 1000).columns).toBe(10)
})

describe('mergeColumns', () => {
  test('adds neighbouring columns up, row by row', () => {
    const map = buildHeatMap(sampledAt(100, 600, 1100, 1200, 2600), 500)
    expect(mergeColumns(map, 2)).toEqual({
      columns: 2,
      rows: 2,
      cells: Float64Array.of(3, 1, 0, 1),
      maxWeight: 3,
      perColumn: 2,
    })
    expect(mergeColumns(map, 3)).toMatchObject({ cells: map.cells, perColumn: 1 })
  })
})

describe('mapToPoint', () => {
  const map = buildHeatMap(sampledAt(100, 600, 1100, 1200, 2600), 500)

  test('is the map itself while each column has a pixel', () => {
    expect(mapToPoint(map, 3)).toBe(map)
  })

  test('has whole columns as cells when they are merged', () => {
    expect(mapToPoint(map, 2)).toMatchObject({
      cellMs: 2000,
      rows: 1,
      columns: 2,
      cells: Float64Array.of(4, 1),
      maxWeight: 4,
    })
  })
})

describe('computeRates', () => {
  test('gives weight per second', () => {
    const map = buildHeatMap(sampledAt(100, 600, 700, 1100), 500)
    expect([...computeRates(map, 100)]).toEqual([2, 4, 2, 0])
    expect([...computeRates(map, 2)]).toEqual([3, 1])
  })

  test('knows that the last point may be shorter than the others', () => {
    const map = buildHeatMap(sampledAt(0, 1000, 2000), 1000)
    expect([...computeRates(map, 2)]).toEqual([1, 1])
  })
})

test('getTimeSpan is null without times, and ignores samples that have none', () => {
  expect(getTimeSpan(sampledAt(NaN))).toBeNull()
  expect(getTimeSpan(sampledAt(NaN, 30, 10, Infinity))).toEqual([10, 30])
})

test('cellMsFor takes longer cells for longer recordings', () => {
  expect([30_000, 1_800_000, 7_200_000, 86_400_000].map((ms) => cellMsFor([0, ms]))).toEqual([50, 100, 200, 1000])
})
