import type { VisibleArea } from '../motion/navigation.ts'
import { centreAround, dragFrame, findGrip, getMinimapFrame, type Grip, type MinimapSize } from './minimap-frame.ts'

const cursors: Record<Grip, string> = { frame: 'grab', left: 'ew-resize', right: 'ew-resize', jump: 'pointer' }

/** A press: where it began, what was shown then, and where it has moved that to; null as long as it has not. */
interface Press {
  readonly grip: Grip
  readonly x: number
  readonly y: number
  readonly start: VisibleArea
  moved: VisibleArea | null
}

/**
 * Moves what is shown with a press on the frame of a minimap, on one of its edges, or beside it. `look` gives what the
 * minimap shows now; null when nothing can be moved. Returns a function that ends it.
 */
export function followGrips(
  canvas: HTMLCanvasElement,
  look: () => { readonly size: MinimapSize; readonly area: VisibleArea } | null,
  onMove: (area: VisibleArea, isDone: boolean) => void,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let press: Press | null = null

  function pointAt({ clientX, clientY }: PointerEvent) {
    const { left, top } = canvas.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const onDown = (event: PointerEvent) => {
    const shown = look()
    if (!shown || event.button !== 0) return
    event.preventDefault() // keeps the focus, and with it the keys, where it is
    canvas.setPointerCapture(event.pointerId)
    const { size, area } = shown
    const { x, y } = pointAt(event)
    const grip = findGrip(getMinimapFrame(size, area), x, y)
    const start = grip === 'jump' ? centreAround(size, area, x, y) : area
    press = { grip, x, y, start, moved: grip === 'jump' ? start : null }
    if (press.moved) onMove(press.moved, false)
  }
  const onPointerMove = (event: PointerEvent) => {
    const shown = look()
    if (!shown) return
    const { x, y } = pointAt(event)
    if (press) {
      press.moved = dragFrame(shown.size, press.start, press.grip, x - press.x, y - press.y)
      onMove(press.moved, false)
    } else canvas.style.cursor = cursors[findGrip(getMinimapFrame(shown.size, shown.area), x, y)]
  }
  const onUp = () => {
    if (press?.moved) onMove(press.moved, true)
    press = null
  }
  canvas.addEventListener('pointerdown', onDown, { signal })
  canvas.addEventListener('pointermove', onPointerMove, { signal })
  canvas.addEventListener('pointerup', onUp, { signal })
  canvas.addEventListener('pointercancel', onUp, { signal })
  return () => stop.abort()
}
