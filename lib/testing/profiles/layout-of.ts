import { buildCallTree, type CallTree, type Weights } from '../../profile/tree/call-tree.ts'
import { layoutStarts } from '../../profile/layout/layout.ts'
import type { Profile } from '../../profile/model/profile.ts'
import type { Viewport } from '../../profile/layout/layout.ts'

export interface LayoutCase {
  readonly profile: Profile
  readonly tree: CallTree
  readonly starts: Weights
  /** All of it, 1000 pixels wide. */
  readonly whole: Viewport
  /** A node stretched over the whole width. */
  readonly zoomed: (node: number, more?: Partial<Viewport>) => Viewport
}

/** A profile with what a viewer makes of it before it draws. */
export function layOutCase(profile: Profile): LayoutCase {
  const tree = buildCallTree(profile)
  const starts = layoutStarts(tree)
  const whole = { from: 0, to: tree.total[0]!, widthPx: 1000, firstRow: 0, lastRow: tree.maxDepth, minWidthPx: 0.5 }
  return {
    profile,
    tree,
    starts,
    whole,
    zoomed: (node, more) => ({ ...whole, from: starts[node]!, to: starts[node]! + tree.total[node]!, ...more }),
  }
}
