'use client'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type CaptureChoice, parseCaptureChoice } from './capture-choice.ts'

const keyFor = (service: string) => `hearth.capture.${service.slice(0, 200)}`
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last choice for this service, kept in this browser, and a way to change it. */
export function useCaptureChoice(service: string): [CaptureChoice, (choice: CaptureChoice) => void] {
  const key = keyFor(service)
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  )
  const remember = useCallback(
    (choice: CaptureChoice) => {
      localStorage.setItem(key, JSON.stringify(choice))
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [useMemo(() => parseCaptureChoice(stored), [stored]), remember]
}
