import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareFunctions } from '../../../lib/profile/compare/compare-functions.ts'
import { deltaKinds, isSignificant } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { buildMergedTree } from '../../../lib/profile/compare/merged-tree/merged-tree.ts'
import { testSignificance } from '../../../lib/profile/compare/significance/significance.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { anyPair } from '../../../lib/testing/profiles/arbitrary-pair.ts'
import { simulateCapture } from '../../../lib/testing/profiles/simulated-service.ts'
import { byTier } from '../../../lib/testing/tier.ts'
import { defaultDiffTableState, isDifference, listDifferences, selectDiffRows } from './diff-rows.ts'

const simulatedPair = fc
  .record({
    seed: fc.nat({ max: 1000 }),
    cluster: fc.constantFrom(1, 10),
    planted: fc.constantFrom(0, 0.05, 0.3),
    warmUp: fc.constantFrom(0, 0.8),
  })
  .map(({ seed, cluster, planted, warmUp }) => ({
    before: simulateCapture(2 * seed, { samples: 1000, cluster }),
    after: simulateCapture(2 * seed + 1, { samples: 1000, cluster, planted, warmUp }),
  }))

/** What each part of the page and the API says of one pair, by level. */
function collectDifferences(before: Profile, after: Profile, delta: (typeof deltaKinds)[number]) {
  const merged = buildMergedTree(before, after, { width: 'union', sort: 'name', scale: 'share', requests: null })
  const significance = testSignificance({ before, after, merged })
  const answered = compareFunctions(before, after, { delta })
  const { functions, packages, classes } = {
    functions: significance.functions(delta),
    packages: significance.packages(delta),
    classes: significance.classes(delta),
  }
  const { strings, frames } = merged
  const tables = {
    packages: { ...packages, strings: packages.names, nameOf: (row: number) => row },
    classes: { ...classes, strings: classes.names, nameOf: (row: number) => row },
    functions: { ...functions, strings, nameOf: (row: number) => frames.name[functions.frame[row]!]! },
  }
  return (['packages', 'classes', 'functions'] as const).map((level) => {
    const rows = tables[level]
    const namesOf = (of: Iterable<number>) => Array.from(of, (row) => rows.strings[rows.nameOf(row)]!)
    const listed = (filter: 'all' | 'significant') =>
      namesOf(selectDiffRows(rows, merged, { ...defaultDiffTableState, filter }, delta, null))
    const counted = namesOf(listDifferences(rows))
    return {
      rows,
      counted,
      filtered: listed('significant'),
      first: listed('all').slice(0, counted.length),
      answered: answered[level].filter((row) => row.isSignificant && row.cause === null).map(({ name }) => name),
    }
  })
}

describe('the differences of a comparison', () => {
  it.each(deltaKinds)(
    'are the same in its line, its table and the API, and explain all that is marked: %s',
    (delta) => {
      let found = 0
      fc.assert(
        fc.property(fc.oneof(anyPair, simulatedPair), ({ before, after }) => {
          for (const { rows, counted, filtered, first, answered } of collectDifferences(before, after, delta)) {
            expect({ filtered, first, answered }).toEqual({ filtered: counted, first: counted, answered: counted })
            found += counted.length
            for (let row = 0; row < rows.length; row++) {
              if (!isSignificant(rows, row)) continue
              let cause = row
              for (let step = 0; step < rows.length && rows.cause[cause]! >= 0; step++) cause = rows.cause[cause]!
              expect(isDifference(rows, cause)).toBe(true)
            }
          }
        }),
        { seed: 5, numRuns: byTier(100, 1000) },
      )
      expect(found).toBeGreaterThan(50)
    },
  )
})
