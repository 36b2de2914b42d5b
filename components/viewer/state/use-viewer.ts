'use client'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Theme } from '../../../lib/profile/colour/colour.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import type { Scene } from '../../flame-graph/scene/scene.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { createHeld, type Held } from './ref.ts'
import { type NotePlaces, pinsOfNotes, placeNotes } from '../notes/note-positions.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { DrawnTree, FrameNames, ProfileBasics, ProfileFacts } from '../worker/tree-messages.ts'
import { type Act, createActions, type ViewerPanel } from './use-actions.ts'
import { type Colours, useColours } from '../colours/use-colours.ts'
import { type Drawing, useDrawing } from './use-resolved-view.ts'
import { type Filters, useFilters } from './use-filters.ts'
import { useFollow } from './use-keep-position.ts'
import type { NotesState } from '../notes/use-notes.ts'
import { type Search, useSearch } from '../search/use-search.ts'
import { useWalk, type Walk } from './use-navigation.ts'
import type { Viewing } from './view-store.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { createLabels } from '../details/frame-labels.ts'
import { createNodeTexts, type NodeTexts } from '../details/describe-frame.ts'

/** What to write on a frame's boxes. */
function useNames({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  return useMemo(() => createLabels({ frames, strings }, names), [frames, strings, names])
}

/** Where a menu was asked for, in client pixels. */
interface MenuPlace {
  readonly node: number
  readonly x: number
  readonly y: number
}

/** What the viewer is given. */
export interface ViewerGiven {
  readonly client: TreeClient
  readonly drawn: DrawnTree
  readonly basics: ProfileBasics
  /** null until the worker has looked at the whole. */
  readonly facts: ProfileFacts | null
  readonly viewing: Viewing
  readonly notes: NotesState
  readonly graph: RefObject<FlameGraphHandle | null>
  readonly title: string
  readonly unit: Unit
  readonly event: string
  /** There is a baseline, so that `d` has a meaning. */
  readonly isCompared?: boolean
  /** One of two panes: a place that this one lacks must not change the view of both. */
  readonly isTwin?: boolean
  /** Boxes that show something else than the colour mode. */
  readonly painted?: Pick<Scene, 'colourOf' | 'presenceOf'>
  /** Where something else is said of a node than one profile says of it. */
  readonly texts?: NodeTexts
}

/** Everything the parts of the page need, worked out once: the view's state applied to the newest tree. */
export interface Viewer extends ViewerGiven {
  readonly theme: Theme
  readonly search: Search
  readonly drawing: Drawing
  readonly filters: Filters
  readonly walk: Walk
  readonly labelOf: (frame: number) => string
  readonly colours: Colours
  readonly scene: Omit<Scene, 'theme'>
  readonly texts: NodeTexts
  readonly notePlaces: NotePlaces
  /** The selected node, or the zoomed one. */
  readonly here: number
  readonly searchInput: RefObject<HTMLInputElement | null>
  /** A node that the graph must show once it is there; -1 for none. */
  readonly toReveal: Held<number>
  readonly panel: ViewerPanel | null
  readonly setPanel: (panel: ViewerPanel | null) => void
  readonly menu: MenuPlace | null
  readonly setMenu: (menu: MenuPlace | null) => void
  readonly act: Act
}

export function useViewer(given: ViewerGiven): Viewer {
  const { client, drawn, viewing, notes, graph, event } = given
  const { view, change } = viewing
  const [panel, setPanel] = useState<ViewerPanel | null>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  const [toReveal] = useState(() => createHeld(-1))
  const theme = useResolvedTheme()
  const search = useSearch(client, drawn, view)
  const drawing = useDrawing(drawn, view, search)
  const filters = useFilters(viewing)
  const walk = useWalk(drawn, drawing, view, change, graph, toReveal)
  const labelOf = useNames(drawn, view.names)
  const colours = useColours(client, drawn, view, theme)
  useFollow(drawn, drawing, walk, viewing, given.isTwin)

  const { zoomNode, range, selected, matches } = drawing
  const colourOf = given.painted?.colourOf ?? colours.colourOf
  const presenceOf = given.painted?.presenceOf
  const notePlaces = useMemo(() => placeNotes(drawn, drawn.tree, notes.notes), [drawn, notes.notes])
  const pins = useMemo(() => pinsOfNotes(notes.notes, notePlaces), [notes.notes, notePlaces])
  const searches = matches?.bySearch ?? noSearches
  const scene = useMemo(
    () => ({
      tree: drawn.tree,
      starts: drawn.starts,
      tiers: drawn.tiers,
      orientation: view.orientation,
      zoomNode,
      range,
      row: view.row,
      selected,
      searches,
      labelOf,
      colourOf,
      presenceOf,
      pins,
      event,
    }),
    [
      drawn,
      view.orientation,
      view.row,
      zoomNode,
      range,
      selected,
      searches,
      labelOf,
      colourOf,
      presenceOf,
      pins,
      event,
    ],
  )
  const here = selected >= 0 ? selected : zoomNode
  const parts = {
    ...given,
    drawing,
    search,
    filters,
    walk,
    searchInput,
    onPanel: setPanel,
    onMenu: (node: number) => setMenu(placeOfMenu(graph.current, node)),
  }
  const act: Act = (action, node) => createActions(parts)(action, node)
  return {
    ...given,
    theme,
    search,
    drawing,
    filters,
    walk,
    labelOf,
    colours,
    scene,
    texts: given.texts ?? createNodeTexts(drawn, drawing, given.unit),
    notePlaces,
    here,
    searchInput,
    toReveal,
    panel,
    setPanel,
    menu,
    setMenu,
    act,
  }
}

const noSearches: readonly Int32Array[] = []

/** Beside the box of a node; in the middle of the window when no box is in sight. */
function placeOfMenu(graph: FlameGraphHandle | null, node: number): MenuPlace {
  const { x, y } = graph?.placeOf(node) ?? { x: innerWidth / 3, y: innerHeight / 3 }
  return { node, x, y }
}
