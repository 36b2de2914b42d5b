import { describe, expect, it } from 'vitest'
import type { FunctionChange } from '../../../lib/contract/experiment-functions.ts'
import { createDeltaColours } from '../../../lib/profile/colour/delta-colours.ts'
import { buildMergedTree } from '../../../lib/profile/compare/merged-tree/merged-tree.ts'
import { testSignificance } from '../../../lib/profile/compare/significance/significance.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import {
  defaultDiffTableState,
  getRowStatus,
  isDifference,
  nameFunctions,
  nameGroups,
  selectDiffRows,
} from './diff-rows.ts'
import { describeFound, formatFoundInterval } from './experiment-findings.ts'
import { formatDeltaLabel } from './format-delta.ts'
import { createExperimentResults } from './experiment-results.ts'

const cost = (change: number, q: number) => ({
  ...{ before: 1, after: 1 + change, change, p: q, q },
  interval: { low: change / 2, high: change * 2, confidence: 0.95 },
})
const pricing: FunctionChange = {
  ...{ level: 'package', name: 'shop.pricing', delta: 'total', mostlyIn: 'shop.pricing.PriceRules.find' },
  // The server names the first few of those that it explains.
  ...{ self: cost(0.1, 0.4), total: cost(0.78, 0.0001), explains: { count: 9, names: ['shop.web.Server.serve'] } },
}

/** Samples too few for a test: `find` and all its callers grew by the same, `cache` and its own caller did not. */
const side = (find: number) =>
  profileFromDiagram(`
    java.lang.Thread.run          java.lang.Thread.run   java.lang.Thread.run
    shop.web.Worker.run           shop.web.Worker.run    shop.web.Other.run
    shop.web.Server.serve         shop.web.Server.serve  shop.cache.Cache.get
    shop.pricing.Price.of         shop.web.Json.write    .
    shop.pricing.PriceRules.find  .                      .
    java.util.HashMap.get         .                      .
    ${find}                       30                     40
  `)
const [before, after] = [side(20), side(26)]
const merged = buildMergedTree(before, after, { width: 'union', sort: 'name', scale: 'raw', requests: null })
const tested = testSignificance({ before, after, merged })
const decided = createExperimentResults(merged, 'total', [pricing])
const packages = nameGroups(decided.groups(tested.packages('total')))
const classes = nameGroups(decided.groups(tested.classes('total')))
const functions = nameFunctions(decided.functions(tested.functions('total')), merged)
const significant = (rows: typeof packages | typeof functions) =>
  Array.from(
    selectDiffRows(rows, merged, { ...defaultDiffTableState, filter: 'significant' }, 'total', null),
    (row) => rows.strings[rows.nameOf(row)],
  )

describe('what an experiment found, in a comparison whose samples alone show nothing', () => {
  it('is no difference by these samples', () => {
    const rows = tested.packages('total')
    expect(rows.names.filter((_, row) => isDifference(rows, row))).toEqual([])
  })

  it('is counted and listed first at each level: the package, and what most of it ends in', () => {
    expect(significant(packages)).toEqual(['shop.pricing'])
    expect(packages.names[0]).toBe('shop.pricing')
    expect(getRowStatus(packages, 0)).toBe('changed')
    expect(significant(classes)).toEqual(['shop.pricing.PriceRules'])
    expect(significant(functions)).toEqual(['shop.pricing.PriceRules.find'])
    expect(functions.strings[functions.nameOf(0)]).toBe('shop.pricing.PriceRules.find')
  })

  it('explains all callers and callees that carry its change, named by the server or not', () => {
    const explained = Array.from({ length: functions.length }, (_, row) => row)
      .filter((row) => functions.cause[row] === 0)
      .map((row) => functions.strings[functions.nameOf(row)])
    expect(explained.toSorted()).toEqual([
      'java.lang.Thread.run',
      'java.util.HashMap.get',
      'shop.pricing.Price.of',
      'shop.web.Server.serve',
      'shop.web.Worker.run',
    ])
  })

  it('colours boxes of one stack with one change alike, and no others', () => {
    const { results } = decided.nodes(tested.nodes('total'))
    const sure = createDeltaColours(merged, { delta: 'total', fade: false, significance: null, theme: 'light' })
    const colourOf = createDeltaColours(merged, { delta: 'total', fade: true, significance: results, theme: 'light' })
    const coloured = Array.from({ length: merged.tree.length - 1 }, (_, at) => at + 1)
      .filter((node) => sure(node) === colourOf(node))
      .filter((node) => merged.after.total[node] !== merged.before.total[node])
      .map((node) => merged.strings[merged.frames.name[merged.tree.frame[node]!]!])
    expect(coloured).toEqual([
      'java.lang.Thread.run',
      'shop.web.Worker.run',
      'shop.web.Server.serve',
      'shop.pricing.Price.of',
      'shop.pricing.PriceRules.find',
      'java.util.HashMap.get',
    ])
  })

  it('has no interval of these samples, which may hold zero', () => {
    expect([packages.low[0], packages.high[0]]).toEqual([NaN, NaN])
    expect(formatFoundInterval(pricing, 'shop.pricing', 'total')).toBe('+0.39 to +1.56 ms, median')
    expect(formatFoundInterval(pricing, 'shop.pricing.Price.of', 'total')).toBe('')
    const less = { ...pricing, total: { ...pricing.total, interval: { low: 0.6, high: 0.8, confidence: 0.9 } } }
    const interval = formatFoundInterval(less, 'shop.pricing', 'total')
    const one = { ...{ before: '1 ms', after: '2 ms', delta: '+1 ms', ratio: '×2' }, significance: '', weights: '' }
    expect(formatDeltaLabel({ ...one, interval }, 'total')).toMatch(/, 90%: \+0\.60 to \+0\.80 ms, median$/)
    expect(formatFoundInterval(pricing, 'shop.pricing', 'self')).toBe('')
  })

  it('does not hold for what changed the other way, nor for self weight where it is of the total', () => {
    const less = createExperimentResults(merged, 'total', [{ ...pricing, total: cost(-0.78, 0.0001) }])
    expect(less.nodes(tested.nodes('total')).findings.filter((one) => one !== null)).toEqual([])
    const ofSelf = createExperimentResults(merged, 'self', [pricing])
    expect(ofSelf.nodes(tested.nodes('self')).findings.filter((one) => one !== null)).toEqual([])
  })
})

it.each([
  ['shop.pricing', 'total', 'significant by the experiment (q < 0.001)'],
  ['shop.pricing', 'self', 'significant by the experiment (total, q < 0.001)'],
  ['shop.pricing.PriceRules.find', 'total', 'in shop.pricing, which the experiment found (q < 0.001)'],
  ['shop.web.Cart.total', 'total', 'explained by shop.pricing, which the experiment found (q < 0.001)'],
] as const)('says of %s, %s: %s', (name, delta, text) => {
  expect(describeFound(pricing, name, delta)).toBe(text)
})
