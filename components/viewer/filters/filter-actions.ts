import type { ViewerAction } from '../../flame-graph/input/keys.ts'
import { focusOnNode, toggleRun } from '../../../lib/profile/view/view-steps.ts'
import { isInvertedView, type ViewState } from '../../../lib/profile/view/view.ts'
import { addFilter, type Filters, removeFilter, toggleFilter, toggleFrameworks } from './filter-changes.ts'
import {
  findBoxFilter,
  createFunctionFilter,
  createModuleFilter,
  createPackageFilter,
  type FunctionFilter,
  type PointedFrame,
} from './frame-filters.ts'
import type { NamedTree } from '../worker/tree-messages.ts'

type StepsOfView = Pick<ViewState, 'filters' | 'invert' | 'base'>

/** Actions of the viewer that change the filters, or the base of the view, by the frame at the pointer. */
export const filterActions = [
  'focus',
  'focus-path',
  'show-from',
  'hide',
  'drop',
  'collapse-package',
  'collapse-module',
  'expand',
  'fold-frameworks',
  'fold-direct',
  'fold-indirect',
  'my-packages',
  'hide-idle',
] as const satisfies readonly ViewerAction[]
export type FilterAction = (typeof filterActions)[number]

export function isFilterAction(action: ViewerAction): action is FilterAction {
  return filterActions.some((one) => one === action)
}

/** The frame of an action, and the facts of the whole profile that it needs. */
export interface ActionContext {
  readonly view: StepsOfView
  readonly model: NamedTree
  readonly frame: PointedFrame
  /** Package prefixes of the program itself; empty where none is known. */
  readonly ownPackages: readonly string[]
  /** Ids of the framework packs found in the profile. */
  readonly packs: readonly string[]
}

/** Gives what an action on a frame changes in the view; null where the action has no meaning there. */
export function applyFilterAction(action: FilterAction, context: ActionContext): Partial<StepsOfView> | null {
  const { view, model, frame: pointed } = context
  if (action === 'focus-path') return pointed.kind === null ? null : focusOnNode(view, model, model.tree, pointed.node)
  // The root of an inverted graph is a leaf, so it has no base to open.
  if (action === 'expand' && pointed.base !== null && !isInvertedView(view))
    return { base: pointed.base === 'box' ? 'open' : 'folded' }
  const filters = computeFilters(action, view.filters, context)
  return filters && { filters }
}

function computeFilters(
  action: Exclude<FilterAction, 'focus-path'>,
  filters: Filters,
  context: ActionContext,
): Filters | null {
  const { frame: pointed, ownPackages, packs } = context
  switch (action) {
    case 'focus':
    case 'show-from':
    case 'hide':
    case 'drop':
      return withFilter(filters, createFunctionFilter(action satisfies FunctionFilter, pointed))
    case 'collapse-package':
      return withFilter(filters, createPackageFilter(pointed))
    case 'collapse-module':
      return withFilter(filters, createModuleFilter(pointed))
    case 'expand':
      return expandFrame(filters, context)
    case 'fold-frameworks':
      return packs.length === 0 ? null : toggleFrameworks(filters, packs)
    case 'fold-direct':
      return toggleFilter(filters, { type: 'fold-recursion', reach: 'direct' })
    case 'fold-indirect':
      return toggleFilter(filters, { type: 'fold-recursion', reach: 'indirect' })
    case 'my-packages':
      return toggleOwnPackages(filters, ownPackages)
    case 'hide-idle':
      return toggleFilter(filters, { type: 'hide-idle' })
  }
}

function withFilter(filters: Filters, filter: Parameters<typeof addFilter>[1] | null): Filters | null {
  return filter && addFilter(filters, filter)
}

/**
 * Opens a box where it stands, closes one that was opened; folds the framework of a frame when nothing folds it yet.
 * null where the frame is of no framework, or its fold cannot be opened at one node (toggleRun).
 */
function expandFrame(filters: Filters, { view, model, frame: pointed }: ActionContext): Filters | null {
  const box = findBoxFilter(pointed, filters)
  if (box >= 0) return removeFilter(filters, box)
  const { framework } = pointed
  if (framework === null) return null
  const isFolded = filters.some(
    (step) => step.type === 'fold-framework' && step.pack === framework && step.off !== true,
  )
  if (!isFolded) return addFilter(filters, { type: 'fold-framework', pack: framework, open: [] })
  return toggleRun(view, model, model.tree, pointed.node)
}

/** null where no package is known to be the program's. */
function toggleOwnPackages(filters: Filters, packages: readonly string[]): Filters | null {
  const at = filters.findIndex(({ type, off }) => type === 'only-packages' && off !== true)
  if (at >= 0) return removeFilter(filters, at)
  return packages.length === 0 ? null : addFilter(filters, { type: 'only-packages', packages })
}
