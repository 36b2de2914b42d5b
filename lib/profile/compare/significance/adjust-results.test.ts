import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { enginesPair, readRecording, recordedPairs, startingPair } from '../../../testing/profiles/recorded-pairs.ts'
import { decodeProfile } from '../../encoding/encode.ts'
import { costChanges, deltaKinds, isSignificant, type SignificanceResults } from '../merged-tree/comparison.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { normalizeStacks } from '../merged-tree/normalize-stacks.ts'
import { adjustResults } from './adjust-results.ts'
import { findReach } from './exact-tests.ts'
import { testSignificance } from './significance.ts'

const read = (file: string) => decodeProfile(gunzipSync(readRecording(file)))
const asShare = costChanges.indexOf('as-share')

/** Tested rows whose interval says something else than their q. */
function findContradictions(results: SignificanceResults, isLeftOut: (row: number) => boolean = () => false): string[] {
  return [...results.q.keys()]
    .filter((row) => !Number.isNaN(results.low[row]!) && results.cost[row] === asShare && !isLeftOut(row))
    .filter((row) => results.low[row]! * results.high[row]! > 0 !== isSignificant(results, row))
    .map((row) => `q = ${results.q[row]!}, ${results.low[row]!} to ${results.high[row]!}`)
}

it.each([...recordedPairs, startingPair, enginesPair])(
  'an interval has zero in it exactly where its row is not significant: $title',
  (pair) => {
    const { before, after } = normalizeStacks(read(pair.before), read(pair.after))
    const merged = buildMergedTree(before, after, { width: 'after', scale: 'share', requests: null, sort: 'name' })
    const significance = testSignificance({ before, after, merged })
    for (const delta of deltaKinds) {
      expect(findContradictions(significance.packages(delta))).toEqual([])
      expect(findContradictions(significance.classes(delta))).toEqual([])
      expect(findContradictions(significance.functions(delta))).toEqual([])
      // Of a whole package that is gone, a node with few samples has an interval of its own.
      const nodes = significance.nodes(delta)
      expect(findContradictions(nodes, (node) => nodes.wholeLevel[node]! > 0)).toEqual([])
    }
  },
)

it.each([
  [0.05, 1.96],
  [0.01, 2.576],
  [0.001, 3.291],
])('an interval that is wrong with a chance of %s reaches %s standard deviations', (chance, reach) => {
  expect(Math.abs(findReach(chance) - reach)).toBeLessThan(0.001)
})

it('a cost that many tests leave to chance is the same, where the share changed for sure', () => {
  const ofShare: readonly [number, number] = [-0.4, -0.2]
  const adjust = (costP: number) => {
    const tests = { intervals: [() => ofShare], shareP: Float64Array.of(1e-6), costP: Float64Array.of(costP) }
    const { cost, low, high } = adjustResults(tests, { q: Float32Array.of(0.056), cost: Uint8Array.of(asShare) }, 0.01)
    return { cost: costChanges[cost[0]!], interval: [low[0], high[0]] }
  }
  expect(adjust(0.03)).toEqual({ cost: 'same', interval: [...ofShare] })
  expect(adjust(0.005).cost).toBe('as-share')
})
