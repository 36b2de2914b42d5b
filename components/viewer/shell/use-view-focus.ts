'use client'
import { useEffect, useRef } from 'react'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { focusView } from '../../ui/leading-choice.ts'

/**
 * Brings the focus to the view that a key or a menu has chosen, once it is there: the element with the focus went with
 * the view before, and arrow keys would move nothing. Leaves a focus alone that is elsewhere, as on the control that
 * has chosen the view, and a view that Back brings.
 */
export function useViewFocus({ tab }: Pick<ViewState, 'tab'>): void {
  const shown = useRef(tab)
  const isChosen = useRef(false)
  useEffect(() => {
    const note = ({ type }: Event) => {
      isChosen.current = type !== 'popstate'
    }
    const events = ['keydown', 'pointerdown', 'popstate']
    for (const event of events) addEventListener(event, note, true)
    return () => {
      for (const event of events) removeEventListener(event, note, true)
    }
  }, [])
  useEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    if (!isChosen.current) return
    const isLost = () => {
      const { activeElement: element } = document
      // Until the script of the next view is there, the view before is there too, and hidden.
      return (
        element === document.body ||
        element?.id === 'main' ||
        element?.checkVisibility() === false ||
        Boolean(element?.closest('[role=menu]'))
      )
    }
    const bringFocus = () => {
      if (isLost()) focusView()
      return !isLost()
    }
    if (bringFocus()) return
    const observer = new MutationObserver(() => {
      if (bringFocus()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [tab])
}
