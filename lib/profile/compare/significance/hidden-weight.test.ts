import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPair } from '../../../testing/profiles/arbitrary-pair.ts'
import { byTier } from '../../../testing/tier.ts'
import { type DeltaKind, deltaKinds, type MergedTree } from '../merged-tree/comparison.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { frameKinds } from '../../model/profile.ts'
import { findInterpreter, sumCalls } from './call-changes.ts'
import { createHiddenWeight } from './hidden-weight.ts'
import { type FrameGroups, groupByClass, groupByFunction, groupByPackage } from './groups.ts'

/** As it is defined, with a pass over the whole tree for each group. */
function sumHidden(merged: MergedTree, { groupOfFrame }: FrameGroups, delta: DeltaKind, group: number, isUp: boolean) {
  const { tree, frames, before, after, scaleBefore, scaleAfter } = merged
  const interpreter = findInterpreter(merged)
  const isMember = (frame: number) => groupOfFrame[frame] === group
  const change = (kind: DeltaKind, node: number) => after[kind][node]! * scaleAfter - before[kind][node]! * scaleBefore
  const lost = (of: number) => Math.max(0, isUp ? -of : of)
  const callersOf = (node: number): number[] =>
    tree.parent[node]! > 0 ? [tree.parent[node]!, ...callersOf(tree.parent[node]!)] : []
  const namedAt = (node: number) => [node, ...callersOf(node)].find((one) => tree.frame[one] !== interpreter)
  const root = frames.length
  const [above, below] = [new Set<number>([root]), new Set<number>()]
  const sums = { self: new Map<number, number>(), below: new Map<number, number>(), calls: new Map<string, number>() }
  const add = <Key>(to: Map<Key, number>, key: Key, of: number) => to.set(key, (to.get(key) ?? 0) + of)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    const callers = callersOf(node)
    if (isMember(frame)) for (const caller of callers) above.add(tree.frame[caller]!)
    if (callers.some((caller) => isMember(tree.frame[caller]!))) {
      below.add(frame)
      if (frameKinds[frames.kind[frame]!] === 'java') add(sums.below, frame, change('self', node))
    }
    const named = namedAt(node)
    if (named !== undefined) add(sums.self, tree.frame[named]!, change('self', node))
    const caller = callers.find((one) => tree.frame[one] !== interpreter)
    if (frame !== interpreter)
      add(sums.calls, `${caller === undefined ? root : tree.frame[caller]} ${frame}`, change('total', node))
  }
  let hidden = 0
  for (const frame of above) if (!isMember(frame)) hidden += lost(sums.self.get(frame) ?? 0)
  if (delta === 'self') {
    for (const [frame, of] of sums.below) if (!isMember(frame)) hidden += lost(of)
    return hidden
  }
  for (const [call, of] of sums.calls) {
    const [caller, callee] = call.split(' ').map(Number) as [number, number]
    if (above.has(caller) && below.has(callee) && !isMember(caller) && !isMember(callee)) hidden += lost(of)
  }
  return hidden
}

it.each(deltaKinds)(
  'finds of each group what a pass over the whole tree would, and stops at what is asked: %s',
  (delta) => {
    fc.assert(
      fc.property(anyPair, fc.constantFrom('share', 'raw'), ({ before, after }, scale) => {
        const merged = buildMergedTree(before, after, { width: 'after', sort: 'name', scale, requests: null })
        const calls = sumCalls(merged)
        for (const groups of [...groupByPackage(merged), ...groupByClass(merged), ...groupByFunction(merged)]) {
          const hiddenWeight = createHiddenWeight(merged, calls, groups, delta)
          for (const group of groups.names.keys()) {
            for (const isUp of [true, false]) {
              const wanted = sumHidden(merged, groups, delta, group, isUp)
              expect(hiddenWeight(group, isUp, Infinity)).toBeCloseTo(wanted, 9)
              expect(hiddenWeight(group, isUp, wanted / 2)).toBeCloseTo(wanted / 2, 9)
            }
          }
        }
      }),
      { seed: 17, numRuns: byTier(60, 600) },
    )
  },
)
