'use client'
import { Tooltip as Radix } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { useFloatContainer } from './float-container.ts'

export const TooltipProvider = Radix.Provider

/**
 * Closes the dialog or popover that a tooltip is inside of, with the same Escape as the tooltip: Radix gives an Escape
 * to the layer on top alone.
 */
export const CloseContext = createContext<(() => void) | undefined>(undefined)

/**
 * Says more about `children` (one focusable element) on hover and on keyboard focus. Never the only place of a fact. It
 * is put into the page's main part, since nothing may stand outside of the landmarks.
 */
export function Tooltip({
  text,
  children,
  side = 'bottom',
}: {
  text: ReactNode
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}) {
  const { container, onOpenChange } = useFloatContainer()
  const closeAround = useContext(CloseContext)
  return (
    <Radix.Root onOpenChange={onOpenChange}>
      <Radix.Trigger
        asChild
        onFocus={(event) => {
          // Focus that a closing menu gives back to its button after a click: the user has not asked what the button
          // is.
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={closeAround}
          className="floating animate-pop z-50 max-w-96 px-2.5 py-1.5 text-sm break-words text-ink"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
