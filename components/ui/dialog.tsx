'use client'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode } from 'react'
import { allowInjectedStyles } from './allow-injected-styles.ts'
import { IconButton } from './icon-button.tsx'

allowInjectedStyles()

/** A modal dialog. `title` is its accessible name; `about` says in one sentence what it is for. */
export function Dialog({
  open,
  onOpenChange,
  title,
  about,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  about?: ReactNode
  children: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          className="floating animate-pop fixed outline-none top-[12vh] left-1/2 z-50 max-h-[80vh] w-[min(34rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-y-auto p-4"
          // To the dialog itself: on its first button the focus would bring up a tooltip, and Escape close only that.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          {...(about ? {} : { 'aria-describedby': undefined })}
        >
          <div className="mb-3 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {about ? <Radix.Description className="mt-1 text-muted">{about}</Radix.Description> : null}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" size="small-icon">
                <X size={16} aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
