import { frameKinds, kindIndexes, nativeKinds } from '../../../../lib/profile/model/profile.ts'
import { isBaseBox } from '../../../../lib/profile/names/base-frames.ts'
import { nameWhole } from '../../tree/describe-frame.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { comparableName } from '../../../../lib/profile/compare/merged-tree/comparable-names.ts'
import { formatShare } from '../../../../lib/profile/format/units.ts'

/**
 * Makes keys for recordings of different engines or JDKs: by the name that all of them would give, and by kinds that
 * all of them distinguish.
 */
export const createLooseKey: FrameKey = (name, kind) => {
  const frameKind = frameKinds[kind]!
  const isJava = frameKind === 'java'
  const coarse = isJava || frameKind === 'thread' || frameKind === 'folded' ? frameKind : 'native'
  return `${coarse} ${comparableName(name, frameKind)}`
}

/** The place of a node of one tree in another. */
export interface CounterpartMatch {
  readonly node: number
  /** How many frames of the way are not there: `node` is the end of its longest part that is. */
  readonly missing: number
}

export type FindCounterpart = (node: number) => CounterpartMatch

/** Key of a frame for a comparison: two frames with the same text are the same function. */
export type FrameKey = (name: string, kind: number) => string

export interface CounterpartOptions {
  readonly keyOf?: FrameKey
  /**
   * The two were recorded by different engines, or are of different JDKs: the other may leave out frames that one has
   * below the first Java frame, or between two of them. Such frames (native ones, and the JDK's own that the other side
   * does not know) may then lie on the way to a counterpart, or be missing on it.
   */
  readonly isForeign?: boolean
}

/**
 * Finds nodes of `to` by the names on the way to them in `from`. Where several places have the same names, the
 * heaviest.
 *
 *     from  main;run;a;c      to  main;run;a;d      of c: the node a, 1 missing
 */
export function createCounterpartFinder(
  from: NamedTree,
  to: NamedTree,
  options: CounterpartOptions = {},
): FindCounterpart {
  // Made when the pointer is first on a box: the graphs do not wait for it.
  let ready: MatchIndexes | null = null
  const matchOfNode = new Map<number, CounterpartMatch>()
  return (node) => {
    ready ??= getMatchIndexes(from, to, options)
    const found = matchOfNode.get(node) ?? findCounterpart(ready, node)
    matchOfNode.set(node, found)
    return found
  }
}

interface MatchIndex {
  readonly model: NamedTree
  /** Numbers of frames: the same for the same function on both sides. */
  readonly idOfFrame: Int32Array
  /** 1 for each frame that the other side may leave out. */
  readonly isOptional: Uint8Array
}
interface MatchIndexes {
  readonly from: MatchIndex
  readonly to: MatchIndex
}

function getMatchIndexes(
  from: NamedTree,
  to: NamedTree,
  { keyOf = plainKey, isForeign = false }: CounterpartOptions,
): MatchIndexes {
  const ids = new Map<string, number>()
  const fromIds = numberFrames(from, keyOf, ids)
  const toIds = numberFrames(to, keyOf, ids)
  return {
    from: { model: from, idOfFrame: fromIds, isOptional: optionalFrames(from, fromIds, isForeign ? toIds : null) },
    to: { model: to, idOfFrame: toIds, isOptional: optionalFrames(to, toIds, isForeign ? fromIds : null) },
  }
}

const plainKey: FrameKey = (name, kind) => `${kind} ${name}`

function numberFrames({ frames, strings }: NamedTree, keyOf: FrameKey, ids: Map<string, number>): Int32Array {
  return Int32Array.from({ length: frames.length }, (_, frame) => {
    const key = keyOf(strings[frames.name[frame]!]!, frames.kind[frame]!)
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    return id
  })
}

const jdkPackage = /^(?:java|jdk|sun)\./

/** `others` are the numbers of the other side's frames; null where both write the same frames. */
function optionalFrames(tree: NamedTree, ids: Int32Array, others: Int32Array | null): Uint8Array {
  const { frames, strings } = tree
  const optional = new Uint8Array(frames.length)
  if (!others) return optional
  const there = new Set(others)
  for (let frame = 0; frame < frames.length; frame++) {
    const isJava = frames.kind[frame] === kindIndexes.java
    const isUnknownJdk = isJava && !there.has(ids[frame]!) && jdkPackage.test(strings[frames.name[frame]!]!)
    if (nativeKinds.has(frames.kind[frame]!) || isBaseBox(tree, frame) || isUnknownJdk) optional[frame] = 1
  }
  return optional
}

function findCounterpart({ from, to }: MatchIndexes, node: number): CounterpartMatch {
  const path = pathTo(from.model, node)
  const lastSolid = path.findLastIndex((frame) => from.isOptional[frame] === 0)
  let nodes = [0]
  for (const [step, frame] of path.entries()) {
    // Frames before one that counts may be missing there; the frames after the last of those must be as they are here.
    const isTail = step > lastSolid
    if (!isTail && from.isOptional[frame] === 1) continue
    const next = nodes.flatMap((caller) => findMatchingCallees(to, caller, from.idOfFrame[frame]!, !isTail))
    if (next.length === 0) return { node: heaviest(to.model, nodes), missing: path.length - step }
    nodes = next
  }
  return { node: heaviest(to.model, nodes), missing: 0 }
}

/** Callees with this number, also below optional frames where those may be passed. */
function findMatchingCallees(
  { model: { tree }, idOfFrame, isOptional }: MatchIndex,
  caller: number,
  id: number,
  mayPass: boolean,
) {
  const found: number[] = []
  let child = caller + 1
  while (child < tree.end[caller]!) {
    const frame = tree.frame[child]!
    const isIt = idOfFrame[frame] === id
    if (isIt) found.push(child)
    child = !isIt && mayPass && isOptional[frame] === 1 ? child + 1 : tree.end[child]!
  }
  return found
}

function heaviest({ tree }: NamedTree, nodes: readonly number[]): number {
  return nodes.reduce((best, caller) => (tree.total[caller]! > tree.total[best]! ? caller : best))
}

function pathTo({ tree }: NamedTree, node: number): number[] {
  const path: number[] = []
  for (let caller = node; caller > 0; caller = tree.parent[caller]!) path.push(tree.frame[caller]!)
  return path.reverse()
}

/** Shares of all (0 to 1) of a node and of its counterpart. */
export interface CounterpartShares {
  readonly own: number
  /** null: there is no such place on the other side. */
  readonly other: number | null
  /** What the share of the counterpart is of; see nameWhole. */
  readonly otherWhole: string
}

export function getCounterpartShares(
  here: NamedTree,
  node: number,
  there: NamedTree,
  counterpart: CounterpartMatch,
): CounterpartShares {
  const other = counterpart.missing > 0 ? null : shareOf(there, counterpart.node)
  return { own: shareOf(here, node), other, otherWhole: nameWhole(there) }
}

/** Gives the text at the counterpart of the box that the pointer is on: `14.2% of all`, or that it is not there. */
export function formatOtherShare({ other: there, otherWhole }: CounterpartShares): string {
  return there === null ? 'absent here' : `${formatShare(there)} of ${otherWhole}`
}

function shareOf({ tree }: NamedTree, node: number): number {
  return tree.total[0] === 0 ? 0 : tree.total[node]! / tree.total[0]!
}
