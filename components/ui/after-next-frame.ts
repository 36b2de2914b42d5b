/**
 * Calls `then` once the next frame is on the screen, which it is when the one after it begins: what a frame shows is
 * painted after its callbacks. At once in a hidden tab, which has no frames. What is returned takes the call back.
 */
export function afterNextFrame(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    cancelAnimationFrame(request)
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', go)
  }
  const go = () => {
    cancel()
    then()
  }
  let request = requestAnimationFrame(() => {
    request = requestAnimationFrame(() => {
      timer = setTimeout(go)
    })
  })
  if (document.hidden) go()
  else document.addEventListener('visibilitychange', go, { once: true })
  return cancel
}
