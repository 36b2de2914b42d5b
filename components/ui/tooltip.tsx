'use client'
import { useComposedRefs } from 'radix-ui/internal'
import { cloneElement, createContext, type ReactElement, type ReactNode, type Ref, useContext, useRef } from 'react'
import { createLate, useLate } from './late.ts'
import { useViewShown } from './view-shown.ts'

/**
 * Closes the dialog or popover that a tooltip is inside of, with the same Escape as the tooltip: Radix gives an Escape
 * to the layer on top alone.
 */
export const CloseContext = createContext<(() => void) | undefined>(undefined)

const lateFloat = createLate(() => import('./tooltip-float.tsx'))

/** Loads the script of all tooltips when the page has shown its view; once, in the layout. */
export function TooltipScript() {
  useLate(lateFloat, useViewShown())
  return null
}

/**
 * Says more about `children` (one focusable element) on hover and on keyboard focus. Never the only place of a fact.
 * Its script comes late, and leaves the element in the page: a focus on it stays.
 */
export function Tooltip({
  text,
  children,
  side = 'bottom',
}: {
  text: ReactNode
  children: ReactElement<{ ref?: Ref<Element> }>
  side?: 'top' | 'bottom' | 'left' | 'right'
}) {
  const element = useRef<Element>(null)
  const ref = useComposedRefs(element, children.props.ref)
  const late = useLate(lateFloat, false)
  const closeAround = useContext(CloseContext)
  return (
    <>
      {cloneElement(children, { ref })}
      {late ? <late.TooltipFloat element={element} text={text} side={side} onEscape={closeAround} /> : null}
    </>
  )
}
