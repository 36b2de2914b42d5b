import type { FilterStep } from '../filters/filters.ts'
import type { RedactionOptions } from './redaction.ts'
import { defaultView, type ViewState } from '../view/view.ts'

/**
 * Gives the view without the names that a redacted copy hides: a link holds the view in clear, paths are made of names,
 * and searches and rules of colour may have any name, a thread's and a host's too. The parts that are left out would
 * find nothing under the masked names either.
 */
export function redactView(
  view: ViewState,
  { keepPackages, threads, places: hidesLocations }: RedactionOptions,
): ViewState {
  const hidesFrames = keepPackages !== null
  const hidesThreads = threads || hidesLocations
  if (!hidesFrames && !hidesThreads) return view
  const sift = (steps: readonly FilterStep[]) =>
    steps.flatMap((step): FilterStep[] => {
      if (hidesThreads && filtersWithThreads.has(step.type)) return []
      if (!hidesFrames || filtersWithoutNames.has(step.type)) return [step]
      // Which framework is folded is no secret; which of its runs is open is a path.
      return step.type === 'fold-framework' ? [{ ...step, open: [] }] : []
    })
  const { comparison } = view
  const { zoom, range, row, selected, searches, search, about, rules } = defaultView
  return {
    ...view,
    ...{ zoom, range, row, selected, searches, search, about, rules },
    filters: sift(view.filters),
    comparison: { ...comparison, baselineFilters: comparison.baselineFilters && sift(comparison.baselineFilters) },
    colour: view.colour === 'rules' ? defaultView.colour : view.colour,
    tab: view.tab === 'callers' ? defaultView.tab : view.tab,
  }
}

const filtersWithoutNames: ReadonlySet<FilterStep['type']> = new Set([
  'by-thread',
  'invert',
  'fold-base',
  'fold-recursion',
  'strip-lines',
  'hide-idle',
  'threads',
  'time',
])

/**
 * Filters that may name a thread. The others name functions, packages and libraries: no menu offers them for a thread.
 */
const filtersWithThreads: ReadonlySet<FilterStep['type']> = new Set(['threads', 'keep'])
