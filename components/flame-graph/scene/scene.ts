import type { CallTree, FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import type { Mark } from '../../../lib/profile/model/profile.ts'
import type { Span } from '../../../lib/profile/time/time-span.ts'
import type { GraphTheme } from './graph-theme.ts'
import type { Range } from '../geometry/ranges.ts'
import type { Orientation } from '../geometry/rows.ts'

/** What is drawn. Replace it whole: the canvas finds out what moved. */
export interface Scene extends FlameLayout {
  readonly orientation: Orientation
  readonly zoomNode: number
  /** Part of the width that is shown; null for the whole zoom node. */
  readonly range: Range | null
  /** Rows scrolled from the root's edge; null for where the zoom puts it. */
  readonly row: number | null
  /**
   * Visible where all is shown and nothing was scrolled, as far as one can without the width; -1 or none for the root's
   * edge.
   */
  readonly hotNode?: number
  /** The graph beside this one, which rests with the same rows at the same height where both can be read there. */
  readonly beside?: GraphBeside
  /** -1 for none. */
  readonly selected: number
  /** The sorted nodes that each search found; empty when nothing is searched. */
  readonly searches: readonly Int32Array[]
  /** A search found something in the graph beside this one: what it did not find is faded here, too. */
  readonly isFoundBeside?: boolean
  readonly labelOf: (frame: number) => string
  readonly colourOf: (node: number) => string
  /** How much of each node ran interpreted, compiled, inlined: see computeNodeTiers; null when no engine said. */
  readonly tiers: Uint8Array | null
  readonly pins: readonly Pin[]
  /** Says which boxes of a comparison only one side has: their shape marks that too. */
  readonly presenceOf?: (node: number) => Presence
  /** Event of the recording, as the engine calls it: it tints the background. */
  readonly event: string
  /** When each thread of a flame chart begins and ends, and what is marked over it; ms since the recording began. */
  readonly chart?: { readonly span: Span; readonly marks: readonly Mark[] } | null
  /** The counterpart of the box under the pointer in the graph beside this one; null or absent without such a graph. */
  readonly counterpart?: Counterpart | null
  readonly theme: GraphTheme
}

/** The part of the graph beside this one which decides where both rest. */
export interface GraphBeside {
  readonly tree: CallTree
  /** -1 for none. */
  readonly hotNode: number
  /** The frame that this graph is zoomed to, too; 0 where they show different frames, or all. */
  readonly zoomNode: number
}

/** A place by the same names as in another graph; where such a place is not here, the nearest caller that is. */
export interface Counterpart {
  readonly node: number
  readonly isAbsent: boolean
}

/** `new` was not there before, `gone` is no longer there. */
export type Presence = 'both' | 'new' | 'gone'

/** A note on a node, by the number of the node. */
export interface Pin {
  readonly node: number
  readonly label: string
}

/** Whether boxes that no search found are faded: only where something was found. */
export function fadesOthers({ searches, isFoundBeside = false }: Pick<Scene, 'searches' | 'isFoundBeside'>): boolean {
  return searches.some((found) => found.length > 0) || (isFoundBeside && searches.length > 0)
}

/** Gives whether two scenes show the same part of the tree. */
export function isSamePosition(one: Scene, other: Scene): boolean {
  return (
    one.zoomNode === other.zoomNode &&
    one.row === other.row &&
    one.hotNode === other.hotNode &&
    one.beside?.tree === other.beside?.tree &&
    one.beside?.hotNode === other.beside?.hotNode &&
    one.beside?.zoomNode === other.beside?.zoomNode &&
    one.range?.from === other.range?.from &&
    one.range?.to === other.range?.to
  )
}
