import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readRecording, recordedPairs, startingPair } from '../../../testing/profiles/recorded-pairs.ts'
import { decodeProfile } from '../../encoding/encode.ts'
import { deltaKinds } from '../merged-tree/comparison.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { normalizeStacks } from '../merged-tree/normalize-stacks.ts'
import { testSignificance } from './significance.ts'

const read = (file: string) => decodeProfile(gunzipSync(readRecording(file)))

it.each([...recordedPairs, startingPair])(
  'a package and its part with all its samples have one result: $title',
  (pair) => {
    const { before, after } = normalizeStacks(read(pair.before), read(pair.after))
    const merged = buildMergedTree(before, after, { width: 'after', scale: 'share', requests: null, sort: 'name' })
    const significance = testSignificance({ before, after, merged })
    for (const delta of deltaKinds) {
      const rows = significance.packages(delta)
      const totalsOf = (row: number) => [rows.before[delta][row], rows.after[delta][row]].join()
      const resultOf = (row: number) => [rows.q[row], rows.low[row], rows.high[row]]
      let pairs = 0
      rows.names.forEach((name, row) => {
        const outer = rows.names.indexOf(name.slice(0, name.lastIndexOf('.')))
        if (outer < 0 || totalsOf(outer) !== totalsOf(row)) return
        expect(resultOf(row), `${name} ${delta}`).toEqual(resultOf(outer))
        pairs++
      })
      expect(pairs).toBeGreaterThan(0)
    }
  },
)
