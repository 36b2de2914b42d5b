import type { CallTree } from './call-tree.ts'
import { hashText, mixHashes } from '../names/name-hash.ts'
import { nameOfFrame, type NamedFrames } from '../model/profile.ts'

/**
 * A node's place by the names and kinds of its frames, short enough for a URL, and good on other profiles of the same
 * program. One key of five letters a frame; a path of more than 200 frames has keys of as many frames each
 * as it takes, and say so:
 *
 *     main;a;c               ['kZ3_x', 'Qa81b', '0PplW']
 *     10,000 frames deep     ['7fGh2*50', 'c_4Rt*50', ...]
 */
export type PathKeys = readonly string[]

/** Keys of a path in the address of a view; a deeper path has one key for several frames. */
const maxKeys = 200
const keyShape = /^([\w-]{5})(?:\*([1-9]\d{0,6}))?$/
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The path from the roots to a node; empty for node 0. */
export function getNodePath(profile: NamedFrames, tree: CallTree, node: number): string[] {
  const frames: number[] = []
  for (let at = node; at > 0; at = tree.parent[at]!) frames.push(tree.frame[at]!)
  frames.reverse()
  const perKey = Math.max(1, Math.ceil(frames.length / maxKeys))
  const keys: string[] = []
  for (let start = 0; start < frames.length; start += perKey) {
    const group = frames.slice(start, start + perKey)
    const hash = group.reduce((before, frame) => mixHashes(before, hashFrame(profile, frame)), 0)
    keys.push(encodeHash(hash) + (group.length === 1 ? '' : `*${group.length}`))
  }
  return keys
}

/** Whether a text can be a path key, for lists that may have been typed by hand. */
export function isPathKey(text: string): boolean {
  return keyShape.test(text)
}

export interface PathMatch {
  readonly node: number
  /** How many frames of the path are not there: the node is the end of its longest part that is. */
  readonly missing: number
}

/** The node at a path, or the deepest one on the way to it. */
export function findNodeByPath(profile: NamedFrames, tree: CallTree, path: PathKeys): PathMatch {
  const hashOf = createFrameHash(profile)
  return followPath(tree, path, (node) => [hashOf(tree.frame[node]!)])
}

/**
 * Walks once over the tree and skips nodes off the path. `read` gives the frames of a node, mostly its own, by their
 * hashes.
 */
export function followPath(tree: CallTree, path: PathKeys, read: (node: number) => readonly number[]): PathMatch {
  const keys = path.map((key) => keyShape.exec(key)).filter((match) => match !== null)
  const sizes = keys.map((match) => Number(match[2] ?? 1))
  const length = sizes.reduce((sum, size) => sum + size, 0)
  // Maps a number of frames of the path to the key that ends there; one in the middle of a key is not in it.
  const keyAt = new Map<number, number>()
  sizes.reduce((depth, size, key) => (keyAt.set(depth + size, key), depth + size), 0)

  // Indexes are depths in the tree.
  const hashes = new Uint32Array(tree.maxDepth + 1)
  const lengths = new Uint32Array(tree.maxDepth + 1)
  const best = { node: 0, length: 0 }
  let node = 1
  while (node < tree.length && best.length < length) {
    const depth = tree.depth[node]!
    node = isOnPath(node, depth) ? node + 1 : tree.end[node]!
  }
  return { node: best.node, missing: length - best.length }

  function isOnPath(at: number, depth: number): boolean {
    let hash = hashes[depth - 1]!
    let done = lengths[depth - 1]!
    for (const next of read(at)) {
      // The path ends inside the frames of the node.
      if (best.node === at && best.length === length) break
      // Behind the end of a key the next begins, without the frames before it.
      hash = mixHashes(done === 0 || keyAt.has(done) ? 0 : hash, next)
      const key = keyAt.get(++done)
      if (done > length || (key !== undefined && encodeHash(hash) !== keys[key]![1])) return false
      if (key !== undefined && done > best.length) {
        best.node = at
        best.length = done
      }
    }
    hashes[depth] = hash
    lengths[depth] = done
    return true
  }
}

/** Frames are met many times on the walk, so each is hashed once. */
export function createFrameHash(profile: NamedFrames): (frame: number) => number {
  const cachedHashes = new Map<number, number>()
  return (frame) => {
    const hash = cachedHashes.get(frame) ?? hashFrame(profile, frame)
    cachedHashes.set(frame, hash)
    return hash
  }
}

/** 32 bits of a frame's identity, its name and kind. */
export function hashFrame(named: NamedFrames, frame: number): number {
  return mixHashes(named.frames.kind[frame]!, hashText(nameOfFrame(named, frame)))
}

/** The low 30 bits as five letters that need no escape in a URL. */
export function encodeHash(hash: number): string {
  return [0, 6, 12, 18, 24].map((shift) => letters[(hash >>> shift) & 63]).join('')
}
