import { type ViewState } from '../../lib/profile/view.ts'
import { viewFromQuery, viewToQuery } from '../../lib/profile/view-query.ts'

/** `push` makes a step that Back undoes; `replace`, for typing and selecting, does not. */
export type Step = 'push' | 'replace'
export type ChangeView = (change: Partial<ViewState>, step: Step) => void

export interface Viewing {
  readonly view: ViewState
  readonly change: ChangeView
  /** One step back in this view; false when the step before was another page. */
  readonly back: () => boolean
}

/** Safari refuses more than 100 changes of the address in 30 s, and typing makes many. */
const replaceDelayMs = 300

/** The view and the browser's address, kept equal. Parts of the view that did not change stay the same objects. */
export interface ViewStore extends Pick<Viewing, 'change' | 'back'> {
  readonly view: () => ViewState
  readonly subscribe: (listener: () => void) => () => void
  /** Takes over what Back and Forward do to the address, until the returned function is called. */
  readonly follow: () => () => void
}

export function createViewStore(query: string): ViewStore {
  let view = viewFromQuery(new URLSearchParams(query))
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const show = (next: ViewState) => {
    view = keepEqualParts(view, next)
    for (const listener of listeners) listener()
  }
  const read = () => {
    clearTimeout(timer)
    timer = undefined
    show(viewFromQuery(new URLSearchParams(location.search)))
  }
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    history.replaceState({ hearthSteps: stepsHere() }, '', addressOf(view))
  }
  const change: ChangeView = (changed, step) => {
    const next = { ...view, ...changed }
    if (viewToQuery(next).toString() === viewToQuery(view).toString()) return
    if (step === 'push') {
      flush() // what was typed belongs to the view that Back returns to
      history.pushState({ hearthSteps: stepsHere() + 1 }, '', addressOf(next))
    } else {
      clearTimeout(timer)
      timer = setTimeout(flush, replaceDelayMs)
    }
    show(next)
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow() {
      // A page that Next kept from before has the query of then.
      if (addressOf(view) !== location.pathname + location.search + location.hash) read()
      addEventListener('popstate', read)
      return () => {
        removeEventListener('popstate', read)
        flush()
      }
    },
    change,
    back() {
      if (stepsHere() === 0) return false
      history.back()
      return true
    },
  }
}

/** Steps made in this page since it was opened: kept with the entry in the browser's history. */
function stepsHere(): number {
  return (history.state as { hearthSteps?: number } | null)?.hearthSteps ?? 0
}

function addressOf(view: ViewState): string {
  const query = viewToQuery(view).toString()
  return `${location.pathname}${query ? `?${query}` : ''}${location.hash}`
}

function keepEqualParts(before: ViewState, after: ViewState): ViewState {
  const parts = Object.entries(after).map(([name, part]: [string, unknown]) => {
    const old: unknown = before[name as keyof ViewState]
    return [name, JSON.stringify(old) === JSON.stringify(part) ? old : part]
  })
  return Object.fromEntries(parts) as ViewState
}
