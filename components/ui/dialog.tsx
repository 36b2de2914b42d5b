'use client'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { keepNewFocus } from './focus-return.ts'
import { IconButton } from './icon-button.tsx'
import { CloseContext } from './tooltip.tsx'

allowInjectedStyles()

/**
 * A modal dialog. `title` is its accessible name; `about` says in one sentence what it is for. However long it is, its
 * title, what closes it and its DialogActions stay in sight.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  about,
  isWide = false,
  isBusy = false,
  onSubmit,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  about?: ReactNode
  /** For what stands in columns. */
  isWide?: boolean
  /**
   * While the action that its button started is under way it stays open: a dialog that closes looks like an action that
   * was cancelled, and the end of the action would close a dialog that was opened meanwhile. Its own "Cancel" is off.
   */
  isBusy?: boolean
  /** Makes a form of it. */
  onSubmit?: () => void
  children: ReactNode
}) {
  const opener = useRef<Element | null>(null)
  const close = () => (isBusy ? undefined : onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          data-modal // toasts stand beside it (toast-region.tsx)
          className={classNames(
            'floating animate-pop fixed left-1/2 z-50 -translate-x-1/2 scroll-pt-14 scroll-pb-16 overflow-y-auto outline-none',
            isWide
              ? 'top-[6vh] max-h-[88vh] w-[min(70rem,calc(100vw-1.5rem))]'
              : 'top-[10vh] max-h-[82vh] w-[min(34rem,calc(100vw-1.5rem))]',
          )}
          // To the field marked with data-autofocus, else to the dialog itself: on its first button the focus would
          // bring up a tooltip. (React's autoFocus comes too early: the focus would not find its way back.) A value
          // to be replaced is selected.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            opener.current = openerOf(document.activeElement)
            if (!(event.currentTarget instanceof HTMLElement)) return
            const field = event.currentTarget.querySelector<HTMLElement>('[data-autofocus]')
            ;(field ?? event.currentTarget).focus()
            if (field instanceof HTMLInputElement && field.dataset.autofocus === 'replace') field.select()
          }}
          // Radix misses an Escape that comes before its effects have run, or swallows it because its state is from
          // before this was open. An Escape that a layer inside has taken, such as a menu, is prevented.
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            close()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) close()
          }}
          // Radix would give it to a trigger, and most of our dialogs are opened by a key or a menu.
          onCloseAutoFocus={(event) => {
            keepNewFocus(event)
            if (!event.defaultPrevented && opener.current instanceof HTMLElement) opener.current.focus()
            event.preventDefault()
          }}
          {...(about ? {} : { 'aria-describedby': undefined })}
        >
          <CloseContext value={close}>
            <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-raised px-4 py-1.5">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton label="Close" size="small-icon" icon={X} iconSize={16} disabled={isBusy} />
              </Radix.Close>
            </div>
            <Body onSubmit={onSubmit}>
              {about ? (
                <Radix.Description className={classNames('text-muted', !onSubmit && 'mb-3')}>{about}</Radix.Description>
              ) : null}
              {children}
            </Body>
          </CloseContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Buttons of the dialog as a whole, at its foot. `missing`: what has to be given before they can be pressed, where no
 * field says so.
 */
export function DialogActions({ missing = null, children }: { missing?: string | null; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-4 py-3">
      <p role="status" className="min-w-0 flex-1 text-sm text-muted empty:hidden">
        {missing}
      </p>
      {children}
    </div>
  )
}

function Body({ onSubmit, children }: { onSubmit: (() => void) | undefined; children: ReactNode }) {
  if (!onSubmit) return <div className="px-4 pt-3 pb-4">{children}</div>
  return (
    <form
      className="flex flex-col gap-3 px-4 pt-3 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** Finds the element that had the focus; for an item of a menu, which is about to go, the button of the menu. */
function openerOf(active: Element | null): Element | null {
  const buttonId = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (buttonId ? document.getElementById(buttonId) : null) ?? active
}

/**
 * Radix's modal layers lock scrolling with a <style> element. Our Content-Security-Policy wants a nonce on it, which
 * get-nonce (under react-remove-scroll) looks for in this global. The nonce is the one Next put on its own scripts.
 *
 * Source: get-nonce 1.0, dist/es2015/index.js.
 */
function allowInjectedStyles(): void {
  if (typeof document === 'undefined') return
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}
