'use client'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { closeWhenLeading } from './leading-choice.ts'

/**
 * Closes the panel: what opens a dialog or goes to another page. A toggle, or what opens beside the panel, leaves it
 * open; but see leading-choice.ts.
 */
const closing = 'a, button:not([aria-haspopup], [aria-pressed], [role=radio])'

/**
 * Controls that stand in their row where it is wide enough, and in a panel under one button below 1024 px. The panel is
 * at the right end of the row, which is as wide as the window and positioned (`relative`), so that it is in the window
 * with any buttons beside this one.
 */
export function Foldaway({
  label,
  icon = Ellipsis,
  isAbove = false,
  className,
  children,
}: {
  /** Label of the button. */
  label: string
  /** Tells its button from others in sight. */
  icon?: LucideIcon
  /** The panel opens upwards. */
  isAbove?: boolean
  /** Class of the row. */
  className?: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // React also tells of clicks in menus that were opened from here.
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    if (!(target instanceof Element)) return
    if (target.closest(currentTarget.contains(target) ? closing : '[role=menuitem]')) close()
    if (isOpen) closeWhenLeading({ target }, close)
  }
  return (
    <div
      className="min-w-0"
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return
        close()
        event.currentTarget.querySelector('button')?.focus()
      }}
    >
      {isOpen ? <div className="fixed inset-0 z-20 lg:hidden" onClick={close} /> : null}
      <IconButton
        label={label}
        variant="secondary"
        className="lg:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        icon={icon}
        iconSize={16}
      />
      <div
        onClick={onClick}
        className={classNames(
          'flex items-center gap-2 *:shrink-0 max-lg:absolute max-lg:right-3 max-lg:z-30 max-lg:w-max max-lg:max-w-[calc(100vw-1.5rem)] max-lg:flex-wrap max-lg:floating max-lg:p-2',
          isAbove ? 'max-lg:bottom-full max-lg:mb-1' : 'max-lg:top-full max-lg:mt-1',
          !isOpen && 'max-lg:hidden',
          className,
        )}
      >
        {children}
      </div>
    </div>
  )
}
