import type { CallTree } from '../tree/call-tree.ts'
import type { Filter, FilterStep } from '../filters/filters.ts'
import { openKeyOfNode, packOfFrame } from '../filters/fold-framework.ts'
import { getNodePath } from '../tree/path-keys.ts'
import { kindOfFrame, nameOfFrame, type NamedFrames } from '../model/profile.ts'
import type { ViewState } from './view.ts'

type FilteredView = Pick<ViewState, 'filters' | 'invert'>

/**
 * Gives the view of the subtree of one node alone. A path in an inverted tree means nothing before the inversion, so
 * then the inversion becomes a step of the list, before the focus.
 */
export function focusOnNode(
  { filters, invert }: FilteredView,
  named: NamedFrames,
  tree: CallTree,
  node: number,
): FilteredView {
  const frame = tree.frame[node]
  if (frame === undefined || frame < 0) return { filters, invert }
  if (kindOfFrame(named, frame) === 'thread') {
    const threads = [nameOfFrame(named, frame)]
    return { filters: [...filters, { type: 'threads', threads }], invert }
  }
  // A split by thread is at the root of the path, and splits the rest again.
  const isSplit = kindOfFrame(named, tree.frame[rootOf(tree, node)]!) === 'thread'
  const before: FilterStep[] = [
    ...(invert ? [{ type: 'invert' } as const] : []),
    ...(isSplit ? [{ type: 'by-thread' } as const] : []),
  ]
  const path = getNodePath(named, tree, node)
  return { filters: [...filters, ...before, { type: 'focus-path', path }], invert: false }
}

/** Steps after which a node has another path than before. A focus-path behind them counts on the paths of then. */
const changesPaths = new Set<Filter['type']>([
  ...(['hide', 'show-from', 'only-packages', 'collapse-package', 'collapse-module'] as const),
  ...(['fold-recursion', 'strip-lines', 'focus', 'focus-path'] as const),
])

/**
 * The list with the framework's run at a node unfolded where it stands, or folded again; null where that cannot be:
 * nothing folds that frame, or the tree is inverted and has other paths.
 */
export function toggleRun(
  { filters, invert }: FilteredView,
  named: NamedFrames,
  tree: CallTree,
  node: number,
): FilterStep[] | null {
  const isInverted = invert || filters.some(({ type, off }) => type === 'invert' && off !== true)
  const pack = node > 0 ? packOfFrame(named, tree.frame[node]!) : null
  const key = openKeyOfNode(named, tree, node)
  const at = filters.findLastIndex((step) => step.type === 'fold-framework' && step.pack === pack && step.off !== true)
  const fold = filters[at]
  if (isInverted || key === null || fold?.type !== 'fold-framework') return null

  const open = fold.open.includes(key) ? fold.open.filter((known) => known !== key) : [...fold.open, key]
  const after = filters.slice(at + 1).filter(({ off }) => off !== true)
  if (!after.some(({ type }) => changesPaths.has(type))) return filters.with(at, { ...fold, open })
  // The key was made of the paths that are drawn, so the fold must see those: it goes behind the others.
  return after.some(({ type }) => type === 'focus-path') ? null : [...filters.toSpliced(at, 1), { ...fold, open }]
}

function rootOf({ parent }: CallTree, node: number): number {
  let root = node
  while (parent[root]! > 0) root = parent[root]!
  return root
}
