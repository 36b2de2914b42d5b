/** What a wheel or a touch pad asks for sideways; up and down it scrolls the rows, which the browser does itself. */
export interface WheelEvents {
  /** `x` in CSS pixels from the canvas's left; a factor over 1 goes in. `isNotch`: a wheel's, so large that it should glide. */
  onZoom(x: number, factor: number, isNotch: boolean): void
  onPan(dxPx: number): void
  /** Nothing came for a while: a wheel does not say when it ends. */
  onRest(): void
}

const restMs = 150
const linePx = 20

/** Ctrl (or Cmd) and wheel, or a pinch on a touch pad, zooms; Shift and wheel, or a sideways one, pans. Returns a function that ends it. */
export function followWheel(canvas: HTMLCanvasElement, events: WheelEvents): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined

  function onWheel(event: WheelEvent): void {
    const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePx
    const deltaX = event.deltaX * unitPx
    const deltaY = event.deltaY * unitPx
    if (event.ctrlKey || event.metaKey) {
      // A pinch on a touch pad sends many small steps, a wheel few of 100 px and more: those would jump fourfold.
      const doublings = -Math.sign(deltaY) * Math.min(Math.abs(deltaY) * 0.02, 0.5)
      events.onZoom(event.clientX - canvas.getBoundingClientRect().left, 2 ** doublings, Math.abs(deltaY) >= 40)
    } else if (event.shiftKey) events.onPan(deltaX || deltaY)
    else if (Math.abs(deltaX) > Math.abs(deltaY)) events.onPan(deltaX)
    else return
    event.preventDefault()
    clearTimeout(rest)
    rest = setTimeout(() => events.onRest(), restMs)
  }

  canvas.addEventListener('wheel', onWheel, { passive: false })
  return () => {
    clearTimeout(rest)
    canvas.removeEventListener('wheel', onWheel)
  }
}
