import type { FunctionChange } from '../../../../lib/contract/experiment-functions.ts'
import type { SideWeights, SignificanceResults } from '../../../../lib/profile/compare/merged-tree/comparison.ts'

/** Rows of both sides in columns, causes first, then other significant ones; see DeltaTable. */
export interface DeltaRows extends SignificanceResults {
  readonly length: number
  readonly before: SideWeights
  readonly after: SideWeights
  /** The row whose change explains that of this one, -1 for none. */
  readonly cause: Int32Array
  /** Weight that one engine recorded and the other cannot show, unscaled; absent where one recorded both. */
  readonly hiddenBefore?: Float64Array
  readonly hiddenAfter?: Float64Array
  /** Of each row the change of the experiment that decided on it; null, or no column, where these samples did. */
  readonly findings?: readonly (FunctionChange | null)[]
}

export interface FunctionDeltaRows extends DeltaRows {
  readonly frame: Uint32Array
  /** The node where it weighs most on both sides together. */
  readonly widest: Int32Array
}

export interface GroupDeltaRows extends DeltaRows {
  readonly names: readonly string[]
}

export interface PowerSummary {
  readonly sentence: string
  /** Why noise may explain a large change, and what would tell. */
  readonly uncertainty: string
}
