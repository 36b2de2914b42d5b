'use client'
import { useSyncExternalStore } from 'react'
import type { SourceTemplate } from '../../../lib/profile/source-link.ts'

const key = 'hearth-source-template'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Where this person's sources are; empty when they have not said. Kept in the browser, in no link. */
export function useSourceTemplate(): SourceTemplate {
  return useSyncExternalStore(subscribe, read, () => '')
}

export function keepSourceTemplate(template: SourceTemplate): void {
  try {
    localStorage.setItem(key, template)
  } catch {
    kept = template // a browser without storage keeps it until the page is left
  }
  for (const listener of listeners) listener()
}

let kept = ''

function read(): SourceTemplate {
  try {
    return localStorage.getItem(key) ?? kept
  } catch {
    return kept
  }
}
