'use client'
import { useSyncExternalStore } from 'react'
import { asProblem } from '../api/as-problem.ts'
import { createLate, useLate } from './late.ts'
import { createStore } from './store.ts'
import type { ShownToast, ToastContent } from './toast-region.tsx'
import { useViewShown } from './view-shown.ts'

// A store outside React, so that any event handler can call showToast. (sonner would do, but it puts a <style> without
// a nonce into the page, which our Content-Security-Policy refuses.)
const none: readonly ShownToast[] = []
const toasts = createStore(none)
let lastId = 0

/** Messages (toasts) at the edge of the screen at a time; the oldest goes for a further one. */
const mostToasts = 3

/**
 * Says something at the edge of the screen, with at most one thing to do about it. At most three are up at a time. One
 * takes the place of another that says the same, unless that has something of its own to do, such as Undo.
 */
export function showToast(content: ToastContent): void {
  lastId++
  toasts.set([
    ...toasts
      .get()
      .filter(({ open, text, action }) => open && (action || text !== content.text))
      .slice(1 - mostToasts), // the newest, with one place left for this one
    { ...content, id: lastId, open: true },
  ])
}

/** Takes away what was said about the view on the screen, when that changes. */
export function dismissAdvice(): void {
  const kept = toasts.get().filter(({ isAdvice }) => !isAdvice)
  if (kept.length < toasts.get().length) toasts.set(kept)
}

/** Says why something did not work. */
export function showProblem(error: unknown): void {
  const { title, remedy } = asProblem(error)
  showToast({ text: title, more: remedy, tone: 'bad' })
}

const lateRegion = createLate(() => import('./toast-region.tsx'))

/**
 * Where toasts come up; once, in the layout. F8 moves the focus there. Its script is here before a server can be away.
 */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => none)
  const isViewShown = useViewShown()
  const region = useLate(lateRegion, isViewShown || shown.length > 0)
  if (!region) return null
  const setOpen = (id: number, open: boolean) =>
    toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, open } : toast)))
  return <region.ToastRegion toasts={shown} onOpenChange={setOpen} />
}
