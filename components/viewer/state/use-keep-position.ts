'use client'
import { useEffect, useRef } from 'react'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { TreeModel, NamedTree } from '../worker/tree-messages.ts'
import type { ResolvedView } from './use-resolved-view.ts'
import type { TreeNavigation } from './use-navigation.ts'
import type { Viewing } from './view-store.ts'
import { packOfFrame } from '../../../lib/profile/filters/fold-framework.ts'

interface LastPosition {
  readonly model: TreeModel
  readonly zoomNode: number
  readonly selected: number
  /** Their places in the view of then. */
  readonly zoom: ViewState['zoom']
  readonly selection: ViewState['selected']
}

/**
 * Keeps the zoom and the selection where they were when filters make another tree: the paths in the view are of the tree before.
 * Of two panes neither decides for both.
 * A link that was opened is left alone: its path may be longer than this profile goes, and the page says so.
 */
export function useKeepPosition(
  model: TreeModel,
  { zoomNode, missing, selected }: ResolvedView,
  navigation: TreeNavigation,
  { view, change }: Viewing,
  { isSidePane = false, isBuilding }: { readonly isSidePane?: boolean | undefined; readonly isBuilding: boolean },
): void {
  const before = useRef<LastPosition | null>(null)
  useEffect(() => {
    // The view may be another one by now, by the Back button for instance, and its places are of a tree that is on its way.
    if (isBuilding) return
    const last = before.current
    const isOther = last !== null && last.model !== model
    // In the order of time a place is a number, which is another node in another tree.
    const isNumbered = view.sort === 'time'
    const isZoomLost = missing > 0 || (isNumbered && view.zoom.length > 0 && view.zoom === last?.zoom)
    const isSelectionLost =
      view.selected.length > 0 && (selected < 0 || (isNumbered && view.selected === last?.selection))
    if (!isSidePane && isOther && (isZoomLost || isSelectionLost)) {
      const follow = (node: number) => (node > 0 ? navigation.pathOf(findNodeInNewTree(last.model, node, model)) : [])
      before.current = null
      change(
        {
          ...(isZoomLost ? { zoom: follow(last.zoomNode), range: null } : {}),
          ...(isSelectionLost ? { selected: follow(last.selected) } : {}),
        },
        'replace',
      )
      return // and comes here again with what was found
    }
    before.current = { model, zoomNode, selected, zoom: view.zoom, selection: view.selected }
  }, [model, zoomNode, missing, selected, navigation, view, change, isSidePane, isBuilding])
}

/**
 * Where a node of one tree is in another one made by other filters: the way from the root goes by the same names, but for those that
 * are no longer there. 0 when not even the start of it is there.
 *
 *     main;run;work;sum without run   is   main;work;sum
 */
export function findNodeInNewTree(from: NamedTree, node: number, to: NamedTree): number {
  const indexesOf = new Map<string, number[]>()
  const path = pathTo(from, node)
  path.forEach((key, index) => indexesOf.set(key, [...(indexesOf.get(key) ?? []), index]))
  let at = 0
  let done = -1
  for (;;) {
    let next = -1
    let nextIndex = path.length
    for (let child = at + 1; child < to.tree.end[at]!; child = to.tree.end[child]!) {
      const index = indexesOf.get(keyOf(to, child))?.find((one) => one > done) ?? path.length
      if (index < nextIndex) [next, nextIndex] = [child, index]
    }
    if (next < 0) return done === path.length - 1 ? at : (findSameFramework(from, node, to, at) ?? at)
    at = next
    done = nextIndex
  }
}

/** The box that took the place of a framework's frames, or the first of the frames that took the place of the box. */
function findSameFramework(from: NamedTree, node: number, to: NamedTree, caller: number): number | null {
  const pack = node > 0 ? packOfFrame(from, from.tree.frame[node]!) : null
  if (pack === null) return null
  for (let child = caller + 1; child < to.tree.end[caller]!; child = to.tree.end[child]!) {
    if (packOfFrame(to, to.tree.frame[child]!) === pack) return child
  }
  return null
}

function pathTo(named: NamedTree, node: number): string[] {
  const path: string[] = []
  for (let at = node; at > 0; at = named.tree.parent[at]!) path.push(keyOf(named, at))
  return path.reverse()
}

function keyOf({ tree, frames, strings }: NamedTree, node: number): string {
  const frame = tree.frame[node]!
  return `${frames.kind[frame]} ${strings[frames.name[frame]!]}`
}
