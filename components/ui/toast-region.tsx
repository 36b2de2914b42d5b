'use client'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { IconButton } from './icon-button.tsx'
import { buttonClass } from './button.tsx'
import { TextWithCode } from './text-with-code.tsx'

export interface ToastContent {
  readonly text: string
  /** A second line: what to do about it. */
  readonly more?: string
  readonly tone?: 'neutral' | 'bad'
  /** Whether the toast is about the view on the screen, and goes with it; see `dismissAdvice`. */
  readonly isAdvice?: boolean
  readonly action?: { readonly text: string; readonly run: () => void }
}
export interface ShownToast extends ToastContent {
  readonly id: number
  readonly open: boolean
}

/** How long a toast stays; one that says why something failed is read more slowly. */
const shownMs = { neutral: 8_000, bad: 15_000 }

/** The toasts, at the edge of the screen. */
export function ToastRegion({
  toasts,
  onOpenChange,
}: {
  toasts: readonly ShownToast[]
  onOpenChange: (id: number, open: boolean) => void
}) {
  return (
    <Radix.Provider swipeDirection="right">
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          open={toast.open}
          type={toast.tone === 'bad' ? 'foreground' : 'background'}
          duration={shownMs[toast.tone ?? 'neutral']}
          onOpenChange={(open) => onOpenChange(toast.id, open)}
          // Radix takes presses from what came up before a modal dialog.
          className="floating animate-pop pointer-events-auto! flex items-center gap-3 py-2 pr-2 pl-3 data-[state=closed]:hidden"
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={toast.tone === 'bad' ? 'font-medium break-words text-bad' : 'break-words'}>
              <TextWithCode text={toast.text} />
            </Radix.Title>
            {toast.more ? (
              <Radix.Description className="mt-0.5 break-words text-muted">
                <TextWithCode text={toast.more} />
              </Radix.Description>
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
      <Radix.Viewport
        data-toasts
        // A modal dialog hides all beside it from screen readers, but for what has this attribute: each toast is
        // announced elsewhere, and its buttons are here.
        aria-live="off"
        // Above dialogs, and beside one of usual width where the window has the space for that.
        className="fixed right-4 bottom-4 z-60 flex in-[body:has([data-bottom-bar])]:bottom-18 max-sm:in-[body:has([data-bottom-bar])]:bottom-30 w-[min(26rem,calc(100vw-2rem))] in-[body:has([data-modal])]:w-[clamp(18rem,calc(50vw-19rem),26rem)] flex-col gap-2 outline-none"
      />
    </Radix.Provider>
  )
}
