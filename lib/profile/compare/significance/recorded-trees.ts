import type { DeltaKind } from '../merged-tree/comparison.ts'
import type { RecordedStacks } from '../../model/profile.ts'
import { mapStacks } from '../../model/stack-weights.ts'
import { buildCallTree } from '../../tree/call-tree.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { createItems, type FrameGroups } from './groups.ts'
import { sumByItem } from './items.ts'

/** Builds the tree of the samples whose row of the stacks counts; `rowOf` moves samples to other rows. */
export function buildRecordedTree(
  { strings, frames, stacks, samples }: RecordedStacks,
  isCounted: (row: number) => boolean,
  rowOf?: Int32Array,
): CallTree {
  return buildCallTree({
    ...{ strings, frames, stacks },
    samples: {
      ...samples,
      stack: rowOf ? mapStacks(samples.stack, rowOf) : samples.stack,
      weight: samples.weight.map((weight, sample) => (isCounted(samples.stack[sample]!) ? weight : 0)),
    },
  })
}

/** Builds the tree of the samples that lost their callers. */
export function buildLostTree(recorded: RecordedStacks): CallTree {
  return buildRecordedTree(recorded, (row) => row < 0 || recorded.isCallerLost[row] === 1)
}

/** Gives the sums of recorded trees by group. `frameOf` has for each of their frames that of the groups. */
export function createRecordedSums(
  { names, groupOfFrame }: FrameGroups,
  frameOf: Int32Array,
): (tree: CallTree, kind: DeltaKind) => Float64Array {
  const groups: FrameGroups = {
    names,
    groupOfFrame: frameOf.map((frame) => (frame < 0 ? -1 : groupOfFrame[frame]!)),
  }
  return (tree, kind) => sumByItem(createItems(tree, groups).items[kind], Float64Array.from(tree[kind]))
}
