'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { afterNextFrame } from './after-next-frame.ts'
import { createStore } from './store.ts'

/** A script that a page can be seen without. */
export interface Late<Module> {
  /** Asks for it, once. */
  readonly load: () => void
  /** The script, or why it did not come; null until then. */
  readonly get: () => { readonly module: Module } | { readonly error: unknown } | null
  readonly subscribe: (listener: () => void) => () => void
}

export function createLate<Module>(importIt: () => Promise<Module>): Late<Module> {
  const loaded = createStore<ReturnType<Late<Module>['get']>>(null)
  let isAsked = false
  const load = () => {
    if (isAsked) return
    isAsked = true
    importIt().then(
      (module) => loaded.set({ module }),
      (error: unknown) => loaded.set({ error }),
    )
  }
  return { load, get: loaded.get, subscribe: loaded.subscribe }
}

/**
 * The script, null until it is here. It is asked for when the frame in which `isWanted` came true is on the screen.
 *
 * Not React's lazy: a server that renders such a part has the page load its script with all others, and what takes the place of a fallback
 * is held back for 300 ms.
 *
 * Throws: while rendering, when the script cannot be had.
 */
export function useLate<Module>(late: Late<Module>, isWanted: boolean): Module | null {
  const loaded = useSyncExternalStore(late.subscribe, late.get, () => null)
  useEffect(() => (isWanted ? afterNextFrame(late.load) : undefined), [late, isWanted])
  if (loaded && 'error' in loaded) throw loaded.error
  return loaded?.module ?? null
}
