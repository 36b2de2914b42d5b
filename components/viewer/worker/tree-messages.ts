import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import type { LineWeights } from '../../../lib/profile/tree/hot-lines.ts'
import type { ComparisonView, MergedTree } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { FoldedBase } from '../../../lib/profile/filters/fold-base.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import type { HotMethod, ProfileFinding } from '../../../lib/profile/quality/findings.ts'
import type { Span } from '../../../lib/profile/time/time-span.ts'
import type { ColourMode, PackageColours } from '../../../lib/profile/colour/colour-group.ts'
import type { LegendEntry } from '../../../lib/profile/colour/legend.ts'
import type { FrameTable, ProfileWarning, Provenance, Unit } from '../../../lib/profile/model/profile.ts'
import type { StackQuality } from '../../../lib/profile/quality/stack-quality.ts'
import type { ThreadRow } from '../../../lib/profile/time/thread-table.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { Failure } from './worker-rpc.ts'

/** How a tree is made of the profile; another of these makes another tree. */
export interface TreeOptions {
  readonly filters: readonly Filter[]
  readonly sort: ViewState['sort']
  /** For a worker that has a baseline too; not there without one. */
  readonly comparison?: ComparisonOptions
}

/** What a tree of two profiles needs to know besides. */
export interface ComparisonOptions extends Pick<ComparisonView, 'width' | 'scale' | 'requests'> {
  readonly baselineFilters: readonly Filter[]
}

/** An encoded profile: here already, or to be fetched. Loaded bytes are moved to the worker; those that were here are copied. */
export type ProfileSource =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly url?: string; readonly load: (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>> }

/** What costs nothing to know of a profile. */
export type ProfileBasics = Pick<ProfileFacts, 'unit' | 'provenance' | 'samples' | 'timeSpan'>

/** What is known of the whole profile, whatever part of it is drawn. */
export interface ProfileFacts {
  readonly unit: Unit
  readonly provenance: Provenance
  /** By name, heaviest first; threads that share a name count as one. */
  readonly threads: readonly ThreadRow[]
  readonly total: number
  readonly samples: number
  /** Of the samples that have a time, first and last in ms since the start; null when none has. */
  readonly timeSpan: readonly [number, number] | null
  readonly quality: StackQuality
  /** Package prefixes that are the program's own, guessed; empty when nothing tells. */
  readonly ownPackages: readonly string[]
  /** What a look at the whole says, the most expensive first. */
  readonly findings: readonly ProfileFinding[]
  readonly hotMethod: HotMethod | null
  /** Of the weight, 0 to 1: threads that wait for work. */
  readonly idleShare: number
}

/** What the page needs of a framework pack. */
export interface FrameworkTitle {
  readonly id: string
  readonly title: string
}

/** A tree with what is needed to name its nodes. Its arrays are moved to the page: the worker no longer has them. */
export interface PackedTree extends FlameLayout {
  /** Of a flame chart, what each thread shows from left to right, in ms since the recording began; null for any other tree. */
  readonly chartSpan: Span | null
  /** Of a flame chart the nodes of its threads, the one to look at first before others; empty for any other tree. */
  readonly chartThreads: readonly number[]
  /** Weight that each filter took away, in their order; 0 for those that keep all. */
  readonly removed: readonly number[]
  /** Share of each node's weight by compile tier, see node-tiers.ts; null when no engine said. */
  readonly tiers: Uint8Array | null
  /** What the filters cost: cut at a limit, say. Those of the whole profile are in its provenance. */
  readonly warnings: readonly ProfileWarning[]
  /** What the box of the folded base holds; null without one. */
  readonly base: FoldedBase | null
  /** Of the samples in the tree; null when none has a line. */
  readonly lineWeights: LineWeights | null
  /** null when they are those of the tree before. */
  readonly names: PackedNames | null
  /** Of a comparison: what each side has at each node. */
  readonly sides?: DiffSides
}

/** A merged tree without what every tree has. */
export interface DiffSides extends Omit<MergedTree, 'tree' | 'strings' | 'frames'> {
  /** What could not be done as wished, in sentences. */
  readonly notes: readonly string[]
}

/** The answer to a search for several terms. */
export interface FrameMatches {
  /** For each frame, bit i when search i finds its name. */
  readonly frameMasks: Uint8Array<ArrayBuffer>
  /** For each search, why it could not be run; null when it was. */
  readonly problems: readonly (Failure | null)[]
}

/** What a colour mode needs besides names and kinds. */
export interface TreeColours {
  readonly mode: ColourMode
  readonly legend: readonly LegendEntry[]
  /** By frame: rule + 1, 0 for none; in mode `rules` only. */
  readonly frameRules: Uint8Array | null
  /** By node: index into `pools`; in mode `thread` only. */
  readonly nodePools: Uint16Array | null
  readonly pools: readonly string[]
  /** In mode `package` only. */
  readonly packages: PackageColours | null
}

/** Frames are those of the tree drawn last. In `callers` node 1 is the function and its children are who calls it. */
export interface BuiltSandwich {
  readonly name: string
  readonly callers: FlameLayout
  readonly callees: FlameLayout
}

/** Names on their way from the worker: 200,000 strings take a quarter of a second to cross, one long string no time. */
export interface PackedNames {
  readonly frames: FrameTable
  readonly joined: string
  /** In UTF-16 units. */
  readonly lengths: Uint32Array<ArrayBuffer>
}

export interface FrameNames {
  readonly frames: FrameTable
  readonly strings: readonly string[]
}

/** A tree as the page keeps it, with its names. */
export interface TreeModel extends FrameNames, Omit<PackedTree, 'names'> {
  /** Which one it is, for questions about it. */
  readonly build: number
}

/** A tree and what its frames are called. */
export type NamedTree = Pick<TreeModel, 'tree' | 'frames' | 'strings'> &
  Partial<Pick<TreeModel, 'base' | 'chartSpan' | 'chartThreads' | 'lineWeights'>>
