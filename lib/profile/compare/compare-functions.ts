import {
  type CostChange,
  costChanges,
  type DeltaKind,
  type HiddenReason,
  hiddenReasons,
  isSignificant,
  type MergedTree,
  type MergeOptions,
  testOutcomes,
} from './merged-tree/comparison.ts'
import { describeEnginePair } from './engine-pair.ts'
import { getLostCallers, type LostCallers } from './merged-tree/engine-sides.ts'
import { buildMergedTree } from './merged-tree/merged-tree.ts'
import { type DeltaTable, type Significance, testSignificance } from './significance/significance.ts'
import { findUnsureChange } from './unsure-change.ts'
import { kindOfFrame, nameOfFrame, type FrameKind, type Profile } from '../model/profile.ts'

/** One package or class on both sides, scaled: shares of all, 0 to 1, unless another scale was asked for. */
export interface GroupDelta {
  readonly name: string
  /** `same` also where there are too few samples to ask: then `q` is null. */
  readonly status: 'same' | 'changed' | 'new' | 'gone'
  readonly selfBefore: number
  readonly selfAfter: number
  readonly totalBefore: number
  readonly totalAfter: number
  /** Interval of the tested delta, at 95%, adjusted as q is; both ends are the delta itself where it was not tested. */
  readonly interval: [number, number]
  readonly q: number | null
  readonly isSignificant: boolean
  /** Name of the row whose change explains this one. */
  readonly cause: string | null
  /** Noise cannot explain the change, but a frame can that one side did not show. */
  readonly isHidden: boolean
  /** Why it did not. */
  readonly hiddenBy: HiddenReason
  /** What one engine recorded and the other cannot show: it is in no number of this row. */
  readonly hiddenBefore: number
  readonly hiddenAfter: number
  readonly cost: CostChange
}

export interface FunctionDelta extends GroupDelta {
  readonly kind: FrameKind
}

type FunctionsOptions = Partial<Pick<MergeOptions, 'scale' | 'requests'>> & { readonly delta?: DeltaKind }

export interface ComparedFunctions {
  readonly packages: GroupDelta[]
  readonly classes: GroupDelta[]
  readonly functions: FunctionDelta[]
  /** Where no function is significant, the largest change that is too large to be called none: see findUnsureChange. */
  readonly unsure: FunctionDelta | null
  /** `perf → JFR` where two engines recorded them: what differs may be theirs. */
  readonly engines: string | null
  /** What either side lost where one engine recorded both and one lost more; else null. */
  readonly lostCallers: LostCallers | null
  readonly significance: Significance
  /** The tree that was tested, as wide as the later profile. */
  readonly merged: MergedTree
}

/**
 * Gives all packages, classes and functions of two profiles, causes first, then other significant differences, and the
 * smallest change that the two can show.
 */
export function compareFunctions(
  before: Profile,
  after: Profile,
  { scale = 'share', requests = null, delta = 'total' }: FunctionsOptions = {},
): ComparedFunctions {
  const merged = buildMergedTree(before, after, { width: 'after', sort: 'name', scale, requests })
  const significance = testSignificance({ before, after, merged })
  const { names, ...packages } = significance.packages(delta)
  const { names: classNames, ...classes } = significance.classes(delta)
  const functions = significance.functions(delta)
  const frameOf = (row: number) => functions.frame[row]!
  const functionName = (row: number) => nameOfFrame(merged, frameOf(row))
  const functionRows = listRows(functions, functionName, merged, delta).map((row, index) => ({
    ...row,
    kind: kindOfFrame(merged, frameOf(index)),
  }))
  return {
    packages: listRows(packages, (row) => names[row]!, merged, delta),
    classes: listRows(classes, (row) => classNames[row]!, merged, delta),
    functions: functionRows,
    unsure: functionRows[findUnsureChange(functions, merged, delta)] ?? null,
    engines: describeEnginePair(before.provenance, after.provenance),
    lostCallers: getLostCallers(before, after),
    significance,
    merged,
  }
}

function listRows(
  table: DeltaTable,
  nameOf: (row: number) => string,
  merged: MergedTree,
  delta: DeltaKind,
): GroupDelta[] {
  return Array.from({ length: table.length }, (_, row): GroupDelta => {
    const scaled = (kind: DeltaKind) =>
      [table.before[kind][row]! * merged.scaleBefore, table.after[kind][row]! * merged.scaleAfter] as const
    const [selfBefore, selfAfter] = scaled('self')
    const [totalBefore, totalAfter] = scaled('total')
    const q = table.q[row]!
    const cause = table.cause[row]!
    const outcome = testOutcomes[table.outcome[row]!]!
    const own = delta === 'self' ? selfAfter - selfBefore : totalAfter - totalBefore
    return {
      name: nameOf(row),
      status: outcome === 'few' ? 'same' : outcome,
      selfBefore,
      selfAfter,
      totalBefore,
      totalAfter,
      interval: Number.isNaN(q) ? [own, own] : [table.low[row]!, table.high[row]!],
      q: Number.isNaN(q) ? null : q,
      isSignificant: isSignificant(table, row),
      cause: cause < 0 ? null : nameOf(cause),
      isHidden: table.isHidden[row]! > 0,
      hiddenBy: hiddenReasons[table.isHidden[row]!]!,
      hiddenBefore: (table.hiddenBefore?.[row] ?? 0) * merged.scaleBefore,
      hiddenAfter: (table.hiddenAfter?.[row] ?? 0) * merged.scaleAfter,
      cost: costChanges[table.cost[row]!]!,
    }
  })
}
