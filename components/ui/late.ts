'use client'
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { loadPart } from '../api/load-part.ts'
import { afterNextFrame } from './after-next-frame.ts'
import { nextTask } from './next-task.ts'
import { createStore } from './store.ts'

type Loaded<Module> = { readonly module: Module } | { readonly error: unknown }

/** A script that a page can be seen without. */
export interface Late<Module> {
  /** Asks for the script, again where it did not come. A call while it is on its way, or later, does nothing more. */
  readonly load: () => Promise<Loaded<Module>>
  /** The script, or why it did not come; null until then. */
  readonly get: () => Loaded<Module> | null
  readonly subscribe: (listener: () => void) => () => void
}

/** Ask again for each script that did not come. */
const missing = new Set<() => Promise<unknown>>()

/** Asks again for all late scripts that did not come, those that the page goes on without included. */
export function reloadMissing(): void {
  for (const load of missing) void load()
}

export function createLate<Module>(importIt: () => Promise<Module>): Late<Module> {
  const loaded = createStore<Loaded<Module> | null>(null)
  let asked: Promise<Loaded<Module>> | null = null
  const load = () => (asked ??= ask())
  const ask = async () => {
    const result = await loadPart(importIt).then(
      (module) => ({ module }),
      (error: unknown) => ({ error }),
    )
    await nextTask() // the script has just run, and drawing takes as long again: input and messages go in between
    if ('error' in result) {
      console.error(result.error)
      asked = null
      missing.add(load)
    } else missing.delete(load)
    loaded.set(result)
    return result
  }
  return { load, get: loaded.get, subscribe: loaded.subscribe }
}

/**
 * Gives the script; null until it is here, or where it does not come. It is asked for when the frame in which
 * `isWanted` became true is on the screen.
 *
 * Not React's `lazy`: a part that the server renders loads its script with all others of the page, and React may wait
 * up to 300 ms between two replaced fallbacks. Source: `globalMostRecentFallbackTime` of react-dom.
 */
export function useLate<Module>(late: Late<Module>, isWanted: boolean): Module | null {
  const [loaded, setLoaded] = useState(late.get)
  useEffect(() => {
    const follow = () => startTransition(() => setLoaded(late.get())) // drawn in slices: it is much, and nothing waits for it
    follow()
    return late.subscribe(follow)
  }, [late])
  useEffect(() => (isWanted ? afterNextFrame(() => void late.load()) : undefined), [late, isWanted])
  return loaded && 'module' in loaded ? loaded.module : null
}

/** Gives why a script did not come; null where it did, and until it is asked for. */
export function useLateFailure(late: Late<unknown>): { readonly error: unknown } | null {
  const loaded = useSyncExternalStore(late.subscribe, late.get, () => null)
  return loaded && 'error' in loaded ? loaded : null
}
