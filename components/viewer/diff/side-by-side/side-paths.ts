import { findNodeWithBase } from '../../../../lib/profile/tree/base-paths.ts'
import { type PathKeys, getNodePath } from '../../../../lib/profile/tree/path-keys.ts'
import { listStackNames } from '../../tree/describe-frame.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { type BySide, eachSide, otherSide, type Side } from '../side.ts'
import type { FindCounterpart } from './counterparts.ts'

/** A path of names in one of two trees. */
export interface SidePath {
  /** The same place in this tree's own names. */
  readonly path: PathKeys
  /** The end of the path, or of its longest part that is here. */
  readonly node: number
  readonly missing: number
  /** Names of the frames that are not here, root first; empty where they are unknown. */
  readonly absent: readonly string[]
}

/**
 * Finds a path in both trees. Whichever has all of it knows its names; in the other one its counterpart is looked for,
 * which may have other names there (names of two engines) or end earlier. A path that neither has whole is left as it
 * is in both.
 */
export function resolveSidePaths(
  path: PathKeys,
  trees: BySide<NamedTree>,
  findCounterpart: BySide<FindCounterpart>,
): BySide<SidePath> {
  const own = eachSide((side) => findNodeWithBase(trees[side], trees[side].tree, path))
  const home = (['after', 'before'] as const).find((side) => own[side].missing === 0)
  return eachSide((side) => {
    if (home === undefined || own[side].missing === 0) return { path, ...own[side], absent: [] }
    const { node, missing } = findCounterpart[home](own[home].node)
    const absent = missing > 0 ? listStackNames(trees[home], own[home].node).slice(-missing) : []
    return { path: node === 0 ? [] : getNodePath(trees[side], trees[side].tree, node), node, missing, absent }
  })
}

interface PaneFocus {
  readonly zoom: SidePath
  readonly selection: SidePath
}

/**
 * Gives the side whose frame the details describe: it has the whole path of the selected frame, or else of the one that
 * both are zoomed to. A side that lacks the frame would describe its caller.
 */
export function getFocusedSide(panes: BySide<PaneFocus>, active: Side): Side {
  const has = ({ node, missing }: SidePath) => node > 0 && missing === 0
  const either = [active, otherSide[active]] as const
  return either.find((side) => has(panes[side].selection)) ?? either.find((side) => has(panes[side].zoom)) ?? active
}
