/**
 * The entry of this folder: tests the difference of two profiles against noise. docs/comparing.md explains the model.
 */
import type { DeltaKind, MergedTree, NodeResults } from '../merged-tree/comparison.ts'
import { findWidestNodes, type FunctionDeltas, type GroupDeltas, takeRows } from './delta-tables.ts'
import { adviseUnlikeLosses } from '../merged-tree/engine-notes.ts'
import { mapFrames } from '../merged-tree/map-frames.ts'
import { type ComparisonPower, computePower } from './power.ts'
import { type MergedPair, testLevels } from './levels.ts'
import { testNodes } from './nodes.ts'

export { estimateShare } from './exact-tests.ts'
export { estimateFunctionDispersion } from './dispersion.ts'
export type { DeltaTable, FunctionDeltas, GroupDeltas } from './delta-tables.ts'
// Changes are grouped and explained in the same way when they are tested against something else than noise within
// recordings.
export { orderDeltaRows, takeRows, toResults } from './delta-tables.ts'
export { minWindows } from './windows.ts'
export { findCauses, followCauses, leastPart, leastSelfPart } from './causes.ts'
export { createItems, groupByFunction, groupByPackage, type GroupItems } from './groups.ts'
export { nestPackages } from './nest-packages.ts'
export { sumByItem } from './items.ts'

/** Each part is worked out when it is asked for. */
export interface Significance {
  /** Computes the data that all parts need, a step at a time: a caller may stop between two. */
  steps(): Iterable<void>
  packages(delta: DeltaKind): GroupDeltas
  classes(delta: DeltaKind): GroupDeltas
  functions(delta: DeltaKind): FunctionDeltas
  /** Gives results for each node of the merged tree. */
  nodes(delta: DeltaKind): NodeResults
  /** Gives the smallest change that the two recordings can show. */
  power(): ComparisonPower
}

/**
 * Tests the differences. `upright` is the pair before it was inverted, null where it was not: frames that an engine may
 * have hidden show in the calls of upright stacks, and clusters of samples at their leaves.
 */
export function testSignificance(pair: MergedPair & { readonly upright?: MergedPair | null }): Significance {
  const { merged, upright } = pair
  const tested = upright ?? pair
  const levels = testLevels(tested)
  const functions = (delta: DeltaKind) => {
    const deltas = levels.functions(delta)
    return upright ? translateDeltas(deltas, upright.merged, merged) : deltas
  }
  return {
    steps: levels.steps,
    packages: levels.packages,
    classes: levels.classes,
    functions,
    nodes: (delta) => {
      const ofFrame = levels.wholeGroups()
      const rowOf = upright ? mapFrames(upright.merged, merged) : null
      // -1, for a frame that the upright tree does not have, gives undefined: no whole group.
      const ofWhole = rowOf
        ? {
            q: Float64Array.from(rowOf, (row) => ofFrame.q[row] ?? 1),
            level: Uint8Array.from(rowOf, (row) => ofFrame.level[row] ?? 0),
          }
        : ofFrame
      return testNodes(pair, delta, {
        chanceOfNone: levels.chanceOfNone(),
        ofWhole,
        functions: () => functions(delta),
        costScales: levels.costScales(),
        commonDispersion: levels.commonDispersion,
      })
    },
    power: () =>
      computePower(levels.functionTests(), merged.bases, {
        isOne: isOneRecording(tested),
        lossRemedy: adviseUnlikeLosses(tested.before, tested.after),
        haveTimes: [tested.before, tested.after].some(
          ({ samples, provenance }) => provenance.areThreadsRuns || samples.time.some(Number.isFinite),
        ),
      }),
  }
}

/** Whether both have the same samples: the same stacks, of the same weight, at the same times. */
function isOneRecording({ before, after, merged }: MergedPair): boolean {
  const isSame = (one: Float64Array, other: Float64Array) =>
    one.length === other.length && one.every((value, at) => Object.is(value, other[at]))
  return isSame(before.samples.time, after.samples.time) && isSame(merged.before.self, merged.after.self)
}

/**
 * Deltas of one merged tree with the frames and nodes of another; without functions that the other does not have, by
 * filters.
 */
function translateDeltas(functions: FunctionDeltas, from: MergedTree, to: MergedTree): FunctionDeltas {
  const frameOf = mapFrames(to, from)
  const widestOf = findWidestNodes(to)
  // 0 in place of -1: such a row has no widest node, and is left out below.
  const frame = functions.frame.map((row) => Math.max(0, frameOf[row]!))
  const widest = Int32Array.from(functions.frame, (row) => widestOf[frameOf[row]!] ?? 0)
  const measuredRows = Uint32Array.from(functions.frame.keys()).filter((row) => widest[row]! > 0)
  return takeRows({ ...functions, frame, widest }, measuredRows)
}
