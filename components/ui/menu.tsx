'use client'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react'
import type { IconProps } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFloatContainer } from './float-container.ts'
import { keepNewFocus } from './focus-return.ts'

const item =
  'flex min-h-8 touch:min-h-10! cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm outline-none select-none data-[highlighted]:bg-surface data-[disabled]:opacity-50'

/** A list of things to do, under a button. */
export function Menu({
  trigger,
  children,
  align = 'end',
  defaultOpen = false,
  onOpenChange,
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  defaultOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}) {
  const float = useFloatContainer(defaultOpen)
  return (
    <Radix.Root
      // Not modal: a click beside the menu closes it, and does what it does without a menu.
      modal={false}
      defaultOpen={defaultOpen}
      onOpenChange={(isOpen) => {
        float.onOpenChange(isOpen)
        onOpenChange?.(isOpen)
      }}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={float.container}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onKeyDownCapture={moveMenuFocus}
          onCloseAutoFocus={keepNewFocus}
          className="floating animate-pop z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto p-1"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({
  danger = false,
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.Item> & Pick<IconProps, 'icon'> & { danger?: boolean }) {
  return (
    <Radix.Item className={classNames(item, danger && 'text-bad', className)} {...rest}>
      {/* With `asChild`, which `rest` may have, Radix takes one child: a null beside it would be another. */}
      {Icon ? (
        <>
          <Icon size={14} aria-hidden />
          {children}
        </>
      ) : (
        children
      )}
    </Radix.Item>
  )
}

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />

/**
 * For `onKeyDownCapture` of a menu: an arrow, Home, End or a page key moves the focus at once, not beyond the first or
 * the last item. Keys with a modifier, and those where no item has the focus, are left to Radix.
 *
 * Radix moves it in a timeout, which a busy browser runs after the keys that follow: of two quick arrows one was lost,
 * and Enter chose the item before. Radix leaves an event alone whose default is prevented.
 *
 * Source: react-roving-focus 1.1, `setTimeout(() => focusFirst(candidateNodes))`; radix-ui/primitives#4136.
 */
export function moveMenuFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not([data-disabled])')]
  const index = items.findIndex((item) => item === event.target)
  const next = index < 0 ? undefined : indexAfterKey(event.key, index, items.length)
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

function indexAfterKey(key: string, index: number, length: number): number | undefined {
  if (key === 'ArrowDown') return index + 1
  if (key === 'ArrowUp') return index - 1
  if (key === 'Home' || key === 'PageUp') return 0
  return key === 'End' || key === 'PageDown' ? length - 1 : undefined
}
