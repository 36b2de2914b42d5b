'use client'
import { useState } from 'react'

/**
 * Gives the element into which menus, popovers and tooltips are put: the page's `main`, since everything must stand
 * inside a landmark. null on the server, and on a page without one.
 */
export function floatContainer(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById('main')
}

/**
 * Gives that element as it is when something opens, for which `onOpenChange` has to be called. Each page has a `main`
 * of its own: a menu in the frame of the pages outlives it, so an element from its first render may be gone.
 * `defaultOpen`: it is open at its first render, at which `onOpenChange` is not called.
 */
export function useFloatContainer(defaultOpen = false) {
  const [container, setContainer] = useState(() => (defaultOpen ? floatContainer() : null))
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) setContainer(floatContainer())
  }
  return { container, onOpenChange }
}
