'use client'
import { startTransition, useEffect, useState } from 'react'
import { afterNextFrame } from './after-next-frame.ts'
import { nextTask } from './next-task.ts'
import { createStore } from './store.ts'

/** A script that a page can be seen without. */
export interface Late<Module> {
  /** Asks for the script; a second call does nothing. */
  readonly load: () => void
  /** The script, or why it did not come; null until then. */
  readonly get: () => { readonly module: Module } | { readonly error: unknown } | null
  readonly subscribe: (listener: () => void) => () => void
}

export function createLate<Module>(importIt: () => Promise<Module>): Late<Module> {
  const loaded = createStore<ReturnType<Late<Module>['get']>>(null)
  let isAsked = false
  const load = async () => {
    if (isAsked) return
    isAsked = true
    const result = await importIt().then(
      (module) => ({ module }),
      (error: unknown) => ({ error }),
    )
    await nextTask() // the script has just run, and drawing takes as long again: input and messages go in between
    loaded.set(result)
  }
  return { load: () => void load(), get: loaded.get, subscribe: loaded.subscribe }
}

/** As `createLate`, for what a page can do without: where the script does not come, `without` takes its place. */
export function createOptionalLate<Module, Without>(
  importIt: () => Promise<Module>,
  without: Without,
): Late<Module | Without> {
  return createLate<Module | Without>(() =>
    importIt().catch((error: unknown) => {
      console.error(error)
      return without
    }),
  )
}

/**
 * Gives the script; null until it is here. It is asked for when the frame in which `isWanted` became true is on the
 * screen.
 *
 * Not React's `lazy`: a part that the server renders loads its script with all others of the page, and React may wait
 * up to 300 ms between two replaced fallbacks. Source: `globalMostRecentFallbackTime` of react-dom.
 *
 * Throws: while rendering, when the script cannot be fetched.
 */
export function useLate<Module>(late: Late<Module>, isWanted: boolean): Module | null {
  const [loaded, setLoaded] = useState(late.get)
  useEffect(() => {
    const follow = () => startTransition(() => setLoaded(late.get())) // drawn in slices: it is much, and nothing waits for it
    follow()
    return late.subscribe(follow)
  }, [late])
  useEffect(() => (isWanted ? afterNextFrame(late.load) : undefined), [late, isWanted])
  if (loaded && 'error' in loaded) throw loaded.error
  return loaded?.module ?? null
}
