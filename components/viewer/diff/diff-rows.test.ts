import { describe, expect, it } from 'vitest'
import { testOutcomes, type TestOutcome } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { FunctionDeltaRows } from './worker/comparison-messages.ts'
import {
  defaultDiffTableState,
  selectDiffRows,
  toggleDiffSort,
  getRowStatus,
  type DiffTableState,
} from './diff-rows.ts'
import type { FrameNames, DiffSides } from '../worker/tree-messages.ts'

const rowsOf = (columns: [name: string, before: number, after: number, verdict: TestOutcome, q: number][]) => {
  const length = columns.length
  const total = (side: 1 | 2) => Float64Array.from(columns, (row) => row[side])
  const side = (of: 1 | 2) => ({ self: new Float64Array(length), total: total(of) })
  const rows: FunctionDeltaRows = {
    length,
    frame: Uint32Array.from(columns, (_, row) => row),
    widest: new Int32Array(length),
    before: side(1),
    after: side(2),
    outcome: Uint8Array.from(columns, ([, , , verdict]) => testOutcomes.indexOf(verdict)),
    q: Float32Array.from(columns, ([, , , , q]) => q),
    low: new Float64Array(length),
    high: new Float64Array(length),
  }
  const strings = columns.map(([name]) => name)
  const frames = { name: Uint32Array.from(strings, (_, row) => row) } as unknown as FrameNames['frames']
  const sides = { scaleBefore: 0.01, scaleAfter: 0.01 } as DiffSides
  return { rows, names: { strings, frames, sides } }
}

const { rows, names } = rowsOf([
  ['bug', 10, 30, 'changed', 0.001],
  ['fresh', 0, 8, 'new', 0.01],
  ['old', 5, 0, 'gone', 0.02],
  ['Still', 50, 51, 'same', 0.7],
  ['rare', 1, 0, 'gone', Number.NaN],
])
const order = (wanted: Partial<DiffTableState>, found: Uint8Array | null = null) =>
  Array.from(
    selectDiffRows(rows, names, { ...defaultDiffTableState, ...wanted }, 'total', found),
    (row) => names.strings[row],
  )

describe('the table of two profiles', () => {
  it('is in the order of the evidence until a heading is pressed', () => {
    expect(order({})).toEqual(['bug', 'fresh', 'old', 'Still', 'rare'])
    expect(order({ column: 'delta' })).toEqual(['bug', 'fresh', 'Still', 'rare', 'old'])
    expect(order({ column: 'ratio' })).toEqual(['fresh', 'bug', 'Still', 'old', 'rare'])
    expect(order({ column: 'before', reversed: true })).toEqual(['fresh', 'rare', 'old', 'bug', 'Still'])
  })

  it('is narrowed to what changed, is new, is gone, or is beyond noise', () => {
    expect(order({ filter: 'significant' })).toEqual(['bug', 'fresh', 'old'])
    expect(order({ filter: 'changed' })).toEqual(['bug'])
    expect(order({ filter: 'new' })).toEqual(['fresh'])
    expect(order({ filter: 'gone' })).toEqual(['old', 'rare'])
  })

  it('is narrowed by name and by what a search finds', () => {
    expect(order({ text: 'st' })).toEqual(['Still'])
    expect(order({}, Uint8Array.of(0, 1, 0, 1, 0))).toEqual(['fresh', 'Still'])
  })

  it('calls the same what has too few samples to be asked', () => {
    const few = rowsOf([['a', 1, 2, 'few', Number.NaN]])
    expect(getRowStatus(few.rows, 0)).toBe('same')
  })

  it('goes back to the evidence with the third press on a heading', () => {
    const once = toggleDiffSort(defaultDiffTableState, 'after')
    const twice = toggleDiffSort(once, 'after')
    expect([once, twice, toggleDiffSort(twice, 'after')].map(({ column, reversed }) => [column, reversed])).toEqual([
      ['after', false],
      ['after', true],
      ['evidence', false],
    ])
  })
})
