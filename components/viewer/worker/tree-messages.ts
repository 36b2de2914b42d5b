import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import type { LineWeights } from '../../../lib/profile/tree/hot-lines.ts'
import type { ComparisonView, MergedTree } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { LostCallers } from '../../../lib/profile/compare/merged-tree/engine-sides.ts'
import type { FoldedBase } from '../../../lib/profile/filters/fold-base.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import type { HotMethod, HotMethodShare } from '../../../lib/profile/quality/findings.ts'
import type { ProfileFinding } from '../../../lib/profile/quality/rated-finding.ts'
import type { Span } from '../../../lib/profile/time/time-span.ts'
import type { ColourMode, ColourRule, PackageColours } from '../../../lib/profile/colour/colour-group.ts'
import type { LegendEntry } from '../../../lib/profile/colour/legend.ts'
import type { PackageAreas } from '../../../lib/profile/colour/package-colours.ts'
import type { FrameTable, ProfileWarning, Provenance, Unit } from '../../../lib/profile/model/profile.ts'
import type { StackQuality } from '../../../lib/profile/quality/stack-quality.ts'
import type { ThreadRow } from '../../../lib/profile/time/thread-table.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { WorkerFailure } from './worker-rpc.ts'

/** Options that a tree is built with. When one of these changes, the worker builds a new tree. */
export interface TreeOptions {
  readonly filters: readonly Filter[]
  readonly sort: ViewState['sort']
  /** Absent where the worker has no baseline. */
  readonly comparison?: ComparisonOptions
}

/** Options that only a merged tree has. */
export interface ComparisonOptions extends Pick<ComparisonView, 'width' | 'scale' | 'requests'> {
  readonly baselineFilters: readonly Filter[]
}

/**
 * An encoded profile: bytes that the page has, which are copied to the worker, or a function that loads them; loaded
 * bytes are moved there.
 */
export type ProfileSource =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly url?: string; readonly load: (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>> }

/** Facts of a profile that need no pass over its samples. */
export type ProfileBasics = Pick<ProfileFacts, 'unit' | 'provenance' | 'samples' | 'timeSpan'>

/** Facts of the whole profile, before all filters. */
export interface ProfileFacts {
  readonly unit: Unit
  readonly provenance: Provenance
  /** One row for each name, the heaviest first: threads that share a name are one row. */
  readonly threads: readonly ThreadRow[]
  readonly total: number
  readonly samples: number
  /** Times of the first and the last sample, in ms since the recording began; null when no sample has a time. */
  readonly timeSpan: readonly [number, number] | null
  readonly quality: StackQuality
  /** Package prefixes of the program itself, a guess; empty without one. */
  readonly ownPackages: readonly string[]
  /** Findings about the whole profile, those with the largest cost first. */
  readonly findings: readonly ProfileFinding[]
  readonly hotMethod: (HotMethod & { readonly ofWeight: HotMethodShare }) | null
  /**
   * Of an event whose leaves are classes, the class with the most weight, as lists name it, however little that is;
   * null of others, of few samples, and where the next has as much.
   */
  readonly topClass: (HotMethod & { readonly ofWeight: HotMethodShare }) | null
  /** Share of the weight that is threads waiting for work, 0 to 1. */
  readonly idleShare: number
}

/** Facts of what the filters of a tree leave. */
export interface ShownFacts extends Pick<ProfileFacts, 'hotMethod' | 'topClass' | 'idleShare'> {
  /** Too few to say which method is hot, or that none is. */
  readonly hasFewSamples: boolean
}

/** Facts of a framework pack that the page needs. */
export interface FrameworkTitle {
  readonly id: string
  readonly title: string
}

/**
 * A tree on its way from the worker to the page, which makes a TreeModel of it. Its arrays are moved; those of a merged
 * tree are copied.
 */
