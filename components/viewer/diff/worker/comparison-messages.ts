import type { SideWeights, Verdicts } from '../../../../lib/profile/compare/merged-tree/comparison.ts'

/** Functions of both sides in columns, significant first; see functionDeltas. */
export interface FunctionRows extends Verdicts {
  readonly length: number
  readonly frame: Uint32Array
  /** The node where it weighs most on both sides together. */
  readonly widest: Int32Array
  readonly before: SideWeights
  readonly after: SideWeights
}

export interface Power {
  readonly sentence: string
}

/** Nodes at the top of what only one side has, the heaviest first; weights in the unit of their side. */
export interface GoneAndNew {
  readonly gone: Uint32Array
  readonly new: Uint32Array
  readonly goneWeight: number
  readonly newWeight: number
}
