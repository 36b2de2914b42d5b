'use client'
import { useEffect, useEffectEvent } from 'react'
import { findAction, type ViewerAction } from '../../flame-graph/input/keys.ts'

/** Calls `runAction` for each key press that `findAction` knows, wherever on the page the focus is. */
export function useViewerKeys(runAction: (action: ViewerAction) => void): void {
  const run = useEffectEvent(runAction)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = findAction(event)
      if (!action) return
      event.preventDefault()
      run(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
