import { computeScaledChange, type MergedTree } from '../merged-tree/comparison.ts'
import { isInPackage, isJavaFrame } from '../../names/java-package.ts'
import { jdkPackages } from '../../names/known-names.ts'
import { bareName } from '../../names/name-parts.ts'
import { isThreadStart, titleOfThreadWork } from '../../names/thread-work.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'

/** At least so much of a change must be another item's too, where that other explains it. */
export const leastPart = 0.75
/** A function whose self weight has at least this part (0 to 1) of its change is a cause itself. */
export const leastSelfPart = 0.5
/** An item that has at most so much of its other side is as good as new, or gone. */
const mostLeftOfItem = 0.1

/** Changes by item (function, class or package), scaled. */
export interface ChangedItems {
  /**
   * Item of each node of the merged tree, -1 for a node that does not count: a node below another of its own item is
   * that one's already.
   */
  readonly itemOfNode: Int32Array
  readonly before: Float64Array
  readonly after: Float64Array
  readonly selfChange: Float64Array
  /** Change of the total, without weight that may have been hidden on one side. */
  readonly change: Float64Array
  /** 1 for changes that noise does not explain. */
  readonly isSignificant: Uint8Array
  /** One name for each item. */
  readonly names: readonly string[]
}

/**
 * Gives for each significant item the one whose change explains it, -1 for one that explains itself: a slow function
 * makes all its callers slow, twenty lines of one finding. Items on the same stacks explain each other where most of
 * the change passes through both. Of those, the cause is the one with that change in its self weight, else the
 * outermost one that is new or gone (of the program rather than of the JDK, whose executor or thread is on the stacks
 * of all its tasks), else the innermost one. What starts a thread, such as `__clone`, says nothing and is the cause of
 * nothing else; the JIT compilers and the garbage collector are the cause of all that they call:
 *
 *     before `run;load;parse 1`, after `run;load;parse 9`:           parse explains load and run
 *     before `run;read 1`, after `run;driver;send;read 9`:           driver explains run and send
 */
export function findCauses(merged: MergedTree, items: ChangedItems): Int32Array {
  const { before, after, change, selfChange, isSignificant, names } = items
  const related = relate(merged, items)
  const kinds = classifyItems(merged, items)
  const isOneSided = (item: number) =>
    Math.min(before[item]!, after[item]!) <= mostLeftOfItem * Math.max(before[item]!, after[item]!)
  const largest = (some: readonly number[], size: Float64Array) =>
    some.reduce((best, item) => (best < 0 || Math.abs(size[item]!) > Math.abs(size[best]!) ? item : best), -1)
  const chosen = Int32Array.from(change, (of, item) => {
    if (isSignificant[item] === 0) return -1
    const together = [item, ...related.sharing(item)]
    const outermostOf = (some: readonly number[]) =>
      some.filter((one) => !some.some((other) => related.isAbove(other, one)))
    const works = together.filter((one) => kinds[one] === itemKinds.work)
    if (works.length > 0) return largest(outermostOf(works), change)
    const own = largest(together, selfChange)
    if (selfChange[own]! * of > 0 && Math.abs(selfChange[own]!) >= leastSelfPart * Math.abs(of)) return own
    const telling = together.filter((one) => kinds[one] !== itemKinds.start)
    const all = telling.length > 0 ? telling : together
    const allSided = all.filter(isOneSided)
    const ofProgram = allSided.filter((one) => !isOfJdk(names[one]!))
    const sided = ofProgram.length > 0 ? ofProgram : allSided
    const outermost = outermostOf(sided)
    if (sided.length > 0) return largest(outermost.length > 0 ? outermost : sided, change)
    const innermost = all.filter((one) => !all.some((other) => related.isAbove(one, other)))
    return largest(innermost.length > 0 ? innermost : all, change)
  })
  return followCauses(chosen)
}

const itemKinds = { any: 0, start: 1, work: 2 } as const

/** Whether an item starts threads, or is all the work of some threads of the JVM. */
function classifyItems({ tree, frames, strings }: MergedTree, { itemOfNode, names }: ChangedItems): Uint8Array {
  const kinds = new Uint8Array(names.length)
  const isSeen = new Uint8Array(names.length)
  itemOfNode.forEach((item, node) => {
    if (item < 0 || isSeen[item] === 1) return
    isSeen[item] = 1
    if (isJavaFrame({ frames, strings }, tree.frame[node]!)) return
    const name = names[item]!
    if (titleOfThreadWork(name) !== null) kinds[item] = itemKinds.work
    else if (isThreadStart(bareName(name))) kinds[item] = itemKinds.start
  })
  return kinds
}

