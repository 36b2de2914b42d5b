import { useCallback, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** Values that a browser without storage keeps until the page is left. */
const unstored = createStore<ReadonlyMap<string, string>>(new Map())

/** Text of this browser; null where there is none. */
export function readStoredText(key: string): string | null {
  const unstoredText = unstored.get().get(key)
  try {
    return unstoredText ?? localStorage.getItem(key)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

export function writeStored(key: string, text: string): void {
  const nextUnstored = new Map(unstored.get())
  try {
    localStorage.setItem(key, text)
    nextUnstored.delete(key)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    nextUnstored.set(key, text)
  }
  unstored.set(nextUnstored)
}

/** The text now, from other tabs too, and a way to change it. */
export function useStored(key: string): [text: string | null, write: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readStoredText(key),
    () => null,
  )
  return [text, useCallback((next: string) => writeStored(key, next), [key])]
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = unstored.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}
