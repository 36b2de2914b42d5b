/** What a wheel or a touch pad asks for sideways; up and down it scrolls the rows, which the browser does itself. */
interface WheelEvents {
  /**
   * `x` in CSS pixels from the canvas's left; a factor over 1 goes in. `isNotch`: a wheel's, so large that the zoom is
   * animated.
   */
  onZoom(x: number, factor: number, isNotch: boolean): void
  onPan(dxPx: number): void
  /** Nothing came for a while: a wheel does not say when it ends. */
  onRest(): void
}

/** The view is put into the address when the wheel rests for so long: a debounce. */
const wheelRestMs = 150
/** For a browser that reports a wheel in lines. */
const wheelLinePx = 20
/**
 * How fast Ctrl and a wheel, or a pinch on a touch pad, zooms: each pixel by so many doublings, each event by at most
 * so many.
 */
const zoomSpeed = { doublingsPerPx: 0.02, mostDoublings: 0.5 }
/** An event of so many pixels comes from a wheel, not from a touch pad. */
const notchPx = 40

/**
 * Ctrl (or Cmd) and wheel, or a pinch on a touch pad, zooms; Shift and wheel, or a sideways one, pans. Returns a
 * function that ends it.
 */
export function followWheel(canvas: HTMLCanvasElement, events: WheelEvents): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined

  function onWheel(event: WheelEvent): void {
    const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : wheelLinePx
    const deltaX = event.deltaX * unitPx
    const deltaY = event.deltaY * unitPx
    if (event.ctrlKey || event.metaKey) {
      // A pinch on a touch pad sends many small steps, a wheel few of 100 px and more: those would jump fourfold.
      const doublings =
        -Math.sign(deltaY) * Math.min(Math.abs(deltaY) * zoomSpeed.doublingsPerPx, zoomSpeed.mostDoublings)
      events.onZoom(event.clientX - canvas.getBoundingClientRect().left, 2 ** doublings, Math.abs(deltaY) >= notchPx)
    } else if (event.shiftKey) events.onPan(deltaX || deltaY)
    else if (Math.abs(deltaX) > Math.abs(deltaY)) events.onPan(deltaX)
    else return
    event.preventDefault()
    clearTimeout(rest)
    rest = setTimeout(() => events.onRest(), wheelRestMs)
  }

  canvas.addEventListener('wheel', onWheel, { passive: false })
  return () => {
    clearTimeout(rest)
    canvas.removeEventListener('wheel', onWheel)
  }
}

/**
 * What pointers on the canvas mean. Units: CSS pixels; x and y from the canvas's corner, client ones from the window's.
 */
