'use client'
import { loadPart } from '../../api/load-part.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { ViewerAction } from '../../flame-graph/input/keys.ts'
import { showProblem, showToast } from '../../ui/toast.tsx'
import { type FilterAction, isFilterAction, applyFilterAction } from '../filters/filter-actions.ts'
import { describePointedFrame } from '../filters/frame-filters.ts'
import { createNoteAnchor } from '../notes/use-notes.ts'
import { listStackNames, nameOfNode } from '../tree/describe-frame.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import { keepOnly } from '../search/search-changes.ts'
import type { Viewer } from './use-viewer.ts'
import {
  toggleBase,
  toggleInvert,
  nextComparison,
  sortBy,
  toggleByThread,
  toggleTab,
  toggleOrientation,
  wholeGraph,
} from '../view/view-changes.ts'
import { keyPanShare, keyZoomFactor } from '../../flame-graph/motion/navigation.ts'

/** The reason why one graph of two profiles has no callers. */
export const ofOneProfile = 'Callers and callees are of one profile: use Side by side, or open Before or After alone.'

type Act = (viewer: Viewer, node: number) => void

/**
 * Runs the action of a key or an entry of a menu, at `node`. Without one it is the selected node, else the zoomed one.
 */
export function runAction(viewer: Viewer, action: ViewerAction, node = viewer.currentNode): void {
  if (isFilterAction(action)) void filterBy(action, viewer, node).catch(showProblem)
  else actions[action](viewer, node)
}

/** Says what the view on the screen lacks for the action; ViewerPanels takes it away when the view changes. */
const advise = (text: string) => showToast({ text, isAdvice: true })

const changeView =
  (toNext: (view: ViewState) => Partial<ViewState>): Act =>
  ({ viewing: { view, change } }) =>
    change(toNext(view), 'push')

/** Each takes the parts of the viewer that it uses. Those of filters are in filter-actions.ts. */
const actions: Readonly<Record<Exclude<ViewerAction, FilterAction>, Act>> = {
  search: ({ searchInput }) => searchInput.current?.select(),
  'next-match': ({ navigation }) => navigation.stepToMatch(1),
  'previous-match': ({ navigation }) => navigation.stepToMatch(-1),
  'keep-matches': ({ search, filters, viewing: { view } }) => {
    // The text that is typed, else the newest search; without both nothing changes.
    const changed = keepOnly(view, search.typed >= 0 ? search.typed : view.searches.length - 1)
    const { filters: list, ...more } = changed
    if (list) filters.change(list, more)
    else advise('Search for something first.')
  },
  up: ({ navigation }) => navigation.stepUp(),
  down: ({ navigation }) => navigation.stepDown(),
  left: ({ navigation }) => navigation.stepAside('previous'),
  right: ({ navigation }) => navigation.stepAside('next'),
  zoom: ({ navigation }, node) => navigation.zoomTo(node),
  back: ({ viewing, navigation, model, resolved: { zoomNode } }) => {
    if (!viewing.back() && zoomNode > 0) navigation.zoomTo(model.tree.parent[zoomNode]!)
  },
  reset: changeView(() => wholeGraph),
  'zoom-in': ({ graph }) => graph.current?.zoomBy(keyZoomFactor),
  'zoom-out': ({ graph }) => graph.current?.zoomBy(1 / keyZoomFactor),
  'pan-left': ({ graph }) => graph.current?.panBy(-keyPanShare),
  'pan-right': ({ graph }) => graph.current?.panBy(keyPanShare),
  'flame-or-icicle': changeView(toggleOrientation),
  invert: changeView(toggleInvert),
  'split-by-thread': changeView(toggleByThread),
  'fold-base': changeView(toggleBase),
  sort: changeView((view) => sortBy(view, view.sort === 'weight' ? 'name' : 'weight')),
  names: changeView(({ names }) => ({ names: names === 'full' ? 'simple' : 'full' })),
  table: changeView((view) => toggleTab(view, 'table')),
  tree: changeView((view) => toggleTab(view, 'tree')),
  compare: ({ isCompared, viewing: { view, change } }) => {
    if (isCompared) change(nextComparison(view), 'push')
    else advise('Choose what to compare it with first: Compare, at the top.')
  },
  callers: ({ model, navigation, viewing: { view, change } }, node) => {
    if (model.sides) advise(ofOneProfile)
    else if (view.tab === 'callers') change({ tab: 'graph' }, 'push')
    else change({ tab: 'callers', about: '', selected: navigation.pathOf(node) }, 'push') // '': of the selected node
  },
  threads: ({ setPanel }) => setPanel('threads'),
  undo: ({ filters }) => {
    if (!filters.undo()) advise('No filter was changed here.')
  },
  'copy-name': ({ model }, node) => copyPart('name', node === 0 ? 'all' : getShownName(nameOfNode(model, node))),
  'copy-stack': ({ model }, node) => copyPart('stack', listStackNames(model, node).join('\n')),
  note: ({ notes, model, viewing: { view } }, node) => {
    if (!notes.canWrite) advise('Notes can only be read here.')
    else notes.write(createNoteAnchor(model, node, view))
  },
  menu: ({ graph, setMenu }, node) => {
    // Beside the box of the node; a third from the left and the top where no box is in sight.
    const { x, y } = graph.current?.positionOf(node) ?? { x: innerWidth / 3, y: innerHeight / 3 }
    setMenu({ node, x, y })
  },
  clear: ({ viewing: { view, change } }) => change(view.search === '' ? { selected: [] } : { search: '' }, 'replace'),
  keys: ({ setPanel }) => setPanel('keys'),
}

async function filterBy(
  action: FilterAction,
  { client, model, facts, filters, viewing: { view } }: Viewer,
  node: number,
): Promise<void> {
  const packs = action === 'fold-frameworks' ? (await client.packs()).map(({ id }) => id) : []
  const next = applyFilterAction(action, {
    view,
    model,
    frame: describePointedFrame(model, node),
    ownPackages: facts?.ownPackages ?? [],
    packs,
  })
  if (next) filters.change(next.filters ?? filters.list, next)
  else {
    const { unavailableReasons } = await loadPart(() => import('../filters/unavailable-reasons.ts'))
    advise(unavailableReasons[action])
  }
}

function copyPart(part: 'name' | 'stack', text: string): void {
  void loadPart(() => import('./copy-part.ts'))
    .then((late) => late.copyPart(part, text))
    .catch(showProblem)
}
