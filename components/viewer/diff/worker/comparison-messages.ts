import type { DeltaKind, SideWeights, Verdicts } from '../../../../lib/profile/compare/merged-tree/comparison.ts'
import type { TreeAnswers, TreeRequest } from '../../worker/tree-messages.ts'

interface OfUnion {
  readonly serial: number
  /** Serial of the request that made the union; a worker that has gone on to another says `outdated`. */
  readonly build: number
}

/** What a worker with two profiles is asked, beside what every tree worker is. */
export type ComparisonRequest =
  | TreeRequest
  /** null when the baseline is the profile itself. Before `open`. */
  | { readonly type: 'open-baseline'; readonly serial: number; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | ({ readonly type: 'judge'; readonly delta: DeltaKind } & OfUnion)
  | ({ readonly type: 'functions'; readonly delta: DeltaKind } & OfUnion)
  | ({ readonly type: 'power' } & OfUnion)
  | ({ readonly type: 'changes' } & OfUnion)
  | ({ readonly type: 'difffolded' } & OfUnion)

export interface ComparisonAnswers extends TreeAnswers {
  'open-baseline': null
  judge: Verdicts
  functions: FunctionRows
  power: Power
  changes: GoneAndNew
  difffolded: Blob
}

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
