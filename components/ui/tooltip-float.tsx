'use client'
import { Tooltip as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useImperativeHandle } from 'react'
import { useFloatContainer } from './float-container.ts'

/** How long the pointer rests on an element until its tooltip opens. */
const tooltipDelayMs = 300

/**
 * The tooltip of an element that is in the page already. It is put into the page's main part, since nothing may stand
 * outside of the landmarks.
 */
export function TooltipFloat({
  element,
  text,
  side,
  onEscape,
}: {
  element: RefObject<Element | null>
  text: ReactNode
  side: 'top' | 'bottom' | 'left' | 'right'
  /** Called beside the closing of the tooltip: Escape closes the dialog around it, too (CloseContext). */
  onEscape: (() => void) | undefined
}) {
  const { container, onOpenChange } = useFloatContainer()
  return (
    <Radix.Provider delayDuration={tooltipDelayMs}>
      <Radix.Root onOpenChange={onOpenChange}>
        <Radix.Trigger asChild>
          <Trigger element={element} />
        </Radix.Trigger>
        <Radix.Portal container={container}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onEscapeKeyDown={onEscape}
            className="floating animate-pop z-60 max-w-96 px-2.5 py-1.5 text-sm break-words text-ink"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** All handlers that the tooltip of Radix gives its trigger, and the event of each. */
const events = {
  onPointerMove: 'pointermove',
  onPointerLeave: 'pointerleave',
  onPointerDown: 'pointerdown',
  onFocus: 'focus',
  onBlur: 'blur',
  onClick: 'click',
} as const

/** Gives `element` what Radix gives its trigger: a trigger of Radix's own would put a new element in its place. */
function Trigger({
  element,
  ref,
  ...given
}: { element: RefObject<Element | null> } & Partial<ComponentProps<'button'>>) {
  useImperativeHandle(ref, () => element.current as HTMLButtonElement)
  const description = given['aria-describedby']
  useEffect(() => {
    const trigger = element.current
    if (!trigger || description === undefined) return
    trigger.setAttribute('aria-describedby', description)
    return () => trigger.removeAttribute('aria-describedby')
  }, [element, description])
  // After each render, since Radix then has new handlers.
  useEffect(() => {
    const trigger = element.current
    if (!trigger) return
    const listening = new AbortController()
    for (const [prop, name] of Object.entries(events)) {
      const handle = given[prop as keyof typeof events] as ((event: Event) => void) | undefined
      trigger.addEventListener(
        name,
        (event) => {
          // Focus that a closing menu, or keep-focus.ts, gives to a button after a click: the user has not asked what
          // the button is.
          const isAsked = name !== 'focus' || trigger.matches(':focus-visible:not([data-focus=given])')
          if (isAsked) handle?.(event)
        },
        { signal: listening.signal },
      )
    }
    return () => listening.abort()
  })
  // The focus may have been there before this script. After the effect that listens; it passes over a focus elsewhere.
  useEffect(() => void element.current?.dispatchEvent(new FocusEvent('focus')), [element])
  return null
}
