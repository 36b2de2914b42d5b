'use client'
import { useEffect, useState, type RefObject } from 'react'
import { useResolvedTheme } from '../theme/use-theme.ts'
import { readGraphTheme, type GraphTheme } from './graph-theme.ts'

/** The canvas's colours, read again when the theme changes; null before the page is alive. */
export function useGraphTheme(container: RefObject<Element | null>): GraphTheme | null {
  const resolved = useResolvedTheme()
  const [theme, setTheme] = useState<GraphTheme | null>(null)
  useEffect(() => {
    // The face of the labels decides their widths: measured with a stand-in, they would not fit later.
    let isWanted = true
    const read = () => {
      if (isWanted && container.current) setTheme(readGraphTheme(container.current, resolved))
    }
    void document.fonts.load('12px "JetBrains Mono Variable"').then(read, read)
    return () => {
      isWanted = false
    }
  }, [container, resolved])
  return theme
}
