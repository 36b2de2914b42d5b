'use client'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { asProblem } from '../api/as-problem.ts'
import { IconButton } from './icon-button.tsx'
import { buttonClass } from './button.tsx'
import { createStore } from './store.ts'

interface ToastContent {
  readonly text: string
  /** A second line: what to do about it. */
  readonly more?: string
  readonly tone?: 'neutral' | 'bad'
  readonly action?: { readonly text: string; readonly run: () => void }
}
interface ShownToast extends ToastContent {
  readonly id: number
  readonly open: boolean
}

// A store outside React, so that any event handler can call showToast. (sonner would do, but it puts a <style> without
// a nonce into the page, which our Content-Security-Policy refuses.)
const none: readonly ShownToast[] = []
const toasts = createStore(none)
let lastId = 0

/** Says something at the edge of the screen, with at most one thing to do about it. At most three are up at a time. */
export function showToast(content: ToastContent): void {
  lastId++
  toasts.set([
    ...toasts
      .get()
      .filter((toast) => toast.open)
      .slice(-2),
    { ...content, id: lastId, open: true },
  ])
}

/** Says why something did not work. */
export function showProblem(error: unknown): void {
  const { title, remedy } = asProblem(error)
  showToast({ text: title, more: remedy, tone: 'bad' })
}

/** Where toasts come up; once, in the layout. F8 moves the focus there. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => none)
  return (
    <Radix.Provider duration={8000} swipeDirection="right">
      {shown.map((toast) => (
        <Radix.Root
          key={toast.id}
          open={toast.open}
          type={toast.tone === 'bad' ? 'foreground' : 'background'}
          duration={toast.tone === 'bad' ? 15_000 : undefined}
          onOpenChange={(open) => toasts.set(shown.map((one) => (one.id === toast.id ? { ...one, open } : one)))}
          className="floating animate-pop flex items-center gap-3 py-2 pr-2 pl-3 data-[state=closed]:hidden"
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={toast.tone === 'bad' ? 'font-medium break-words text-bad' : 'break-words'}>
              {toast.text}
            </Radix.Title>
            {toast.more ? (
              <Radix.Description className="mt-0.5 break-words text-muted">{toast.more}</Radix.Description>
            ) : null}
          </div>
          {toast.action ? (
            <Radix.Action
              altText={toast.action.text}
              className={buttonClass({ size: 'small' })}
              onClick={toast.action.run}
            >
              {toast.action.text}
            </Radix.Action>
          ) : null}
          <Radix.Close asChild>
            <IconButton label="Dismiss" size="small-icon" icon={X} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 outline-none" />
    </Radix.Provider>
  )
}
