/** Two profiles set against each other: the words, and the shapes that all of it shares. */
import type { CallTree, SiblingOrder } from '../../tree/call-tree.ts'
import type { FilterStep } from '../../filters/filters.ts'
import type { FrameTable, Unit } from '../../model/profile.ts'

/** `diff`: one merged tree. `side`: two panes. */
export const comparisonModes = ['diff', 'side'] as const
/** The weight of a box's width. `union` is before plus after, `changed` the sum of changes below it, up or down. */
export const comparisonWidths = ['after', 'before', 'union', 'changed'] as const
/** The weight of which a delta is taken: the total of a frame, or its self weight. */
export const deltaKinds = ['total', 'self'] as const
/**
 * Scales by which recordings of unequal length and load compare: share of all, none, per second recorded, per second of
 * CPU used, per request served.
 */
export const comparisonScales = ['share', 'raw', 'second', 'cpu-second', 'request'] as const

export type ComparisonMode = (typeof comparisonModes)[number]
export type ComparisonWidth = (typeof comparisonWidths)[number]
export type DeltaKind = (typeof deltaKinds)[number]
export type ComparisonScale = (typeof comparisonScales)[number]

/**
 * Everything about a comparison that decides what is drawn, beside the two profiles. Part of ViewState, and so of the
 * address.
 */
export interface ComparisonView {
  readonly mode: ComparisonMode
  readonly width: ComparisonWidth
  /** A person or a link chose the width. Else `chooseOpeningWidth` may take another one, once the two are tested. */
  readonly isWidthChosen: boolean
  readonly delta: DeltaKind
  readonly scale: ComparisonScale
  /** Requests served meanwhile, [before, after], counted outside the profile; for scale `request`. */
  readonly requests: readonly [number, number] | null
  /** Noise is faded, or drawn like the rest. */
  readonly fade: boolean
  /** Filters of the baseline where they are not the same: another time range, another thread of the same profile. */
  readonly baselineFilters: readonly FilterStep[] | null
}

export const defaultComparison: ComparisonView = {
  mode: 'diff',
  width: 'after',
  isWidthChosen: false,
  delta: 'total',
  scale: 'share',
  requests: null,
  fade: true,
  baselineFilters: null,
}

/**
 * The widths that a comparison opens with, once it is tested: those of `defaultComparison`, or of both sides where most
 * of the largest change is gone, since by the widths of after it would be nowhere in the graph. Widths that a person or
 * a link chose stay.
 */
export function chooseOpeningWidth(
  { width, isWidthChosen }: Pick<ComparisonView, 'width' | 'isWidthChosen'>,
  isLargestGone: boolean,
): ComparisonWidth {
  return isLargestGone && !isWidthChosen ? 'union' : width
}

/** A box of which at most this part (0 to 1) is left after would be a line. */
const mostLeftOfBox = 0.1

/** Whether a weight is gone or as good as gone. */
export function isAlmostGone({ before, after }: ScaledPair): boolean {
  return before > 0 && after <= mostLeftOfBox * before
}

/** Weights of one side by node of the merged tree, in the profile's own unit, unscaled. */
export interface SideWeights {
  readonly self: Float64Array
  readonly total: Float64Array
}

/**
 * One tree over the stacks of both. `tree.self` and `tree.total` are the widths of boxes; where nothing of the chosen
 * width is left (a frame that is gone, by `after`), the node is there with width 0.
 *
 *     before `a;b 2` `a;c 1`, after `a;b 3` `a;d 1`, by union:  nodes all, a, b, c, d   before.total 3 3 2 1 0   after.total 4 4 3 0 1
 */
export interface MergedTree {
  readonly tree: CallTree
  /** Names of the frames of `tree`: both profiles' strings and frames merged by canonical name and kind. */
  readonly strings: readonly string[]
  readonly frames: FrameTable
  readonly before: SideWeights
  readonly after: SideWeights
  /** Factor of the weights of each side before the two are compared: `share` gives shares of all, 0 to 1. */
  readonly scaleBefore: number
  readonly scaleAfter: number
  /** The scale of `scaleBefore` and `scaleAfter`: `share` where the recordings lack the basis of the requested one. */
  readonly scale: ComparisonScale
  readonly bases: ScaleBases
}

/** The numbers by which the weights of one recording can be divided; null for unknown ones. */
export interface ScaleBasis {
  readonly unit: Unit
  readonly total: number
  readonly seconds: number | null
  readonly cpuSeconds: number | null
  readonly frequencyHz: number | null
  /** Its weights are for each request already, as those of an experiment's runs. */
  readonly isPerRequest: boolean
}

export interface ScaleBases {
  readonly before: ScaleBasis
  readonly after: ScaleBasis
}

export interface MergeOptions extends Pick<ComparisonView, 'width' | 'scale' | 'requests'> {
  readonly sort: SiblingOrder
}

