import type { SideWeights, SignificanceResults } from '../../../../lib/profile/compare/merged-tree/comparison.ts'

/** Functions of both sides in columns, significant first; see functionDeltas. */
export interface FunctionDeltaRows extends SignificanceResults {
  readonly length: number
  readonly frame: Uint32Array
  /** The node where it weighs most on both sides together. */
  readonly widest: Int32Array
  readonly before: SideWeights
  readonly after: SideWeights
}

export interface PowerSummary {
  readonly sentence: string
}

/** Nodes at the top of what only one side has, the heaviest first; weights in the unit of their side. */
export interface AddedAndRemovedNodes {
  readonly removed: Uint32Array
  readonly added: Uint32Array
  readonly removedWeight: number
  readonly addedWeight: number
}
