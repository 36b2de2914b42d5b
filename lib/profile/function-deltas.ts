import type { SideWeights, Verdicts } from './comparison.ts'

/**
 * What each function costs on both sides wherever it stands, in columns: significant ones first, then by size of the scaled delta. A stack in
 * which a function calls itself counts once in its total.
 */
export interface FunctionDeltas extends Verdicts {
  readonly length: number
  /** Row of the union's frames. */
  readonly frame: Uint32Array
  /** Node of the union at which it weighs most, both sides together: where its selection goes in the graph. */
  readonly widest: Int32Array
  /** By row of this table, unscaled. */
  readonly before: SideWeights
  readonly after: SideWeights
}
