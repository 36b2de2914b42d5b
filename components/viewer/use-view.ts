'use client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createViewStore, type Viewing, type ViewStore } from './view-store.ts'

/**
 * The state of the view, which lives in the address: a link holds the exact view, and Back returns to the one before.
 * `query` is what the server saw of the address.
 */
export function useView(query: string): Viewing {
  const store: ViewStore = useMemo(() => createViewStore(query), [query])
  useEffect(() => store.follow(), [store])
  const view = useSyncExternalStore(store.subscribe, store.view, store.view)
  return { view, change: store.change, back: store.back }
}
