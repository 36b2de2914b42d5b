import { type ProblemData } from '../../lib/errors.ts'
import { type CallTree } from '../../lib/profile/call-tree.ts'
import { type Filter } from '../../lib/profile/filters.ts'
import { type ColourMode } from '../../lib/profile/colour-group.ts'
import { type LegendEntry } from '../../lib/profile/legend.ts'
import { type FrameTable, type ProfileWarning, type Provenance, type Unit } from '../../lib/profile/profile.ts'

/** What the page asks of the tree worker. `serial` comes back with the answer, so that a late answer is known as late. */
export type TreeRequest =
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'build'; readonly serial: number; readonly filters: readonly Filter[] }
  | { readonly type: 'search'; readonly serial: number; readonly text: string; readonly caseSensitive: boolean }

export type TreeReply =
  | { readonly type: 'opened'; readonly facts: ProfileFacts }
  | { readonly type: 'built'; readonly serial: number; readonly built: BuiltTree }
  | { readonly type: 'legends'; readonly serial: number; readonly legends: Legends }
  | { readonly type: 'found'; readonly serial: number; readonly frameMatches: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly of: TreeRequest['type']; readonly serial: number; readonly problem: Failure }

/** A Problem as data, or the message of a bug. */
export type Failure = ProblemData | { readonly bug: string }

/** What is known of the whole profile, whatever part of it is drawn. */
export interface ProfileFacts {
  readonly unit: Unit
  readonly provenance: Provenance
  /** By name, heaviest first; threads that share a name count as one. */
  readonly threads: readonly { readonly name: string; readonly weight: number }[]
  readonly total: number
  readonly samples: number
}

/** A tree with what is needed to name and colour its nodes. The arrays were moved here, the worker no longer has them. */
export interface BuiltTree {
  readonly tree: CallTree
  readonly starts: Float64Array
  /** What the filters cost: cut at a limit, say. Those of the whole profile are in its provenance. */
  readonly warnings: readonly ProfileWarning[]
  /** null when they are those of the tree before. */
  readonly names: PackedNames | null
}

export type Legends = Record<ColourMode, readonly LegendEntry[]>

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
