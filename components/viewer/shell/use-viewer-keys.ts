'use client'
import { useEffect, useRef } from 'react'
import { actionOfKey, type ViewerAction } from '../../flame-graph/input/keys.ts'

/** Calls `act` for each key press that is the viewer's, wherever on the page the focus is. */
export function useViewerKeys(act: (action: ViewerAction) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOfKey(event)
      if (!action) return
      event.preventDefault()
      latest.current(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
