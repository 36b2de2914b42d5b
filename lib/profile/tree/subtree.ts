import type { FlameLayout } from './call-tree.ts'

/**
 * Gives the subtree of a node as a tree of its own, of which that node is the root. Node 0 of it has a frame, where
 * that of a whole tree has none.
 *
 *     subtree at main of `main;a 2`, `main;b 1`:   node 0 main 3, node 1 a 2, node 2 b 1
 */
export function extractSubtree({ tree, starts }: FlameLayout, node: number): FlameLayout {
  const end = tree.end[node]!
  const depth = tree.depth.slice(node, end)
  const outerDepth = depth[0]!
  let maxDepth = 0
  for (let inner = 0; inner < depth.length; inner++) {
    depth[inner] = depth[inner]! - outerDepth
    if (depth[inner]! > maxDepth) maxDepth = depth[inner]!
  }
  const parent = tree.parent.slice(node, end).map((caller) => caller - node)
  parent[0] = -1
  return {
    tree: {
      length: end - node,
      frame: tree.frame.slice(node, end),
      parent,
      end: tree.end.slice(node, end).map((after) => after - node),
      depth,
      self: tree.self.slice(node, end),
      total: tree.total.slice(node, end),
      maxDepth,
    },
    starts: starts.slice(node, end).map((start) => start - starts[node]!),
  }
}
