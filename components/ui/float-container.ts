'use client'
import { useState } from 'react'

/** Where floating things are put into the page: its main part, since nothing may stand outside of the landmarks. */
export function floatContainer(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById('main')
}

/** The same, of the page that is there when something opens: what opens it may have come with the page before. */
export function useFloatContainer(defaultOpen = false) {
  const [container, setContainer] = useState(() => (defaultOpen ? floatContainer() : null))
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) setContainer(floatContainer())
  }
  return { container, onOpenChange }
}
