'use client'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { graphFont, type GraphTheme, readGraphTheme } from './graph-theme.ts'

/** The canvas's colours, read again when the theme changes; null before the page is alive. */
export function useGraphTheme(container: RefObject<Element | null>): GraphTheme | null {
  const resolved = useResolvedTheme()
  const [theme, setTheme] = useState<GraphTheme | null>(null)
  // Before the browser paints, where the font is there already: the first paint must not go before this one comes.
  useLayoutEffect(() => {
    let isWanted = true
    const read = () => {
      if (isWanted && container.current) setTheme(readGraphTheme(container.current, resolved))
    }
    if (document.fonts.check(graphFont)) read()
    else void document.fonts.load(graphFont).then(read, read)
    return () => {
      isWanted = false
    }
  }, [container, resolved])
  return theme
}
