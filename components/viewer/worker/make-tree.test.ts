import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { createMergedTreeBuilder } from '../diff/worker/make-merged-tree.ts'
import { buildTree } from './make-tree.ts'
import { createNameMatcher } from './name-search.ts'

const match = createNameMatcher({ match: () => Promise.reject(new Error('no patterns here')) })
const profile = profileFromDiagram(`
  main  main
  a     b
  60    40
`)
const filters = [{ type: 'invert' }] as const

test('in an inverted tree the self weight is that of the functions that ran, not of main', async () => {
  const { tree } = await buildTree(profile, { filters, sort: 'name' }, match)
  expect([Array.from(tree.depth), Array.from(tree.self)]).toEqual([
    [0, 1, 2, 1, 2],
    [0, 60, 0, 40, 0],
  ])
})

test('and so it is on both sides of a comparison', async () => {
  const comparison = { width: 'after', scale: 'share', requests: null, baselineFilters: filters } as const
  const { build } = createMergedTreeBuilder({ before: profile, after: profile }, match)
  const { before, after } = (await build({ filters, sort: 'name', comparison })).merged
  expect([Array.from(before.self), Array.from(after.self)]).toEqual([
    [0, 60, 0, 40, 0],
    [0, 60, 0, 40, 0],
  ])
})
