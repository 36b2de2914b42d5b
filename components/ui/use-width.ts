'use client'
import { useEffect, useState, type RefObject } from 'react'

/** How wide an element is inside, in whole CSS pixels; 0 before it is measured. */
export function useWidth(element: RefObject<Element | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const resizes = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry!.contentRect.width)))
    if (element.current) resizes.observe(element.current)
    return () => resizes.disconnect()
  }, [element])
  return widthPx
}
