'use client'
import { useEffect, useRef } from 'react'
import { findAction, type ViewerAction } from '../../flame-graph/input/keys.ts'

/** Calls `act` for each key press that is the viewer's, wherever on the page the focus is. */
export function useViewerKeys(runAction: (action: ViewerAction) => void): void {
  const latest = useRef(runAction)
  useEffect(() => {
    latest.current = runAction
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = findAction(event)
      if (!action) return
      event.preventDefault()
      latest.current(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
