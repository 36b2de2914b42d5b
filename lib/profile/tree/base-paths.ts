import type { FoldedBase } from '../filters/fold-base.ts'
import { hashText, mixHashes } from '../names/name-hash.ts'
import { baseTitle, isBaseFrame } from '../names/base-frames.ts'
import { kindIndexes, type NamedFrames } from '../model/profile.ts'
import type { CallTree } from './call-tree.ts'
import { createFrameHash, findNodeByPath, type PathKeys, type PathMatch, followPath } from './path-keys.ts'

/** A tree with its names, and its base where that is folded. */
export interface BaseNames extends NamedFrames {
  /** The base of a tree in which it is folded. */
  readonly base?: FoldedBase | null
}

/**
 * The node at a path, or the deepest one on the way to it, also where the path is of the graph whose base is folded and
 * this one's is not, or the other way round. Of a path that ends inside a folded base it is the box.
 */
export function findNodeWithBase(named: BaseNames, tree: CallTree, path: PathKeys): PathMatch {
  let best = findNodeByPath(named, tree, path)
  const readings = named.base ? readThroughBoxes(named, tree, named.base) : [readBaseAsBox(named, tree)]
  for (const read of readings) {
    if (best.missing === 0) break
    const match = followPath(tree, path, read)
    if (match.missing < best.missing) best = match
  }
  return best
}

/** Each base may have other frames, and a path goes through one of them. */
function readThroughBoxes(named: NamedFrames, tree: CallTree, { box, chains }: FoldedBase) {
  const hashOf = createFrameHash(named)
  return chains.map((chain) => {
    const hashes = chain.map(hashOf)
    return (node: number) => (tree.frame[node] === box ? hashes : [hashOf(tree.frame[node]!)])
  })
}

function readBaseAsBox(named: NamedFrames, tree: CallTree) {
  const hashOf = createFrameHash(named)
  // 1 for each node in a base. Callers come first.
  const isInBase = new Uint8Array(tree.length)
  return (node: number) => {
    const parent = tree.parent[node]!
    const isAtRoot = parent === 0 || isThread(parent)
    if (!(isAtRoot || isInBase[parent] === 1) || !isBaseFrame(named, tree.frame[node]!))
      return [hashOf(tree.frame[node]!)]
    isInBase[node] = 1
    return isAtRoot ? [boxHash] : []
  }

  function isThread(node: number): boolean {
    return named.frames.kind[tree.frame[node]!] === kindIndexes.thread
  }
}

const boxHash = mixHashes(kindIndexes.folded, hashText(baseTitle))
