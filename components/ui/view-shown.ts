'use client'
import { useEffect, useState } from 'react'

/**
 * Whether the page has once shown its view: what all pages need, but no view waits for, comes only then. A viewer marks
 * its main part while it is busy.
 */
export function useViewShown(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isShown) return
    const look = () => {
      if (document.getElementById('main')?.dataset.busy !== 'true') setShown(true)
    }
    // All of the page: a link may lead to another one before.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { attributeFilter: ['data-busy'], childList: true, subtree: true })
    look()
    return () => observer.disconnect()
  }, [isShown])
  return isShown
}