function isOfJdk(name: string): boolean {
  return jdkPackages.some((prefix) => name === prefix || isInPackage(name, prefix))
}

/**
 * Gives for each row where its chain of causes ends, so that all of one cause say one name; -1 for a row that explains
 * itself.
 */
export function followCauses(causes: Int32Array): Int32Array {
  const chains = causes.map((cause, row) => (cause < 0 ? row : cause))
  return chains.map((_, row) => endOf(chains, row)).map((cause, row) => (cause === row ? -1 : cause))
}

/** Where a chain of causes ends; in a ring, at the least item of it. */
function endOf(causes: Int32Array, from: number): number {
  const met = new Set<number>()
  let item = from
  while (causes[item] !== item) {
    if (met.has(item)) return Math.min(...ringOf(causes, item))
    met.add(item)
    item = causes[item]!
  }
  return item
}

function ringOf(causes: Int32Array, from: number): number[] {
  const ring = [from]
  for (let item = causes[from]!; item !== from; item = causes[item]!) ring.push(item)
  return ring
}

/** Which significant items are on the same stacks, by how much of their change passes through both. */
function relate(merged: MergedTree, { itemOfNode, change, isSignificant }: ChangedItems) {
  const { tree } = merged
  const isCounted = (node: number) => itemOfNode[node]! >= 0 && isSignificant[itemOfNode[node]!] === 1
  // The nearest node above each that counts, 0 for none: the others are stepped over.
  const outer = new Int32Array(tree.length)
  for (let node = 1; node < tree.length; node++) {
    const parent = tree.parent[node]!
    outer[node] = parent > 0 && isCounted(parent) ? parent : outer[parent]!
  }
  const { members, starts } = groupIndexes(
    itemOfNode.map((item, node) => (node > 0 && isCounted(node) ? item : -1)),
    change.length,
  )
  const explains = (item: number, other: number, shared: number) =>
    shared * change[item]! > 0 &&
    change[other]! * change[item]! > 0 &&
    Math.min(Math.abs(shared), Math.abs(change[other]!)) >= leastPart * Math.abs(change[item]!)
  const sharing = new Map<number, number[]>()
  const add = (item: number, other: number, shared: number) => {
    if (!explains(item, other, shared)) return
    const others = sharing.get(item)
    if (others === undefined) sharing.set(item, [other])
    else others.push(other)
  }
  // The part of each caller item's change that passes through the current item.
  const shared = new Float64Array(change.length)
  const lastSeen = new Int32Array(change.length).fill(-1)
  for (let item = 0; item < change.length; item++) {
    const above: number[] = []
    for (let position = starts[item]!; position < starts[item + 1]!; position++) {
      const node = members[position]!
      const ofNode = computeScaledChange(merged, merged, 'total', node)
      for (let caller = outer[node]!; caller > 0; caller = outer[caller]!) {
        const other = itemOfNode[caller]!
        if (lastSeen[other] !== item) {
          lastSeen[other] = item
          shared[other] = 0
          above.push(other)
        }
        shared[other] = shared[other]! + ofNode
      }
    }
    for (const other of above) {
      add(other, item, shared[other]!)
      add(item, other, shared[other]!)
    }
  }
  const callersOf = new Map<number, ReadonlySet<number>>()
  /** Items that are above this one somewhere. */
  const listAbove = (item: number) => {
    const cached = callersOf.get(item)
    if (cached) return cached
    const above = new Set<number>()
    for (const node of members.subarray(starts[item], starts[item + 1]))
      for (let caller = outer[node]!; caller > 0; caller = outer[caller]!) above.add(itemOfNode[caller]!)
    callersOf.set(item, above)
    return above
  }
  return {
    /** In the order in which they first stand in the tree: of two that changed as much, the outer one is named. */
    sharing: (item: number): readonly number[] =>
      (sharing.get(item) ?? []).toSorted((one, other) => members[starts[one]!]! - members[starts[other]!]!),
    isAbove: (one: number, other: number) => one !== other && listAbove(other).has(one) && !listAbove(one).has(other),
  }
}
