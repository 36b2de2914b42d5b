import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { buildTree } from './make-tree.ts'
import { createNameMatcher } from './name-search.ts'
import { computeTreeColours } from './tree-colours.ts'

const match = createNameMatcher({ match: () => Promise.reject(new Error('no patterns here')) })
const profile = profileFromDiagram(`
  main  main
  a     b
  60    40
`)

test('the legend by cost of a graph that was inverted twice is that of the graph itself', async () => {
  const legendOf = async (times: number) => {
    const filters = Array.from({ length: times }, () => ({ type: 'invert' }) as const)
    const build = await buildTree(profile, { filters, sort: 'name' }, match)
    return (await computeTreeColours(build, 'cost', [], [], match, profile, null)).legend
  }
  const [upright, inverted, twice] = await Promise.all([0, 1, 2].map(legendOf))
  expect(twice).toEqual(upright)
  expect(inverted).not.toEqual(upright)
})
