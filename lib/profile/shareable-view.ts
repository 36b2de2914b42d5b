import type { FilterStep } from './filters.ts'
import type { Redaction } from './redaction.ts'
import { defaultView, type ViewState } from './view.ts'

/**
 * The view without what a redacted copy must not tell: a link holds it in clear, and paths are made of names. What is left would find
 * nothing under the masked names either.
 */
export function shareableView(view: ViewState, { keepPackages, threads, places }: Redaction): ViewState {
  const hidesFrames = keepPackages !== null
  const hidesThreads = threads || places
  const sift = (steps: readonly FilterStep[]) =>
    steps.flatMap((step): FilterStep[] => {
      if (hidesThreads && step.type === 'threads') return []
      if (!hidesFrames || nameless.has(step.type)) return [step]
      // Which framework is folded is no secret; which of its runs is open is a path.
      return step.type === 'fold-framework' ? [{ ...step, open: [] }] : []
    })
  const { comparison } = view
  const sifted: ViewState = {
    ...view,
    filters: sift(view.filters),
    comparison: { ...comparison, baselineFilters: comparison.baselineFilters && sift(comparison.baselineFilters) },
  }
  if (!hidesFrames && !hidesThreads) return sifted
  const { zoom, range, row, selected, searches, search, about, rules } = defaultView
  const whole = { zoom, range, row, selected }
  if (!hidesFrames) return { ...sifted, ...whole }
  return {
    ...sifted,
    ...whole,
    ...{ searches, search, about, rules },
    colour: view.colour === 'rules' ? defaultView.colour : view.colour,
    tab: view.tab === 'callers' ? defaultView.tab : view.tab,
  }
}

const nameless: ReadonlySet<FilterStep['type']> = new Set([
  'by-thread',
  'invert',
  'fold-recursion',
  'strip-lines',
  'hide-idle',
  'threads',
  'time',
])
