'use client'
import { useCallback, useMemo, useState } from 'react'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import {
  findHeavyPath,
  isInSubtree,
  listCallersUpTo,
  listNodesWithCallees,
} from '../../../lib/profile/tree/tree-rows.ts'

/** A callee with less of the view than this ends the heavy path. */
const minHeavyShare = 0.01
/** Limit of the nodes that are opened together: more would only be scrolled past. */
const maxOpenedAtOnce = 5000

export type OpenNodes = ReturnType<typeof useOpenNodes>

/**
 * Which nodes show their callees. It begins with the heavy path, again for each other tree or zoom. Callers of the
 * selected node are always open.
 */
export function useOpenNodes(tree: CallTree, zoomNode: number, selected: number) {
  const heavy = useMemo(
    () => ({ tree, zoomNode, nodes: new Set(findHeavyPath(tree, zoomNode, minHeavyShare)) }),
    [tree, zoomNode],
  )
  const [chosen, setChosen] = useState(heavy)
  const nodes = chosen.tree === tree && chosen.zoomNode === zoomNode ? chosen.nodes : heavy.nodes
  const choose = useCallback((next: Set<number>) => setChosen({ tree, zoomNode, nodes: next }), [tree, zoomNode])
  const open = useMemo(() => {
    return selected !== zoomNode && isInSubtree(tree, selected, zoomNode)
      ? new Set([...nodes, ...listCallersUpTo(tree, selected, zoomNode)])
      : nodes
  }, [tree, zoomNode, selected, nodes])
  return useMemo(
    () => ({
      open,
      toggle: (node: number) =>
        choose(new Set(open.has(node) ? [...open].filter((one) => one !== node) : [...open, node])),
      openAllUnder: (node: number) => choose(new Set([...open, ...listNodesWithCallees(tree, node, maxOpenedAtOnce)])),
      closeAll: () => choose(new Set()),
      showHeavyPath: () => choose(heavy.nodes),
    }),
    [open, choose, tree, heavy],
  )
}
