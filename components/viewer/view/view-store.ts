'use client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { createStore } from '../../ui/store.ts'
import { viewFromQuery, viewToQuery } from '../../../lib/profile/view/view-query.ts'

/**
 * The state of the view, which lives in the address: a link holds the exact view, and Back returns to the one before.
 * `query` is the query of the address that the server saw.
 */
export function useView(query: string, address: ViewAddress = pageAddress): Viewing {
  const store: ViewStore = useMemo(() => createViewStore(query, address), [query, address])
  useEffect(() => store.follow(), [store])
  const view = useSyncExternalStore(store.subscribe, store.view, store.view)
  return { view, change: store.change, back: store.back }
}

/**
 * `push` makes a step that Back undoes. `replace`, for typing and selecting, changes the current entry and makes none.
 */
export type HistoryMode = 'push' | 'replace'
export type ChangeView = (change: Partial<ViewState>, step: HistoryMode) => void

export interface Viewing {
  readonly view: ViewState
  readonly change: ChangeView
  /** Goes one step back in this view. Gives false, and does nothing, when the step before was another page. */
  readonly back: () => boolean
}

// Safari refuses more than 100 changes of the address in 30 s, and typing makes many.
/** Wait after a change of the view before it is written to the address; a further change starts it anew. */
const replaceDelayMs = 300

/** The view and the browser's address, kept equal. Parts of the view that did not change stay the same objects. */
export interface ViewStore extends Pick<Viewing, 'change' | 'back'> {
  readonly view: () => ViewState
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Takes over what Back and Forward do to the address, until the returned function is called, which also writes a
   * change that waits.
   */
  readonly follow: () => () => void
}

/** How a view stands in the address of its page. */
export interface ViewAddress {
  /** The query that is in the address now. */
  readonly read: () => string
  /** The address that holds this query. */
  readonly withQuery: (query: string) => string
}

/**
 * The query of the page's own address, as in a link. `baseline`, the profile that this one is compared with, is no part
 * of the view, and stays; other parameters go.
 */
export const pageAddress: ViewAddress = {
  read: () => location.search,
  withQuery(query) {
    const baseline = new URLSearchParams(location.search).get('baseline')
    const whole = [
      ...(baseline === null ? [] : [new URLSearchParams({ baseline }).toString()]),
      ...(query ? [query] : []),
    ]
    return `${location.pathname}${whole.length > 0 ? `?${whole.join('&')}` : ''}${location.hash}`
  },
}

export function createViewStore(query: string, address: ViewAddress = pageAddress): ViewStore {
  const { get: view, set, subscribe } = createStore(viewFromQuery(new URLSearchParams(query)))
  let timer: ReturnType<typeof setTimeout> | undefined
  /** A change by `replace` has not been written yet. */
  let isTyped = false

  const show = (next: ViewState) => set(reuseEqualParts(view(), next))
  const read = () => {
    clearTimeout(timer)
    timer = undefined
    isTyped = false
    show(viewFromQuery(new URLSearchParams(address.read())))
  }
  const flush = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    isTyped = false
    write('replaceState', stepsHere(), queryOf(view()))
  }
  const flushLater = () => {
    clearTimeout(timer)
    timer = setTimeout(flush, replaceDelayMs)
  }
  const change: ChangeView = (changed, step) => {
    const next = queryOf({ ...view(), ...changed })
    if (next === queryOf(view())) return
    if (step === 'push') {
      if (isTyped) flush() // the typed text belongs to the view that Back returns to
      write('pushState', stepsHere() + 1, next)
    } else isTyped = true
    // It is done after a push, too: Next's router, still handling a Back, may write the older address over the new one.
    flushLater()
    // The view is read back from its own query, so that it is exactly the view of a link.
    show(viewFromQuery(new URLSearchParams(next)))
  }
  /**
   * We keep the state that Next put into the entry: its router then ignores our change. Else it would render the page
   * anew in the first frames of every zoom. Some browsers refuse to change the address of a page that was opened from a
   * file; the view goes on without.
   */
  const write = (how: 'pushState' | 'replaceState', hearthSteps: number, next: string) => {
    try {
      history[how]({ ...(history.state as object | null), hearthSteps }, '', address.withQuery(next))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
    }
  }

  return {
    view,
    subscribe,
    follow() {
      // Next may show a page again that it kept: `query` is then that of the earlier visit, and the address is right.
      if (queryOf(view()) !== queryOf(viewFromQuery(new URLSearchParams(address.read())))) read()
      addEventListener('popstate', read)
      const { pathname } = location
      return () => {
        removeEventListener('popstate', read)
        // The address may be that of the next page by now.
        if (location.pathname === pathname) flush()
        clearTimeout(timer)
        timer = undefined
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

function queryOf(view: ViewState): string {
  return viewToQuery(view).toString()
}

function reuseEqualParts(before: ViewState, after: ViewState): ViewState {
  const parts = Object.entries(after).map(([name, part]: [string, unknown]) => {
    const old: unknown = before[name as keyof ViewState]
    return [name, JSON.stringify(old) === JSON.stringify(part) ? old : part]
  })
  return Object.fromEntries(parts) as ViewState
}
