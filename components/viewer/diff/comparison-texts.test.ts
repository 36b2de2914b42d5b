import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAddedAndRemoved } from '../../../lib/profile/compare/added-and-removed.ts'
import { comparisonScales, deltaKinds } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { buildMergedTree } from '../../../lib/profile/compare/merged-tree/merged-tree.ts'
import { testSignificance } from '../../../lib/profile/compare/significance/significance.ts'
import { anyPair, notForPeople } from '../../../lib/testing/profiles/arbitrary-pair.ts'
import { byTier } from '../../../lib/testing/tier.ts'
import { describeDelta, formatDeltaLabel, formatScaled } from './format-delta.ts'

const anyScale = fc.record({
  scale: fc.constantFrom(...comparisonScales),
  requests: fc.constantFrom(null, [3, 7] as const),
})

describe('what the page says of two profiles', () => {
  it.each(deltaKinds)('has no number that was not worked out: %s', (delta) => {
    fc.assert(
      fc.property(anyPair, anyScale, ({ before, after }, how) => {
        const merged = buildMergedTree(before, after, { width: 'union', sort: 'name', ...how })
        const significance = testSignificance({ before, after, merged })
        const units = { before: before.unit, after: after.unit }
        const texts = [significance.power().sentence]
        const nodes = significance.nodes(delta)
        for (let node = 0; node < merged.tree.length; node++) {
          const description = describeDelta(merged, node, delta, nodes, units)
          texts.push(...Object.values<string>({ ...description }), formatDeltaLabel(description, delta))
        }
        for (const level of ['packages', 'classes', 'functions'] as const) {
          const rows = significance[level](delta)
          const compared = { ...merged, before: rows.before, after: rows.after }
          for (let row = 0; row < rows.length; row++)
            texts.push(...Object.values<string>({ ...describeDelta(compared, row, delta, rows, units) }))
        }
        const { addedWeight, removedWeight } = findAddedAndRemoved(merged)
        texts.push(formatScaled(addedWeight * merged.scaleAfter, { scale: merged.scale, unit: units.after }))
        texts.push(formatScaled(removedWeight * merged.scaleBefore, { scale: merged.scale, unit: units.before }))
        expect(texts.filter((text) => notForPeople.test(text))).toEqual([])
      }),
      { seed: 3, numRuns: byTier(80, 1000) },
    )
  })
})
