'use client'
import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { keepNewFocus } from './focus-return.ts'

/** A small panel beside its trigger that may hold a form. */
export function Popover({
  trigger,
  title,
  children,
  open,
  defaultOpen,
  onOpenChange,
  align = 'end',
  className,
}: {
  trigger: ReactElement
  /** Accessible name. */
  title: string
  children: ReactNode
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
}) {
  return (
    <Radix.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
          onCloseAutoFocus={keepNewFocus}
          className={classNames('floating animate-pop z-40 p-3', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
