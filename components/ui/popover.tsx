'use client'
import { Popover as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { keepNewFocus } from './focus-return.ts'
import { closeWhenLeading } from './leading-choice.ts'
import { CloseContext } from './tooltip.tsx'

/** A small panel beside its trigger that may hold a form. A choice with `data-leads` closes it: leading-choice.ts. */
export function Popover({
  trigger,
  title,
  children,
  open,
  defaultOpen = false,
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
  const [isOwnOpen, setOwnOpen] = useState(defaultOpen)
  const setOpen = (isOpen: boolean) => {
    setOwnOpen(isOpen)
    onOpenChange?.(isOpen)
  }
  return (
    <Radix.Root open={open ?? isOwnOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
          onCloseAutoFocus={keepNewFocus}
          onClick={(event) => closeWhenLeading(event, () => setOpen(false))}
          className={classNames('floating animate-pop z-40 p-3', className)}
        >
          <CloseContext value={() => setOpen(false)}>{children}</CloseContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