/** `same`: noise alone could explain it; `few`: too few samples to be tested. */
export const testOutcomes = ['same', 'changed', 'new', 'gone', 'few'] as const
export type TestOutcome = (typeof testOutcomes)[number]

/**
 * How costs changed with shares. `same`: the cost per second is the same, so the share changed because something else
 * grew or shrank. `opposite`: it costs less and has a larger share, or more and a smaller one. Neither is a difference.
 */
export const costChanges = ['as-share', 'same', 'opposite'] as const
export type CostChange = (typeof costChanges)[number]

/**
 * Why frames that one side did not show may be all of a difference. `jit`: interpreted or inlined ones; `engines`: two
 * engines cannot show the same; `callers`: one side of the same engine lost callers of its stacks.
 */
export const hiddenReasons = ['none', 'jit', 'engines', 'callers'] as const
export type HiddenReason = (typeof hiddenReasons)[number]

/** Results of the tests against noise for each node (or each row of a table), in columns. */
export interface SignificanceResults {
  /** Index into testOutcomes. `new` and `gone` are facts; whether they are significant says `q`. */
  readonly outcome: Uint8Array
  /**
   * Chance of so large a difference by noise alone, after Benjamini-Hochberg over all tests; NaN when not tested.
   */
  readonly q: Float32Array
  /** Interval of the scaled delta, at 95%, adjusted as q is; NaN when not tested. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** Index into hiddenReasons: of what explains the difference where noise cannot. */
  readonly isHidden: Uint8Array
  /** Index into costChanges; other than 0 only where noise cannot explain the change of share. */
  readonly cost: Uint8Array
}

/** Groups of frames that are compared besides nodes. */
export const comparisonLevels = ['package', 'class', 'function'] as const
export type ComparisonLevel = (typeof comparisonLevels)[number]

/** Results for each node: a driver that vanished took all its nodes with it, however few samples they had. */
export interface NodeResults extends SignificanceResults {
  /**
   * Index into comparisonLevels, plus 1, where `q` is that of a package, class or function that is new or gone as a
   * whole, and the node is in it; 0 where `q` is the node's own.
   */
  readonly wholeLevel: Uint8Array
}

// Comparisons, experiments and both `--fail-if` use it, and the intervals of a comparison follow it. It is written out,
// as q ≤ 0.05, 5 in 100 or 95%, in docs/api.md, comparing.md, experiments.md, viewer-features.md and decision 0028.
// Intervals of experiments agree with it, too: change `wantedChance` of rank-test.ts with it. Those of trends
// (`normal95` of exact-tests.ts) do not follow it.
/**
 * Level of significance, the threshold of adjusted p-values (q-values): a difference counts when its q is at most this,
 * the share of noise among them.
 */
export const maxFalseDiscoveryRate = 0.05

/** Whether a difference counts. One that was not tested does not. */
export function isSignificant({ q }: Pick<SignificanceResults, 'q'>, index: number): boolean {
  return q[index]! <= maxFalseDiscoveryRate
}

type ScaledSides = Pick<MergedTree, 'before' | 'after' | 'scaleBefore' | 'scaleAfter'>

/** One node on both sides, scaled so that the two can be compared. */
interface ScaledPair {
  readonly before: number
  readonly after: number
}

export function getScaledPair(
  { before, after, scaleBefore, scaleAfter }: ScaledSides,
  kind: DeltaKind,
  node: number,
): ScaledPair {
  return { before: before[kind][node]! * scaleBefore, after: after[kind][node]! * scaleAfter }
}

/** After minus before of a node, or of a row of a table of deltas, with the scales of the merged tree. */
export function computeScaledChange(
  { before, after }: Pick<ScaledSides, 'before' | 'after'>,
  { scaleBefore, scaleAfter }: Pick<ScaledSides, 'scaleBefore' | 'scaleAfter'>,
  kind: DeltaKind,
  index: number,
): number {
  return after[kind][index]! * scaleAfter - before[kind][index]! * scaleBefore
}

/**
 * From -1, gone, by 0, the same, to 1, new: (after - before) / (after + before), which is as far from 0 for a half as
 * for the double.
 */
export function computeSymmetricDelta({ before, after }: ScaledPair): number {
  return before === after ? 0 : (after - before) / (after + before)
}

/** Whether only one side has a node, which is a fact without any test. */
export function getPresence(
  { before, after }: Pick<MergedTree, 'before' | 'after'>,
  node: number,
): 'both' | 'new' | 'gone' {
  if (before.total[node] === 0) return after.total[node] === 0 ? 'both' : 'new'
  return after.total[node] === 0 ? 'gone' : 'both'
}

/**
 * Whether pages call a node new or gone: only one side has it, and noise does not explain that. Before the tests none
 * is.
 */
export function getSignificantPresence(
  sides: Pick<MergedTree, 'before' | 'after'>,
  significance: Pick<SignificanceResults, 'q'> | null,
  node: number,
): ReturnType<typeof getPresence> {
  return significance !== null && isSignificant(significance, node) ? getPresence(sides, node) : 'both'
}
