'use client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createViewStore, pageAddress, type ViewAddress, type Viewing, type ViewStore } from './view-store.ts'

/**
 * The state of the view, which lives in the address: a link holds the exact view, and Back returns to the one before.
 * `query` is what the server saw of the address.
 */
export function useView(query: string, address: ViewAddress = pageAddress): Viewing {
  const store: ViewStore = useMemo(() => createViewStore(query, address), [query, address])
  useEffect(() => store.follow(), [store])
  const view = useSyncExternalStore(store.subscribe, store.view, store.view)
  return { view, change: store.change, back: store.back }
}
