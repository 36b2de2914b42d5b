import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { applyFilters } from './filters.ts'
import { totalWeight } from '../model/stack-weights.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance } from '../model/profile.ts'
import { splitByThread } from './split-by-thread.ts'

const web = profileFromDiagram(`
  http-1>main http-2>main http-1>main gc>Mark_[v]
  a           a           b           .
  c           .           c           .
  2           1           5           3
`)

describe('splitByThread', () => {
  test('by-thread joins threads of one name and names those without', () => {
    const builder = createProfileBuilder()
    const stack = builder.stack(-1, builder.frame('a', 'java'))
    for (const [name, tid] of [
      ['pool', 1],
      ['pool', 2],
      ['', 3],
      ['', 0],
    ] as const) {
      builder.sample(stack, builder.thread(name, tid), NaN, 1)
    }
    const profile = applyFilters(builder.finish('samples', emptyProvenance('test')), [{ type: 'by-thread' }])
    expect(printTree(profile, buildCallTree(profile)).match(/^ {2}\w.*/gm)).toEqual([
      '  pool 2',
      '  thread 3 1',
      '  unnamed thread 1',
    ])
  })

  test('by-thread leaves samples at their thread where there would be too many rows, and says so', () => {
    const split = splitByThread(web, 5)
    expect(totalWeight(split)).toBe(11)
    expect(printTree(split, buildCallTree(split)).split('\n')).toContain('  gc 3 self 3')
    expect(split.provenance.warnings).toMatchObject([{ code: 'by-thread-cut', count: 2 }])
  })
})
