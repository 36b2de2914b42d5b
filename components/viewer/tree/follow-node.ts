import { nameOfFrame } from '../../../lib/profile/model/profile.ts'
import { packOfFrame } from '../../../lib/profile/filters/fold-framework.ts'
import type { NamedTree } from '../worker/tree-messages.ts'

/**
 * Where a node of one tree is in another one made by other filters: the way from the root goes by the same names, but
 * for those that are no longer there. 0 when not even the start of it is there.
 *
 *     main;run;work;sum without run   is   main;work;sum
 *
 * A frame that is not there by this way, as when callers get their names while it is recorded, is the one of its name
 * that shares most of the way: at least half of it, or all that is left of it, where its callers were cut off.
 */
export function findNodeInNewTree(from: NamedTree, node: number, to: NamedTree): number {
  const path = pathTo(from, node)
  const indexesOf = indexKeys(path)
  let at = 0
  let done = -1
  for (;;) {
    let next = -1
    let nextIndex = path.length
    for (let child = at + 1; child < to.tree.end[at]!; child = to.tree.end[child]!) {
      const index = indexesOf.get(keyOf(to, child))?.find((one) => one > done) ?? path.length
      if (index < nextIndex) [next, nextIndex] = [child, index]
    }
    if (next < 0) {
      if (done === path.length - 1) return at
      return findSameFunction(path, from, to) ?? findSameFramework(from, node, to, at) ?? at
    }
    at = next
    done = nextIndex
  }
}

function indexKeys(path: readonly string[]): Map<string, number[]> {
  const indexesOf = new Map<string, number[]>()
  path.forEach((key, index) => indexesOf.set(key, [...(indexesOf.get(key) ?? []), index]))
  return indexesOf
}

/** Paths are compared to at most this many nodes of a function, the heaviest ones. */
const maxCompared = 200

function findSameFunction(path: readonly string[], from: NamedTree, to: NamedTree): number | null {
  const { tree } = to
  const nodes = listNodesOf(path.at(-1)!, to)
  nodes.sort((one, other) => tree.total[other]! - tree.total[one]!)
  const indexesOf = indexKeys(path)
  const half = path.length / 2
  let best: { readonly node: number | null; readonly common: number } = { node: null, common: 0 }
  for (const node of nodes.slice(0, maxCompared)) {
    const way = pathTo(to, node)
    let done = -1
    let common = 0
    for (const key of way) {
      const index = indexesOf.get(key)?.find((one) => one > done)
      if (index === undefined) continue
      done = index
      common++
    }
    // A way that was there before is that of another frame.
    const isEnough = common >= half || (common === way.length && !hasPath(from, way))
    if (isEnough && common > best.common) best = { node, common }
  }
  return best.node
}

function hasPath(named: NamedTree, path: readonly string[]): boolean {
  const { end } = named.tree
  let at = 0
  for (const key of path) {
    let child = at + 1
    while (child < end[at]! && keyOf(named, child) !== key) child = end[child]!
    if (child >= end[at]!) return false
    at = child
  }
  return true
}

function listNodesOf(key: string, named: NamedTree): number[] {
  const { tree, frames } = named
  const isSame = Array.from({ length: frames.length }, (_, frame) => keyOfFrame(named, frame) === key)
  const nodes: number[] = []
  for (let node = 1; node < tree.length; node++) if (isSame[tree.frame[node]!]) nodes.push(node)
  return nodes
}

/** The box that took the node of a framework's frames, or the first of the frames that took the node of the box. */
function findSameFramework(from: NamedTree, node: number, to: NamedTree, caller: number): number | null {
  const pack = node > 0 ? packOfFrame(from, from.tree.frame[node]!) : null
  if (pack === null) return null
  for (let child = caller + 1; child < to.tree.end[caller]!; child = to.tree.end[child]!) {
    if (packOfFrame(to, to.tree.frame[child]!) === pack) return child
  }
  return null
}

/**
 * Where the function of a node is once the tree is turned upside down, where its callers are its callees: the box of it
 * that weighs most. 0 where it is not there.
 */
export function findNodeInTurnedTree(from: NamedTree, node: number, to: NamedTree): number {
  const [first = 0, ...others] = listNodesOf(keyOf(from, node), to)
  return others.reduce((best, other) => (to.tree.total[other]! > to.tree.total[best]! ? other : best), first)
}

function pathTo(named: NamedTree, node: number): string[] {
  const path: string[] = []
  for (let at = node; at > 0; at = named.tree.parent[at]!) path.push(keyOf(named, at))
  return path.reverse()
}

/** Gives the key of the node's frame: its kind and name. */
export function keyOf(named: NamedTree, node: number): string {
  return keyOfFrame(named, named.tree.frame[node]!)
}

function keyOfFrame(named: NamedTree, frame: number): string {
  return `${named.frames.kind[frame]} ${nameOfFrame(named, frame)}`
}