export interface GestureEvents {
  /** Pressed and let go in one place: a click, a tap. */
  onTap(x: number, y: number): void
  /** A long press of a finger, or the right button. True when there was something to show a menu for. */
  onMenu(point: Point, clientX: number, clientY: number): boolean
  /**
   * The pointer hovers there, with nothing pressed; null when it left, or moves the view. A finger never hovers. From
   * the window's corner: the canvas moves under a pointer that rests.
   */
  onHover(point: Point | null): void
  /** Dragged by so much since the last report. */
  onPan(dxPx: number, dyPx: number): void
  /** Two fingers spread (over 1) or came together around this place since the last report. */
  onPinch(x: number, factor: number): void
  /** All pointers that moved the view are up. */
  onRest(): void
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A hand that shakes less than this is still. */
const maxTapMovePx = (pointerType: string) => (pointerType === 'touch' ? 9 : 4)
/** A press on a box that is held for so long opens its menu, on a touch screen. */
const longPressMs = 500

/** Listens to the mouse, pens and fingers on the canvas. Returns a function that ends it. */
export function followPointers(canvas: HTMLCanvasElement, events: GestureEvents): () => void {
  const pointers = new Map<number, Point>()
  /** `held`: a menu was opened; until the next press, what the pointer does is not for us. */
  let state: 'idle' | 'pressed' | 'moving' | 'held' = 'idle'
  let longPress: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const { signal } = stop

  function onDown(event: PointerEvent): void {
    const isFirst = pointers.size === 0
    if (isFirst) state = 'idle'
    if (event.pointerType === 'mouse' && event.button !== 0) return
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    clearTimeout(longPress)
    if (!isFirst) {
      startMoving()
      return
    }
    state = 'pressed'
    if (event.pointerType === 'mouse') return
    const { clientX, clientY } = event
    longPress = setTimeout(() => {
      if (events.onMenu(toCanvasPoint({ clientX, clientY }), clientX, clientY)) state = 'held'
    }, longPressMs)
  }

  function onMove(event: PointerEvent): void {
    const before = pointers.get(event.pointerId)
    if (!before) {
      if (event.pointerType !== 'touch') events.onHover({ x: event.clientX, y: event.clientY })
      return
    }
    const now = { x: event.clientX, y: event.clientY }
    if (state === 'pressed' && distance(before, now) > maxTapMovePx(event.pointerType)) startMoving()
    if (state !== 'moving') return
    const from = measurePinch([...pointers.values()])
    pointers.set(event.pointerId, now)
    const to = measurePinch([...pointers.values()])
    events.onPan(to.x - from.x, to.y - from.y)
    if (from.spread > 0 && to.spread > 0)
      events.onPinch(toCanvasPoint({ clientX: to.x, clientY: 0 }).x, to.spread / from.spread)
  }

  function onUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    clearTimeout(longPress)
    canvas.style.cursor = ''
    const was = state
    if (was !== 'held') state = 'idle'
    if (was === 'pressed' && event.type === 'pointerup') {
      const { x, y } = toCanvasPoint(event)
      events.onTap(x, y)
    }
    if (was === 'moving') events.onRest()
  }

  function startMoving(): void {
    clearTimeout(longPress)
    if (state === 'held') return
    state = 'moving'
    events.onHover(null)
    canvas.style.cursor = 'grabbing'
    for (const id of pointers.keys()) canvas.setPointerCapture(id)
  }

  function onContextMenu(event: MouseEvent): void {
    clearTimeout(longPress)
    // Android sends this for the long press that we have answered already.
    if (state === 'held') event.preventDefault()
    else if (state !== 'moving' && events.onMenu(toCanvasPoint(event), event.clientX, event.clientY)) {
      event.preventDefault()
      if (pointers.size > 0) state = 'held'
    }
  }

  const toCanvasPoint = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point =>
    findCanvasPoint(canvas, { x: clientX, y: clientY })

  canvas.addEventListener('pointerdown', onDown, { signal })
  canvas.addEventListener('pointermove', onMove, { signal })
  canvas.addEventListener('pointerup', onUp, { signal })
  canvas.addEventListener('pointercancel', onUp, { signal })
  canvas.addEventListener('pointerleave', () => events.onHover(null), { signal })
  canvas.addEventListener('contextmenu', onContextMenu, { signal })
  // Else the finger that opened a menu would click on it, or close it, when it lets go.
  canvas.addEventListener('touchend', (event) => state === 'held' && event.preventDefault(), { signal, passive: false })
  return () => {
    clearTimeout(longPress)
    stop.abort()
  }
}

/** Where a point of the window is on the canvas, as the page is laid out now. */
export function findCanvasPoint(canvas: HTMLCanvasElement, { x, y }: Point): Point {
  const { left, top } = canvas.getBoundingClientRect()
  return { x: x - left, y: y - top }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** Gives the middle and the spread of two pointers. One pointer has no spread; of more fingers the first two count. */
function measurePinch([one, other]: readonly Point[]): Point & { readonly spread: number } {
  if (!one || !other) return { x: one?.x ?? 0, y: one?.y ?? 0, spread: 0 }
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, spread: distance(one, other) }
}
