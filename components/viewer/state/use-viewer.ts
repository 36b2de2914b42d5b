'use client'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import type { Scene } from '../../flame-graph/scene/scene.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { createStore } from '../../ui/store.ts'
import { createPins, locateNotes } from '../notes/note-positions.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { FrameNames, ProfileBasics, ProfileFacts, TreeModel } from '../worker/tree-messages.ts'
import { createActions, type RunAction, type ViewerPanel } from './use-actions.ts'
import { useColours } from '../colours/use-colours.ts'
import { useResolvedView } from './use-resolved-view.ts'
import { useFilters } from './use-filters.ts'
import { useKeepPosition } from './use-keep-position.ts'
import type { NotesState } from '../notes/use-notes.ts'
import { useSearch } from '../search/use-search.ts'
import { useTreeNavigation } from './use-navigation.ts'
import type { Viewing } from './view-store.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { createNodeTexts, findHeaviestNode, type NodeTexts } from '../details/describe-frame.ts'
import { frameLabel } from '../../../lib/profile/view/visible-text.ts'

function useNames({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  return useMemo(() => createLabels({ frames, strings }, names), [frames, strings, names])
}

/** Where a menu was asked for, in client pixels. */
interface MenuPosition {
  readonly node: number
  readonly x: number
  readonly y: number
}

/** What the viewer is given. */
export interface ViewerInput {
  readonly client: TreeClient
  readonly model: TreeModel
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
  readonly isSidePane?: boolean
  /** Boxes that show something else than the colour mode. */
  readonly colourOverrides?: Pick<Scene, 'colourOf' | 'presenceOf'>
  /** Where something else is said of a node than one profile says of it. */
  readonly texts?: NodeTexts
}

/** Everything the parts of the page need, worked out once: the view's state applied to the newest tree. */
export type Viewer = ReturnType<typeof useViewer>

export function useViewer(input: ViewerInput, isBuilding: boolean) {
  const { client, model, viewing, notes, graph, event } = input
  const { view, change } = viewing
  const [panel, setPanel] = useState<ViewerPanel | null>(null)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  // What the graph must show once it is there; -1 for none.
  const [nodeToReveal] = useState(() => createStore(-1))
  const theme = useResolvedTheme()
  const search = useSearch(client, model, view)
  const resolved = useResolvedView(model, view, search)
  const filters = useFilters(viewing)
  const navigation = useTreeNavigation(model, resolved, view, change, graph, nodeToReveal)
  const labelOf = useNames(model, view.names)
  const colours = useColours(client, model, view, theme)
  useKeepPosition(model, resolved, navigation, viewing, { isSidePane: input.isSidePane, isBuilding })

  const { zoomNode, range, selected, matches } = resolved
  // Two graphs are compared row by row, so neither has a start of its own.
  const hotMethod = (input.isCompared ? null : input.facts?.hotMethod) ?? null
  const hotNode = useMemo(() => (hotMethod ? findHeaviestNode(model, hotMethod.name) : -1), [model, hotMethod])
  const colourOf = input.colourOverrides?.colourOf ?? colours.colourOf
  const presenceOf = input.colourOverrides?.presenceOf
  const notePositions = useMemo(() => locateNotes(model, model.tree, notes.notes), [model, notes.notes])
  const pins = useMemo(() => createPins(notes.notes, notePositions), [notes.notes, notePositions])
  const searches = matches?.bySearch ?? noSearches
  const { marks } = input.basics.provenance
  const chart = useMemo(() => model.chartSpan && { span: model.chartSpan, marks }, [model.chartSpan, marks])
  const scene = useMemo(
    (): Omit<Scene, 'theme'> => ({
      tree: model.tree,
      starts: model.starts,
      widths: model.widths,
      chart,
      tiers: model.tiers,
      orientation: view.orientation,
      zoomNode,
      range,
      row: view.row,
      hotNode,
      selected,
      searches,
      labelOf,
      colourOf,
      presenceOf,
      pins,
      event,
    }),
    [
      model,
      chart,
      view.orientation,
      view.row,
      zoomNode,
      range,
      hotNode,
      selected,
      searches,
      labelOf,
      colourOf,
      presenceOf,
      pins,
      event,
    ],
  )
  const viewer = {
    ...input,
    theme,
    search,
    resolved,
    filters,
    navigation,
    labelOf,
    colours,
    scene,
    texts: input.texts ?? createNodeTexts(model, resolved, input.unit),
    notePositions,
    /** The selected node, or the zoomed one. */
    currentNode: selected >= 0 ? selected : zoomNode,
    searchInput,
    nodeToReveal,
    panel,
    setPanel,
    menu,
    setMenu,
  }
  const onMenu = (node: number) => setMenu(getMenuPosition(graph.current, node))
  const runAction: RunAction = (action, node) => createActions({ ...viewer, onPanel: setPanel, onMenu })(action, node)
  return { ...viewer, runAction }
}

const noSearches: readonly Int32Array[] = []

/** Beside the box of a node; in the middle of the window when no box is in sight. */
function getMenuPosition(graph: FlameGraphHandle | null, node: number): MenuPosition {
  const { x, y } = graph?.positionOf(node) ?? { x: innerWidth / 3, y: innerHeight / 3 }
  return { node, x, y }
}

/** What to write on a frame's boxes; each worked out when it is first drawn. */
function createLabels({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  const labels = new Map<number, string>()
  return (frame) => {
    if (frame < 0) return 'all'
    let label = labels.get(frame)
    if (label === undefined) labels.set(frame, (label = frameLabel({ frames, strings }, frame, names)))
    return label
  }
}
