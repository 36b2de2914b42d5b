'use client'
import type { RefObject } from 'react'
import { getNodePath } from '../../../lib/profile/tree/path-keys.ts'
import { viewToQuery } from '../../../lib/profile/view/view-query.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import type { ViewerAction } from '../../flame-graph/input/keys.ts'
import { showProblem, showToast } from '../../ui/toast.tsx'
import { type FilterAction, isFilterAction, unavailableReasons, applyFilterAction } from '../filters/filter-actions.ts'
import { describePointedFrame } from '../filters/frame-filters.ts'
import { listStackNames, nameOfNode } from '../details/describe-frame.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import { keepOnly } from '../search/search-changes.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { TreeModel, ProfileFacts } from '../worker/tree-messages.ts'
import type { ResolvedView } from './use-resolved-view.ts'
import type { Filters } from './use-filters.ts'
import type { NotesState } from '../notes/use-notes.ts'
import type { Search } from '../search/use-search.ts'
import type { TreeNavigation } from './use-navigation.ts'
import {
  toggleBase,
  toggleInvert,
  nextComparison,
  sortBy,
  toggleByThread,
  toggleTab,
  toggleOrientation,
  wholeGraph,
} from './view-changes.ts'
import type { Viewing } from './view-store.ts'

/** What opens beside the graph. */
export type ViewerPanel = 'keys' | 'rules' | 'packages' | 'threads'

export type RunAction = (action: ViewerAction, node?: number) => void

export interface ActionDependencies {
  readonly client: TreeClient
  readonly model: TreeModel
  readonly facts: ProfileFacts | null
  readonly viewing: Viewing
  readonly resolved: ResolvedView
  readonly search: Search
  readonly filters: Filters
  readonly navigation: TreeNavigation
  readonly notes: NotesState
  readonly graph: RefObject<FlameGraphHandle | null>
  readonly searchInput: RefObject<HTMLInputElement | null>
  readonly onPanel: (panel: ViewerPanel) => void
  readonly onMenu: (node: number) => void
  readonly isCompared?: boolean
}

/** Each action of a key or a menu, on a node: the selected one, or the zoomed one, when none is given. */
export function createActions(parts: ActionDependencies): RunAction {
  const { client, model, viewing, resolved, search, filters, navigation, notes, graph, searchInput, onPanel, onMenu } =
    parts
  const { view, change, back } = viewing
  const currentNode = resolved.selected >= 0 ? resolved.selected : resolved.zoomNode

  const actions: Record<Exclude<ViewerAction, FilterAction>, (node: number) => void> = {
    search: () => searchInput.current?.select(),
    'next-match': () => navigation.stepToMatch(1),
    'previous-match': () => navigation.stepToMatch(-1),
    'keep-matches': () => {
      const changed = keepOnly(view, search.typed >= 0 ? search.typed : view.searches.length - 1)
      const { filters: list, ...more } = changed
      if (list) filters.change(list, more)
      else showToast({ text: 'Search for something first.' })
    },
    up: navigation.stepUp,
    down: navigation.stepDown,
    left: () => navigation.stepAside('previous'),
    right: () => navigation.stepAside('next'),
    zoom: navigation.zoomTo,
    back: () => {
      if (!back() && resolved.zoomNode > 0) navigation.zoomTo(model.tree.parent[resolved.zoomNode]!)
    },
    reset: () => change(wholeGraph, 'push'),
    'zoom-in': () => graph.current?.zoomBy(2),
    'zoom-out': () => graph.current?.zoomBy(0.5),
    'pan-left': () => graph.current?.panBy(-0.25),
    'pan-right': () => graph.current?.panBy(0.25),
    'flame-or-icicle': () => change(toggleOrientation(view), 'push'),
    invert: () => change(toggleInvert(view), 'push'),
    'split-by-thread': () => change(toggleByThread(view), 'push'),
    'fold-base': () => change(toggleBase(view), 'push'),
    sort: () => change(sortBy(view, view.sort === 'weight' ? 'name' : 'weight'), 'push'),
    names: () => change({ names: view.names === 'full' ? 'simple' : 'full' }, 'push'),
    table: () => change(toggleTab(view, 'table'), 'push'),
    tree: () => change(toggleTab(view, 'tree'), 'push'),
    compare: () => {
      if (parts.isCompared) change(nextComparison(view), 'push')
      else showToast({ text: 'Choose what to compare it with first: Compare, at the top.' })
    },
    callers: (node) => {
      if (model.sides) showToast({ text: 'Callers and callees are of one profile: open Before or After alone.' })
      else if (view.tab === 'callers') change({ tab: 'graph' }, 'push')
      else change({ tab: 'callers', about: '', selected: navigation.pathOf(node) }, 'push')
    },
    threads: () => onPanel('threads'),
    undo: () => {
      if (!filters.undo()) showToast({ text: 'No filter was changed here.' })
    },
    'copy-name': (node) => copyText(node === 0 ? 'all' : getShownName(nameOfNode(model, node)), 'name'),
    'copy-stack': (node) => copyText(listStackNames(model, node).join('\n'), 'stack'),
    note: (node) => {
      if (!notes.canWrite) showToast({ text: 'Notes can only be read here.' })
      else
        notes.write({
          path: getNodePath(model, model.tree, node),
          frame: nameOfNode(model, node),
          query: viewToQuery(view).toString(),
        })
    },
    menu: onMenu,
    clear: () => change(view.search === '' ? { selected: [] } : { search: '' }, 'replace'),
    keys: () => onPanel('keys'),
  }

  const filter = async (action: FilterAction, node: number) => {
    const packs = action === 'fold-frameworks' ? (await client.packs()).map(({ id }) => id) : []
    const ownPackages = parts.facts?.ownPackages ?? []
    const next = applyFilterAction(action, {
      view,
      model,
      frame: describePointedFrame(model, node),
      ownPackages,
      packs,
    })
    if (next) filters.change(next.filters ?? filters.list, next)
    else showToast({ text: unavailableReasons[action] })
  }

  return (action, node = currentNode) => {
    if (isFilterAction(action)) void filter(action, node).catch(showProblem)
    else actions[action](node)
  }
}

/** Puts text on the clipboard and says so; `what` it is, for people. */
function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ text: `Copied the ${what}.` }),
    () => showToast({ text: `The browser refused to copy the ${what}: select it in the details.`, tone: 'bad' }),
  )
}
