import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildCallTree, buildTreeWithRows, type CallTree } from './call-tree.ts'

describe('buildCallTree, the heaviest first', () => {
  test('puts heavy siblings before light ones and equal ones by name', () => {
    const profile = profileFromDiagram(`
      main main main main
      a    b    c    d
      .    .    x    .
      1    3    7    3
    `)
    const lines = printTree(profile, buildCallTree(profile, { sort: 'weight' }))
    expect(lines.match(/\b[a-z]\b/g)).toEqual(['c', 'x', 'b', 'd', 'a'])
  })

  test('law: is the tree by name with its siblings moved', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const byName = buildCallTree(profile)
        const byWeight = buildCallTree(profile, { sort: 'weight' })
        expect(writeNodes(byWeight).toSorted()).toEqual(writeNodes(byName).toSorted())
        for (let node = 0; node < byWeight.length; node++) {
          let before = Infinity
          for (let callee = node + 1; callee < byWeight.end[node]!; callee = byWeight.end[callee]!) {
            expect(byWeight.parent[callee]).toBe(node)
            expect(byWeight.total[callee]).toBeLessThanOrEqual(before)
            before = byWeight.total[callee]!
          }
        }
      }),
      { seed: 8, numRuns: 300 },
    )
  })
})

describe('buildTreeWithRows', () => {
  test('law: knows the place of each stack that weighs, in both orders', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('name' as const, 'weight' as const), (profile, sort) => {
        const { tree, nodeOfRow } = buildTreeWithRows(profile, { sort })
        const { stacks, samples } = profile
        const weightOfNode = new Float64Array(tree.length)
        samples.stack.forEach((row, sample) => {
          const node = row < 0 ? 0 : nodeOfRow[row]!
          if (samples.weight[sample]! > 0) weightOfNode[node] = weightOfNode[node]! + samples.weight[sample]!
        })
        expect(Array.from(tree.self)).toEqual(Array.from(weightOfNode))
        nodeOfRow.forEach((node, row) => {
          if (node < 0) return
          expect(tree.frame[node]).toBe(stacks.frame[row])
          expect(tree.parent[node]).toBe(stacks.parent[row]! < 0 ? 0 : nodeOfRow[stacks.parent[row]!])
        })
        const inTree = new Set(nodeOfRow.filter((node) => node >= 0))
        expect(inTree.size).toBe(tree.length - 1)
      }),
      { seed: 9, numRuns: 300 },
    )
  })
})

/** Each node with everything that does not depend on where its siblings stand. */
function writeNodes(tree: CallTree): string[] {
  const paths: string[] = []
  for (let node = 0; node < tree.length; node++) {
    paths.push(node === 0 ? 'all' : `${paths[tree.parent[node]!]} ${tree.frame[node]}`)
  }
  const { end, depth, self, total } = tree
  return paths.map((path, node) => `${path}: ${end[node]! - node} ${depth[node]} ${self[node]} ${total[node]}`)
}
