import { select } from 'd3-selection'
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom'
import { type Range } from './places.ts'

export interface PanZoom {
  /** Tells the gestures where the view is now, so that the next one starts there. */
  setRange(range: Range): void
  dispose(): void
}

interface PanZoomEvents {
  /** Weight of the whole graph. */
  total(): number
  widthPx(): number
  /** A gesture moved the view sideways. */
  onRange(range: Range): void
  /** A drag moved the rows by so many pixels. */
  onDragRows(deltaPx: number): void
  onEnd(): void
}

/** Gestures on the canvas: Ctrl and wheel or a pinch zoom around the pointer, dragging or a sideways wheel pans. */
export function createPanZoom(canvas: HTMLCanvasElement, events: PanZoomEvents): PanZoom {
  const selection = select(canvas)
  let lastY = 0

  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .extent(() => [
      [0, 0],
      [events.widthPx(), 1],
    ])
    .translateExtent([
      [0, -Infinity],
      [1, Infinity],
    ])
    .scaleExtent([1, 1e12])
    .clickDistance(4)
    .filter((event: Event) => (event instanceof WheelEvent ? event.ctrlKey || event.metaKey : !isSecondary(event)))
    .wheelDelta((event: WheelEvent) => {
      const deltaPx = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1)
      // A pinch on a touch pad sends many small steps, a wheel few of 100 px and more: those would jump fourfold.
      return -Math.sign(deltaPx) * Math.min(Math.abs(deltaPx) * 0.02, 0.5)
    })
    .on('start', (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => (lastY = event.transform.y))
    .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      const span = events.total() / transform.k
      const from = (-transform.x / transform.k / events.widthPx()) * events.total()
      events.onRange({ from, to: from + span })
      if (!(sourceEvent instanceof WheelEvent)) events.onDragRows(transform.y - lastY)
      lastY = transform.y
    })
    .on('end', () => {
      canvas.style.removeProperty('cursor')
      events.onEnd()
    })

  selection.call(behaviour).on('dblclick.zoom', null)
  canvas.addEventListener('wheel', panSideways, { passive: false })

  function panSideways(event: WheelEvent): void {
    const deltaPx = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
    if (event.ctrlKey || event.metaKey || Math.abs(deltaPx) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return
    event.preventDefault()
    selection.call((target) => behaviour.translateBy(target, -deltaPx / canvas.__zoom.k, 0))
    events.onEnd()
  }

  return {
    setRange({ from, to }) {
      const k = events.total() / (to - from)
      // Set without events: the view moved by itself (an animated zoom, the Back button), no gesture did it.
      const y = lastY
      canvas.__zoom = zoomIdentity.translate((-from / events.total()) * events.widthPx() * k, y).scale(k)
      behaviour.translateExtent([
        [0, -Infinity],
        [events.widthPx(), Infinity],
      ])
    },
    dispose() {
      selection.on('.zoom', null)
      canvas.removeEventListener('wheel', panSideways)
    },
  }
}

function isSecondary(event: Event): boolean {
  return event instanceof MouseEvent && event.button !== 0
}

declare global {
  interface HTMLCanvasElement {
    /** Where d3-zoom keeps an element's transform. */
    __zoom: typeof zoomIdentity
  }
}
