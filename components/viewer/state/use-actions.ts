'use client'
import type { RefObject } from 'react'
import { pathOfNode } from '../../../lib/profile/tree/path-keys.ts'
import { viewToQuery } from '../../../lib/profile/view/view-query.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import type { ViewerAction } from '../../flame-graph/input/keys.ts'
import { showProblem, showToast } from '../../ui/toast.tsx'
import { type FilterAction, isFilterAction, noMeaning, stepsAfter } from '../filters/filter-actions.ts'
import { pointAt } from '../filters/frame-filters.ts'
import { stackOfNode } from '../details/describe-frame.ts'
import { shownName } from '../details/frame-labels.ts'
import { keepOnly } from '../search/search-changes.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { DrawnTree, ProfileFacts } from '../worker/tree-messages.ts'
import type { Drawing } from './use-resolved-view.ts'
import type { Filters } from './use-filters.ts'
import type { NotesState } from '../notes/use-notes.ts'
import type { Search } from '../search/use-search.ts'
import type { Walk } from './use-navigation.ts'
import { invert, nextComparison, sortBy, splitByThread, toggleTab, turn, wholeGraph } from './view-changes.ts'
import type { Viewing } from './view-store.ts'

/** What opens beside the graph. */
export type ViewerPanel = 'keys' | 'rules' | 'packages' | 'threads'

export type Act = (action: ViewerAction, node?: number) => void

export interface ActionParts {
  readonly client: TreeClient
  readonly drawn: DrawnTree
  readonly facts: ProfileFacts | null
  readonly viewing: Viewing
  readonly drawing: Drawing
  readonly search: Search
  readonly filters: Filters
  readonly walk: Walk
  readonly notes: NotesState
  readonly graph: RefObject<FlameGraphHandle | null>
  readonly searchInput: RefObject<HTMLInputElement | null>
  readonly onPanel: (panel: ViewerPanel) => void
  readonly onMenu: (node: number) => void
  readonly isCompared?: boolean
}

/** Each action of a key or a menu, on a node: the selected one, or the zoomed one, when none is given. */
export function createActions(parts: ActionParts): Act {
  const { client, drawn, viewing, drawing, search, filters, walk, notes, graph, searchInput, onPanel, onMenu } = parts
  const { view, change, back } = viewing
  const here = drawing.selected >= 0 ? drawing.selected : drawing.zoomNode
  const nameOf = (node: number) => {
    const frame = drawn.tree.frame[node]!
    return frame < 0 ? '' : drawn.strings[drawn.frames.name[frame]!]!
  }

  const actions: Record<Exclude<ViewerAction, FilterAction>, (node: number) => void> = {
    search: () => searchInput.current?.select(),
    'next-match': () => walk.stepToMatch(1),
    'previous-match': () => walk.stepToMatch(-1),
    'keep-matches': () => {
      const changed = keepOnly(view, search.typed >= 0 ? search.typed : view.searches.length - 1)
      const { filters: list, ...more } = changed
      if (list) filters.change(list, more)
      else showToast({ text: 'Search for something first.' })
    },
    up: walk.stepUp,
    down: walk.stepDown,
    left: () => walk.stepAside('previous'),
    right: () => walk.stepAside('next'),
    zoom: walk.zoomTo,
    back: () => {
      if (!back() && drawing.zoomNode > 0) walk.zoomTo(drawn.tree.parent[drawing.zoomNode]!)
    },
    reset: () => change(wholeGraph, 'push'),
    'zoom-in': () => graph.current?.zoomBy(2),
    'zoom-out': () => graph.current?.zoomBy(0.5),
    'pan-left': () => graph.current?.panBy(-0.25),
    'pan-right': () => graph.current?.panBy(0.25),
    'flame-or-icicle': () => change(turn(view), 'push'),
    invert: () => change(invert(view), 'push'),
    'split-by-thread': () => change(splitByThread(view), 'push'),
    sort: () => change(sortBy(view, view.sort === 'weight' ? 'name' : 'weight'), 'push'),
    names: () => change({ names: view.names === 'full' ? 'simple' : 'full' }, 'push'),
    table: () => change(toggleTab(view, 'table'), 'push'),
    tree: () => change(toggleTab(view, 'tree'), 'push'),
    compare: () => {
      if (parts.isCompared) change(nextComparison(view), 'push')
      else showToast({ text: 'Choose what to compare it with first: Compare, at the top.' })
    },
    callers: (node) => {
      if (drawn.sides) showToast({ text: 'Callers and callees are of one profile: open Before or After alone.' })
      else if (view.tab === 'callers') change({ tab: 'graph' }, 'push')
      else change({ tab: 'callers', about: '', selected: walk.pathOf(node) }, 'push')
    },
    threads: () => onPanel('threads'),
    undo: () => {
      if (!filters.undo()) showToast({ text: 'No filter was changed here.' })
    },
    'copy-name': (node) => copyText(node === 0 ? 'all' : shownName(nameOf(node)), 'name'),
    'copy-stack': (node) => copyText(stackOfNode(drawn, node).join('\n'), 'stack'),
    note: (node) => {
      if (!notes.canWrite) showToast({ text: 'Notes can only be read here.' })
      else
        notes.write({
          path: pathOfNode(drawn, drawn.tree, node),
          frame: nameOf(node),
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
    const next = stepsAfter(action, { view, drawn, pointed: pointAt(drawn, node), ownPackages, packs })
    if (next) filters.change(next.filters ?? filters.list, next)
    else showToast({ text: noMeaning[action] })
  }

  return (action, node = here) => {
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
