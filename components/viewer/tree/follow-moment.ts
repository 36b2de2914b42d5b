import { findWhole, getNodeRange } from '../../flame-graph/geometry/node-ranges.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import { keyOf } from './follow-node.ts'

/** Times of a flame chart. */
export type Chart = Pick<TreeModel, 'tree' | 'frames' | 'strings' | 'starts' | 'widths' | 'chartSpan' | 'chartThreads'>

/**
 * Finds the box of a flame chart in one made by other filters: the same function in the same thread at the moment when
 * the box began; without it the frame that ran there directly on the thread, or the thread. 0 when the thread is gone.
 */
export function findMomentInNewChart(from: Chart, node: number, to: Chart): number {
  const oldThread = findWhole(from, node)
  const moment = from.starts[node]! - from.starts[oldThread]! + (from.chartSpan?.[0] ?? 0)
  const thread = to.chartThreads.find((root) => keyOf(to, root) === keyOf(from, oldThread))
  if (thread === undefined) return 0
  if (node === oldThread) return thread
  const at = to.starts[thread]! + moment - (to.chartSpan?.[0] ?? 0)
  const running: number[] = []
  for (let caller = thread; ;) {
    const next = findCalleeAt(to, caller, at)
    if (next < 0) break
    running.push(next)
    caller = next
  }
  return running.findLast((one) => keyOf(to, one) === keyOf(from, node)) ?? running[0] ?? thread
}

/** -1 where nothing ran. */
function findCalleeAt(chart: Chart, caller: number, at: number): number {
  const { end } = chart.tree
  for (let callee = caller + 1; callee < end[caller]!; callee = end[callee]!) {
    const range = getNodeRange(chart, callee)
    // It may have begun a rounding error later.
    if (range.from <= at + 1e-6 && at + 1e-6 < range.to) return callee
  }
  return -1
}
