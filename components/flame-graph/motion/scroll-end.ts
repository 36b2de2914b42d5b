const restMs = 150

/**
 * Listens to what the person scrolls; `follow` tells it from what the program did. `onEnd` comes when it stands still again. Returns a
 * function that ends it.
 */
export function followScrollEnd(
  container: HTMLElement,
  follow: () => boolean,
  onScroll: () => void,
  onEnd: () => void,
): () => void {
  let isByHand = false
  let rest: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const { signal } = stop
  const knowsEnd = 'onscrollend' in container

  const end = () => {
    if (!isByHand) return
    isByHand = false
    onEnd()
  }
  container.addEventListener(
    'scroll',
    () => {
      if (!follow()) return
      isByHand = true
      onScroll()
      if (knowsEnd) return
      clearTimeout(rest)
      rest = setTimeout(end, restMs)
    },
    { passive: true, signal },
  )
  container.addEventListener('scrollend', end, { signal })
  return () => {
    clearTimeout(rest)
    stop.abort()
  }
}
