import { describe, expect, it } from 'vitest'
import {
  chooseOpeningWidth,
  defaultComparison,
  testOutcomes,
  type TestOutcome,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { isSurelyAbsent } from '../../../lib/profile/compare/unsure-change.ts'
import {
  defaultDiffTableState,
  findDifferingLevel,
  isMostlyGone,
  listMainChanges,
  selectDiffRows,
  toggleDiffSort,
  getRowStatus,
  type DiffTableState,
  listDifferences,
  type NamedRows,
} from './diff-rows.ts'

const rowsOf = (columns: [name: string, before: number, after: number, verdict: TestOutcome, q: number][]) => {
  const length = columns.length
  const total = (side: 1 | 2) => Float64Array.from(columns, (row) => row[side])
  const side = (of: 1 | 2) => ({ self: new Float64Array(length), total: total(of) })
  const rows: NamedRows = {
    length,
    strings: columns.map(([name]) => name),
    nameOf: (row) => row,
    before: side(1),
    after: side(2),
    outcome: Uint8Array.from(columns, ([, , , verdict]) => testOutcomes.indexOf(verdict)),
    q: Float32Array.from(columns, ([, , , , q]) => q),
    low: new Float64Array(length),
    high: new Float64Array(length),
    isHidden: new Uint8Array(length),
    cost: new Uint8Array(length),
    cause: new Int32Array(length).fill(-1),
  }
  return rows
}

const rows = rowsOf([
  ['bug', 10, 30, 'changed', 0.001],
  ['fresh', 0, 8, 'new', 0.01],
  ['old', 5, 0, 'gone', 0.02],
  ['Still', 50, 51, 'same', 0.7],
  ['rare', 1, 0, 'gone', Number.NaN],
])
const sides = { scaleBefore: 0.01, scaleAfter: 0.01 }
const order = (wanted: Partial<DiffTableState>, isFound: ((row: number) => boolean) | null = null, of = rows) =>
  Array.from(
    selectDiffRows(of, sides, { ...defaultDiffTableState, ...wanted }, 'total', isFound),
    (row) => of.strings[row],
  )

describe('the widths that a comparison opens with', () => {
  const none = rowsOf([])
  // The page has the scales beside the weights of the nodes.
  const ofTree = { ...sides, before: none.before, after: none.after }
  const open = (changed: NamedRows, methods: NamedRows, view = defaultComparison) => {
    const tables = { package: changed, class: none, function: methods }
    return chooseOpeningWidth(view, isMostlyGone(tables, { level: 'package', row: 0 }, ofTree))
  }
  const fixed = rowsOf([['shop.pricing', 935, 17, 'changed', 0.001]])
  const halved = rowsOf([['shop.pricing', 935, 317, 'changed', 0.001]])
  const removed = rowsOf([
    ['shop.pricing.PriceRules.find', 600, 0, 'gone', 0.001],
    ['shop.pricing.PriceIndex.get', 335, 317, 'changed', 0.2],
  ])

  it.each([
    ['of both sides where the largest change is gone', rowsOf([['db', 20, 0, 'gone', 0.001]]), none, 'union'],
    ['of both where a sample of it is left', fixed, none, 'union'],
    ['of both where the method is gone that was most of it', halved, removed, 'union'],
    [
      'of after where only a small part of it is gone',
      halved,
      rowsOf([
        ['shop.pricing.Rare.find', 100, 0, 'gone', 0.001],
        ['shop.pricingtools.Print.all', 600, 0, 'gone', 0.001],
      ]),
      'after',
    ],
    ['of after where it is new', rowsOf([['db', 0, 20, 'new', 0.001]]), none, 'after'],
    [
      'of after where it grew, though a method is gone',
      rowsOf([['shop.pricing', 600, 900, 'changed', 0.001]]),
      removed,
      'after',
    ],
  ] as const)('are those %s', (_, changed, methods, width) => {
    expect(open(changed, methods)).toBe(width)
  })

  it('are those that a person or a link chose', () => {
    expect(open(fixed, none, { ...defaultComparison, width: 'changed', isWidthChosen: true })).toBe('changed')
  })
})

describe('the table of two profiles', () => {
  it('opens at what the line above the graph names', () => {
    const same = rowsOf([['Still', 50, 51, 'same', 0.7]])
    const tables = { packages: rows, classes: rows, functions: rows }
    expect(findDifferingLevel(tables)).toBe('package')
    expect(findDifferingLevel({ ...tables, packages: same })).toBe('class')
    expect(findDifferingLevel({ packages: same, classes: same, functions: same })).toBe('function')
    expect(findDifferingLevel({ ...tables, packages: null })).toBeNull()
  })

  it('has a line above the graph that names what no package explains, by class or method', () => {
    const tables = {
      package: rowsOf([
        ['com.acme.db', 20, 0, 'gone', 0.001],
        ['com.acme.web', 5, 5, 'same', 0.9],
      ]),
      class: rowsOf([
        ['com.acme.db.Driver', 20, 0, 'gone', 0.001],
        ['com.acme.dbx.Loader', 5, 0, 'gone', 0.01],
        ['com.acme.web.Page', 0, 9, 'new', 0.01],
      ]),
      function: rowsOf([
        ['com.acme.web.Page.draw', 0, 9, 'new', 0.001],
        ['com/acme/db/Driver.read', 20, 0, 'gone', 0.001],
        ['com.acme.web.Router.find', 1, 8, 'changed', 0.001],
        ['com.acme.web.Router.same', 1, 1, 'same', 0.9],
      ]),
    }
    expect(listMainChanges(tables).map(({ level, row }) => `${level} ${tables[level].strings[row]}`)).toEqual([
      'package com.acme.db',
      'class com.acme.dbx.Loader',
      'class com.acme.web.Page',
      'function com.acme.web.Router.find',
    ])
  })

  it('is in the order of the evidence until a heading is pressed', () => {
    expect(order({})).toEqual(['bug', 'fresh', 'old', 'Still', 'rare'])
    expect(order({ column: 'delta' })).toEqual(['bug', 'fresh', 'Still', 'rare', 'old'])
    expect(order({ column: 'ratio' })).toEqual(['fresh', 'bug', 'Still', 'old', 'rare'])
    expect(order({ column: 'before', reversed: true })).toEqual(['fresh', 'rare', 'old', 'bug', 'Still'])
  })

  it('is narrowed to what changed, is new, is gone, or is significant', () => {
    expect(order({ filter: 'significant' })).toEqual(['bug', 'fresh', 'old'])
    expect(order({ filter: 'changed' })).toEqual(['bug'])
    expect(order({ filter: 'new' })).toEqual(['fresh'])
    expect(order({ filter: 'gone' })).toEqual(['old'])
  })

  it('is narrowed by name and by what a search finds', () => {
    expect(order({ text: 'st' })).toEqual(['Still'])
    expect(order({}, (row) => row === 1 || row === 3)).toEqual(['fresh', 'Still'])
  })

  it('calls the same what has too few samples to be asked, and what noise may explain', () => {
    const few = rowsOf([
      ['a', 1, 2, 'few', Number.NaN],
      ['b', 0, 3, 'new', 0.4],
    ])
    expect([0, 1].map((row) => getRowStatus(few, row))).toEqual(['same', 'same'])
  })

  it('counts and lists causes, not what they explain', () => {
    const caused = { ...rows, cause: Int32Array.of(-1, 0, -1, -1, -1) }
    expect(listDifferences(caused)).toEqual([0, 2])
    expect(order({ filter: 'significant' }, null, caused)).toEqual(['bug', 'old'])
    expect(order({}, null, caused)).toEqual(['bug', 'fresh', 'old', 'Still', 'rare'])
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

describe('a change to nothing', () => {
  const absent = (low: number, high: number, delta: number) => isSurelyAbsent([low, high], delta)

  it('is "gone" or "new" where the samples of the other side can show that', () => {
    expect(absent(-0.96, -0.94, -0.949)).toBe(true)
    expect(absent(0.93, 0.95, 0.94)).toBe(true)
  })
  it('is a change to 0% where few samples are of that side', () => {
    expect(absent(-0.97, -0.91, -0.949)).toBe(false)
    expect(absent(0.9, 0.97, 0.94)).toBe(false)
    expect(absent(NaN, NaN, 0.94)).toBe(false)
  })
})
