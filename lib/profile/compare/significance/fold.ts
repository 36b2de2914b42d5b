import type { MergedTree } from '../merged-tree/comparison.ts'

/** At least so much of an item's change must pass through another one that explains it. */
const leastPart = 0.75
/** What ends in a function itself, and not below it, makes it the cause when it is at least so much of the change. */
const leastSelfPart = 0.5
/** An item that has at most so much of its other side is as good as new, or gone. */
const mostLeft = 0.1

/** Changes by item (function, class or package), scaled. */
export interface ChangedItems {
  /** By node of the merged tree, -1 for a node that does not count: a node below another of its own item is that one's already. */
  readonly itemOfNode: Int32Array
  readonly before: Float64Array
  readonly after: Float64Array
  readonly selfChange: Float64Array
  /** Of the total, without what may have been hidden on one side. */
  readonly change: Float64Array
  /** 1 for changes that can be told from noise. */
  readonly isSignificant: Uint8Array
}

/**
 * What made a function slow made all its callers slow: twenty lines, one finding. For each significant item the one whose change explains
 * it, -1 for what explains itself. Items on the same stacks explain each other where most of the change passes through both; of those, the
 * cause is what spends it itself, else the outermost one that is new or gone, else the innermost one:
 *
 *     before `run;load;parse 1`, after `run;load;parse 9`:           parse explains load and run
 *     before `run;read 1`, after `run;driver;send;read 9`:           driver explains run and send
 */
export function findCauses(merged: MergedTree, items: ChangedItems): Int32Array {
  const { before, after, change, selfChange, isSignificant } = items
  const related = relate(merged, items)
  const isOneSided = (item: number) =>
    Math.min(before[item]!, after[item]!) <= mostLeft * Math.max(before[item]!, after[item]!)
  const largest = (some: readonly number[], size: Float64Array) =>
    some.reduce((best, item) => (best < 0 || Math.abs(size[item]!) > Math.abs(size[best]!) ? item : best), -1)
  const chosen = Int32Array.from(change, (of, item) => {
    if (isSignificant[item] === 0) return -1
    const all = [item, ...related.sharing(item)]
    const own = largest(all, selfChange)
    if (selfChange[own]! * of > 0 && Math.abs(selfChange[own]!) >= leastSelfPart * Math.abs(of)) return own
    const sided = all.filter(isOneSided)
    const outermost = sided.filter((one) => !sided.some((other) => related.isAbove(other, one)))
    if (sided.length > 0) return largest(outermost.length > 0 ? outermost : sided, change)
    const innermost = all.filter((one) => !all.some((other) => related.isAbove(one, other)))
    return largest(innermost.length > 0 ? innermost : all, change)
  })
  return chosen
    .map((cause, item) => (cause < 0 ? -1 : endOf(chosen, item)))
    .map((cause, item) => (cause === item ? -1 : cause))
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
function relate({ tree, before, after, scaleBefore, scaleAfter }: MergedTree, items: ChangedItems) {
  const { itemOfNode, change, isSignificant } = items
  // By the outer item: what of its change passes through each item below it.
  const through = new Map<number, Map<number, number>>()
  const open: { readonly item: number; readonly end: number }[] = []
  for (let node = 1; node < tree.length; node++) {
    while (open.length > 0 && open.at(-1)!.end <= node) open.pop()
    const item = itemOfNode[node]!
    if (item < 0 || isSignificant[item] === 0) continue
    const ofNode = after.total[node]! * scaleAfter - before.total[node]! * scaleBefore
    for (const outer of open) {
      const ofOuter = through.get(outer.item) ?? new Map<number, number>()
      if (ofOuter.size === 0) through.set(outer.item, ofOuter)
      ofOuter.set(item, (ofOuter.get(item) ?? 0) + ofNode)
    }
    open.push({ item, end: tree.end[node]! })
  }
  const explains = (item: number, other: number, shared: number) =>
    shared * change[item]! > 0 &&
    change[other]! * change[item]! > 0 &&
    Math.min(Math.abs(shared), Math.abs(change[other]!)) >= leastPart * Math.abs(change[item]!)
  const sharing = new Map<number, number[]>()
  const add = (item: number, other: number, shared: number) => {
    if (explains(item, other, shared)) sharing.set(item, [...(sharing.get(item) ?? []), other])
  }
  for (const [outer, below] of through) {
    for (const [inner, shared] of below) {
      add(outer, inner, shared)
      add(inner, outer, shared)
    }
  }
  return {
    sharing: (item: number): readonly number[] => sharing.get(item) ?? [],
    isAbove: (outer: number, inner: number) =>
      outer !== inner && through.get(outer)?.has(inner) === true && through.get(inner)?.has(outer) !== true,
  }
}
