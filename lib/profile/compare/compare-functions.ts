import { type DeltaKind, isSignificant, type MergeOptions, testOutcomes } from './merged-tree/comparison.ts'
import { buildMergedTree } from './merged-tree/merged-tree.ts'
import { type Significance, testSignificance } from './significance/significance.ts'
import { type FrameKind, frameKinds, type Profile } from '../model/profile.ts'

/** One function on both sides, scaled: shares of all, 0 to 1, unless another scale was asked for. */
export interface FunctionDelta {
  readonly name: string
  readonly kind: FrameKind
  /** `same` also where there are too few samples to ask: then `q` is null. */
  readonly status: 'same' | 'changed' | 'new' | 'gone'
  readonly selfBefore: number
  readonly selfAfter: number
  readonly totalBefore: number
  readonly totalAfter: number
  /** Of the tested delta, at 95 %; both ends the delta itself where it was not tested. */
  readonly interval: [number, number]
  readonly q: number | null
  readonly isSignificant: boolean
}

type CompareOptions = Partial<Pick<MergeOptions, 'scale' | 'requests'>> & { readonly delta?: DeltaKind }

/** All functions of two profiles, significant differences first, then the largest; and what else the two can show. */
export function compareFunctions(
  before: Profile,
  after: Profile,
  { scale = 'share', requests = null, delta = 'total' }: CompareOptions = {},
): { functions: FunctionDelta[]; significance: Significance } {
  const merged = buildMergedTree(before, after, { width: 'after', sort: 'name', scale, requests })
  const significance = testSignificance({ before, after, merged })
  const deltas = significance.functions(delta)
  const functions = Array.from(deltas.frame, (frame, row): FunctionDelta => {
    const scaled = (kind: DeltaKind) =>
      [deltas.before[kind][row]! * merged.scaleBefore, deltas.after[kind][row]! * merged.scaleAfter] as const
    const [selfBefore, selfAfter] = scaled('self')
    const [totalBefore, totalAfter] = scaled('total')
    const q = deltas.q[row]!
    const outcome = testOutcomes[deltas.outcome[row]!]!
    const own = delta === 'self' ? selfAfter - selfBefore : totalAfter - totalBefore
    return {
      name: merged.strings[merged.frames.name[frame]!]!,
      kind: frameKinds[merged.frames.kind[frame]!]!,
      status: outcome === 'few' ? 'same' : outcome,
      selfBefore,
      selfAfter,
      totalBefore,
      totalAfter,
      interval: Number.isNaN(q) ? [own, own] : [deltas.low[row]!, deltas.high[row]!],
      q: Number.isNaN(q) ? null : q,
      isSignificant: isSignificant(deltas, row),
    }
  })
  return { functions, significance }
}
