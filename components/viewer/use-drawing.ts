'use client'
import { useMemo } from 'react'
import { nodeOfPath } from '../../lib/profile/path-keys.ts'
import { matchNodes, searchShares } from '../../lib/profile/search.ts'
import { type ViewState } from '../../lib/profile/view.ts'
import { rangeOfNode, type Range } from '../flame-graph/places.ts'
import { type DrawnTree, type SearchResult } from './use-profile-tree.ts'

/** A view's paths and search, found in one tree. */
export interface Drawing {
  readonly zoomNode: number
  /** Frames of the zoom path that this tree does not have. */
  readonly missing: number
  readonly range: Range | null
  /** -1 for none. */
  readonly selected: number
  /** Sorted nodes; null when nothing is searched. */
  readonly matches: Int32Array | null
  readonly shares: { readonly nodes: number; readonly ofView: number; readonly ofAll: number } | null
}

export function useDrawing(drawn: DrawnTree, view: ViewState, found: SearchResult | null): Drawing {
  const zoom = useMemo(() => nodeOfPath(drawn, drawn.tree, view.zoom), [drawn, view.zoom])
  const selected = useMemo(() => {
    if (view.selected.length === 0) return -1
    const { node, missing } = nodeOfPath(drawn, drawn.tree, view.selected)
    return missing === 0 ? node : -1
  }, [drawn, view.selected])
  const frameMatches = found?.drawn === drawn ? found.frameMatches : null
  const matches = useMemo(() => frameMatches && matchNodes(drawn.tree, frameMatches), [drawn, frameMatches])
  const shares = useMemo(
    () => frameMatches && searchShares(drawn.tree, frameMatches, zoom.node),
    [drawn, frameMatches, zoom.node],
  )
  const range = useMemo(() => {
    if (!view.range) return null
    const { from, to } = rangeOfNode(drawn, zoom.node)
    return { from: from + view.range[0] * (to - from), to: from + view.range[1] * (to - from) }
  }, [drawn, zoom.node, view.range])
  return useMemo(
    () => ({ zoomNode: zoom.node, missing: zoom.missing, range, selected, matches, shares }),
    [zoom, range, selected, matches, shares],
  )
}
