'use client'
import { useMemo, useRef, useState } from 'react'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import type { Scene } from '../../flame-graph/scene/scene.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { createStore, type ValueStore } from '../../ui/store.ts'
import { createPins, locateNotes } from '../notes/note-positions.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { BuiltSandwich, FrameNames, ProfileBasics, ProfileFacts, TreeModel } from '../worker/tree-messages.ts'
import { useColours } from '../colours/use-colours.ts'
import { useResolvedView } from './use-resolved-view.ts'
import { useFilters } from '../filters/use-filters.ts'
import { useHeatMap } from './use-heat-map.ts'
import { useKeepPosition } from './use-keep-position.ts'
import type { OpenedProfile } from './use-profile-tree.ts'
import type { NotesState } from '../notes/use-notes.ts'
import { useSearch } from '../search/use-search.ts'
import { useTreeNavigation } from './use-navigation.ts'
import type { Viewing } from '../view/view-store.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { selectHeading } from '../quality/select-heading.ts'
import { createNodeTexts, findHeaviestNode, type NodeTexts } from '../tree/describe-frame.ts'
import { frameLabel } from '../../../lib/profile/view/visible-text.ts'

function useNames({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  return useMemo(() => createLabels({ frames, strings }, names), [frames, strings, names])
}

/** A graph of the callers or the callees of a function. */
interface CallersGraph {
  readonly graph: FlameGraphHandle | null
  readonly label: string
  /** One line of text about a node. */
  readonly titleOf: (node: number) => string
}

/** The graphs of tab `callers`, while they are shown. */
type CallersGraphs = Partial<Record<'callers' | 'callees', CallersGraph>>

/** Panels that open beside the graph. */
type ViewerPanel = 'keys' | 'rules' | 'packages' | 'threads'

/** Where a menu was asked for, in client pixels. */
interface MenuPosition {
  readonly node: number
  readonly x: number
  readonly y: number
}

type BoxColours = Pick<Scene, 'colourOf' | 'presenceOf'>

/** The profile that a viewer shows, and where its view lives. */
export interface ViewerInput {
  readonly profile: OpenedProfile
  readonly summary: Pick<ProfileSummary, 'name' | 'unit' | 'event'>
  readonly viewing: Viewing
  readonly notes: NotesState
  /** There is a baseline, so that `d` has a meaning. */
  readonly isCompared?: boolean
  /** Filled with a node that must be seen once the graph is there; -1 for none. */
  readonly nodeToReveal?: ValueStore<number>
  /** Where the graph begins, if not at the hot method. */
  readonly startNode?: number
  /** The client of the profile beside this one, whose packages have the same colours. */
  readonly clientBeside?: TreeClient
  /** Boxes that show something else than the colour mode. */
  readonly colourOverrides?: BoxColours
  /** Where something else is said of a node than one profile says of it. */
  readonly texts?: NodeTexts
}

/**
 * One graph and all that the parts of the page need of it, worked out once: the view's state applied to the newest
 * tree.
 */
export type Viewer = ReturnType<typeof useViewer>

export function useViewer({ profile, summary, viewing, notes, isCompared = false, ...shown }: ViewerInput) {
  const { client, basics, facts, model } = profile
  const { unit, event } = summary
  const { view, change } = viewing
  const [panel, setPanel] = useState<ViewerPanel | null>(null)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const graph = useRef<FlameGraphHandle>(null)
  const [halves] = useState(() => createStore<CallersGraphs>({}))
  const searchInput = useRef<HTMLInputElement>(null)
  const [ownNodeToReveal] = useState(() => createStore(-1))
  const { nodeToReveal = ownNodeToReveal } = shown
  const theme = useResolvedTheme()
  const search = useSearch(client, model, view)
  const resolved = useResolvedView(model, view, search)
  const filters = useFilters(viewing)
  const navigation = useTreeNavigation(model, resolved, view, change, graph, nodeToReveal)
  const labelOf = useNames(model, view.names)
  const colours = useColours(client, model, view, theme, shown.clientBeside ?? null)
  const heatMap = useHeatMap(client, basics, view.filters)
  useKeepPosition(model, resolved, navigation, viewing, profile.isBuilding)

  const { zoomNode, range, selected, matches } = resolved
  const hotMethodNode = useHotNode(model, facts)
  const hotNode = shown.startNode ?? hotMethodNode
  const { colourOf, presenceOf }: BoxColours = shown.colourOverrides ?? colours
  const notePositions = useMemo(() => locateNotes(model, model.tree, notes.notes), [model, notes.notes])
  const pins = useMemo(() => createPins(notes.notes, notePositions), [notes.notes, notePositions])
  const searches = matches?.bySearch ?? noSearches
  const chart = useChart(model, basics)
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
  return {
    ...profile,
    title: summary.name,
    unit,
    event,
    viewing,
    notes,
    isCompared,
    graph,
    halves,
    theme,
    search,
    resolved,
    filters,
    navigation,
    labelOf,
    colours,
    heatMap,
    /** Canonical name of the function that tab `callers` is about; empty for none. See useCallers. */
    about: '',
    sandwich: null as BuiltSandwich | null,
    /** Something that the view asks for is still on its way. */
    isBusy: profile.isBusy || search.isSearching || resolved.isCounting || colours.isWaiting || heatMap.isWaiting,
    scene,
    texts: shown.texts ?? createNodeTexts(model, resolved, unit),
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
}

export function useHotNode(model: TreeModel, facts: ProfileFacts | null): number {
  const hotMethod = useMemo(() => facts && selectHeading(model, facts).hotMethod, [model, facts])
  return useMemo(() => (hotMethod ? findHeaviestNode(model, hotMethod.name) : -1), [model, hotMethod])
}

/** Gives the times of a flame chart, and the marks in them. */
function useChart({ chartSpan: span }: TreeModel, { provenance: { marks } }: ProfileBasics): Scene['chart'] {
  return useMemo(() => span && { span, marks }, [span, marks])
}

const noSearches: readonly Int32Array[] = []

/** Makes the labels of the boxes of frames; each is computed when it is first drawn. */
function createLabels({ frames, strings }: FrameNames, names: ViewState['names']): (frame: number) => string {
  const labels = new Map<number, string>()
  return (frame) => {
    if (frame < 0) return 'all'
    let label = labels.get(frame)
    if (label === undefined) labels.set(frame, (label = frameLabel({ frames, strings }, frame, names)))
    return label
  }
}