export interface PackedTree extends FlameLayout {
  /** Flame chart: the time range of its x axis, in ms since the recording began; null for any other tree. */
  readonly chartSpan: Span | null
  /**
   * Flame chart: the root node of each thread, in the order of chart-threads.ts (the busiest first); empty for any
   * other tree.
   */
  readonly chartThreads: readonly number[]
  /** Weight that each filter removed, in the order of the filters. */
  readonly removed: readonly number[]
  /** null where no filter leaves out samples or frames, and of a merged tree: the facts of the profile are its own. */
  readonly shownFacts: ShownFacts | null
  /** Share of each node's weight by compile tier, see node-tiers.ts; null when the engine reported none. */
  readonly tiers: Uint8Array | null
  /**
   * Warnings about this tree, such as a filter that could not be applied. Those of the whole profile are in its
   * provenance.
   */
  readonly warnings: readonly ProfileWarning[]
  /** The frames that the box of the folded base replaces; null without such a box. */
  readonly base: FoldedBase | null
  /** Weight by source line of the samples in the tree; null when none has a line. */
  readonly lineWeights: LineWeights | null
  /** null when the names are those of the previous tree. */
  readonly names: PackedNames | null
  /** Merged tree: the weights of both sides. */
  readonly sides?: DiffSides
}

/** The parts of a merged tree that no other tree has. */
export interface DiffSides extends Omit<MergedTree, 'tree' | 'strings' | 'frames'> {
  /** Sentences for the page on what changes the answer: an option that could not be applied, a warm-up. */
  readonly notes: readonly string[]
  /** On frames that the engines of the two cannot have in common. */
  readonly frameNotes: readonly string[]
  /** As `getLostCallers` gives them. */
  readonly lostCallers: LostCallers | null
  /** Filters took samples away from the earlier profile; `removed` is of the later one. */
  readonly isCut: boolean
}

/** The answer to several searches. */
export interface FrameMatches {
  /** One byte for each row of the frame table: bit i is set when search i matches its name. */
  readonly frameMasks: Uint8Array<ArrayBuffer>
  /** Says for each search why it could not run; null when it did. */
  readonly problems: readonly (WorkerFailure | null)[]
}

/** What boxes are coloured by. */
export interface ColourWishes {
  readonly mode: ColourMode
  readonly rules: readonly ColourRule[]
  /** Packages of the profile in the other pane, for one assignment of colours; null without it, and in other modes. */
  readonly beside: PackageAreas | null
}

/** Data that a colour mode needs besides names and kinds. */
export interface TreeColours {
  readonly mode: ColourMode
  readonly legend: readonly LegendEntry[]
  /** The index of the colour rule, plus 1, of each row of the frame table; 0 for none. null except in mode `rules`. */
  readonly frameRules: Uint8Array | null
  /** An index into `pools` for each node; null except in mode `thread`. */
  readonly nodePools: Uint16Array | null
  readonly pools: readonly string[]
  /** null except in mode `package`. */
  readonly packages: PackageColours | null
}

/**
 * Callers and callees of one function. Frames are rows of the frame table of the newest TreeModel. In `callers`, node 1
 * is the function and its children are its callers.
 */
export interface BuiltSandwich {
  readonly name: string
  readonly callers: FlameLayout
  readonly callees: FlameLayout
}

/**
 * FrameNames on their way from the worker. The strings are joined to one: posting 200,000 of them takes a quarter of a
 * second.
 */
export interface PackedNames {
  readonly frames: FrameTable
  readonly joined: string
  /** Length of each string in `joined`, in UTF-16 code units. */
  readonly lengths: Uint32Array<ArrayBuffer>
}

/** A frame table and the strings that its names are indexes into. */
export interface FrameNames {
  readonly frames: FrameTable
  readonly strings: readonly string[]
}

/** A tree as the page keeps it: the answer of the worker, with its names. */
export interface TreeModel extends FrameNames, Omit<PackedTree, 'names'> {
  /** Number of the build: a request about this tree carries it, so that the worker does not answer for a newer one. */
  readonly build: number
}

/** The parts of a TreeModel that name its nodes; trees that the page builds itself have them too. */
export type NamedTree = Pick<TreeModel, 'tree' | 'frames' | 'strings'> &
  Partial<Pick<TreeModel, 'base' | 'chartSpan' | 'chartThreads' | 'lineWeights' | 'removed' | 'sides'>>
