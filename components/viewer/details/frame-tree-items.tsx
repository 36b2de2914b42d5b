import type { NamedTree } from '../worker/tree-messages.ts'

/** The id of a node's item in the accessible tree; `prefix` tells two trees on one page apart. */
export const createItemId = (node: number, prefix = 'frame') => `${prefix}-${node}`

/** Items on each side of the selected one; a screen reader asks for no more at a time. */
const around = 3

/**
 * The tree for screen readers, which cannot read the canvas: the selected frame with its caller, its nearest siblings
 * and first callees. Level, position and size are those of the whole tree.
 */
export function FrameTreeItems({
  model: { tree },
  node,
  prefix,
  labelOf,
}: {
  model: NamedTree
  node: number
  prefix?: string
  labelOf: (node: number) => string
}) {
  const parent = tree.parent[node]!
  const siblings = parent < 0 ? [node] : listCallees(tree, parent)
  const position = siblings.indexOf(node)
  const children = listCallees(tree, node)
  const items = [
    ...(parent < 0 ? [] : [getSiblingPosition(tree, parent)]),
    ...siblings
      .map((sibling, index) => ({ node: sibling, index, count: siblings.length }))
      .slice(Math.max(0, position - around), position + around + 1),
    ...children.slice(0, around).map((child, index) => ({ node: child, index, count: children.length })),
  ]
  return (
    <div role="none" className="sr-only">
      {items.map((item) => (
        <div
          key={item.node}
          id={createItemId(item.node, prefix)}
          role="treeitem"
          aria-level={tree.depth[item.node]! + 1}
          aria-posinset={item.index + 1}
          aria-setsize={item.count}
          aria-selected={item.node === node}
          aria-expanded={tree.end[item.node]! > item.node + 1 ? item.node === node || item.node === parent : undefined}
        >
          {labelOf(item.node)}
        </div>
      ))}
    </div>
  )
}

/** Nodes are numbered depth first; at the `end` of one, after the last node below it, the next one begins. */
function listCallees({ end }: NamedTree['tree'], node: number): number[] {
  const children: number[] = []
  for (let child = node + 1; child < end[node]!; child = end[child]!) children.push(child)
  return children
}

function getSiblingPosition(tree: NamedTree['tree'], node: number) {
  const siblings = node === 0 ? [0] : listCallees(tree, tree.parent[node]!)
  return { node, index: siblings.indexOf(node), count: siblings.length }
}
