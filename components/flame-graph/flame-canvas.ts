import { type CameraView, createCamera } from './motion/camera.ts'
import { fitCanvas } from './fit-canvas.ts'
import { followPointers, followWheel, type Point } from './input/gestures.ts'
import { createHoveredNode, type HoveredNode } from './input/hovered-node.ts'
import { createNavigation, type Navigation, type OnGesture, type VisibleArea } from './motion/navigation.ts'
import { createScenePainter } from './paint/scene-painter.ts'
import { createRowScroll, followScrollEnd, type RowScroll } from './motion/row-scroll.ts'
import { rowPx } from './geometry/rows.ts'
import { isSamePosition, type Scene } from './scene/scene.ts'
import { countPaintedRows } from './scene/painted-rows.ts'
import { findBoxCorner, findNodeUnder } from './scene/find-node.ts'
import type { GraphViewport } from './scene/viewport.ts'

export interface FlameEvents {
  /** A click or tap, on a node (its pin, too) or (-1) beside them. */
  readonly onClick: (node: number) => void
  /** The pointer is on another node, or (-1) on none. */
  readonly onHover: (node: number) => void
  readonly onGesture: OnGesture
  /** A right click or a long press on a node, at this place of the window. */
  readonly onMenu: (node: number, clientX: number, clientY: number) => void
}

/** What is shown, of so many rows from the root to the last one in which something is drawn. */
export interface ShownArea extends VisibleArea {
  readonly paintedRows: number
}

export interface FlameCanvas extends Pick<
  Navigation,
  'reveal' | 'zoomBy' | 'zoomToRange' | 'panBy' | 'scrollRows' | 'moveTo'
> {
  show(scene: Scene): void
  /** Tells what is shown, now and once a frame while it moves. Returns a function that ends it. */
  watch(listener: (area: ShownArea) => void): () => void
  /** The scene as it is shown, wherever gestures went since the last `show`. */
  scene(): Scene | null
  /** Size of what is shown, in CSS pixels. */
  size(): { readonly widthPx: number; readonly heightPx: number }
  /** The left end of the visible part of a node's box, in pixels of the window; null when it is not in sight. */
  positionOf(node: number): Point | null
  dispose(): void
}

interface CanvasElements {
  readonly container: HTMLElement
  readonly spacer: HTMLElement
  readonly canvas: HTMLCanvasElement
}

/**
 * The flame graph on a canvas of the window's size: follows its scene, animates between views, tells what the pointer
 * does.
 */
export function createFlameCanvas(
  elements: CanvasElements,
  shorten: (name: string, chars: number) => string,
  events: FlameEvents,
): FlameCanvas {
  const { container, spacer, canvas } = elements
  const context = canvas.getContext('2d', { alpha: false })!
  const scroll = createRowScroll(container, spacer)
  const camera = createCamera(scroll, () => (camera.isAnimating() ? draw() : requestPaint()))
  const moves = createNavigation({ camera, scroll, scene: () => scene, widthPx: () => widthPx }, events.onGesture)
  const rows = createRowFit(scroll)
  const painter = createScenePainter(canvas, context, shorten)
  const findNode = (point: Point) => (scene ? findNodeUnder(scene, getViewport(), point) : -1)
  const hovered = createHoveredNode(canvas, findNode, (node) => {
    requestPaint()
    events.onHover(node)
  })
  const watchers = new Set<(area: ShownArea) => void>()
  let scene: Scene | null = null
  let widthPx = 0
  let ratio = 1
  let frameRequest = 0

  function draw(): void {
    if (!camera.isAnimating()) hovered.update()
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
    if (!scene || widthPx === 0) return
    if (!camera.isAnimating()) rows.fit(scene, camera.current())
    painter.paint(scene, getViewport(), hovered.get())
    for (const watcher of watchers) watcher(getShownArea())
  }

  function requestPaint(): void {
    frameRequest ||= requestAnimationFrame(draw)
  }

  function getViewport(): GraphViewport {
    const { from, to, node } = camera.current()
    return { range: { from, to }, node, widthPx, ratio, ...scroll.window() }
  }

  function getShownArea(): ShownArea {
    const { from, to, scrollPx } = camera.current()
    return { from, to, row: scrollPx / rowPx, rows: scroll.window().heightPx / rowPx, paintedRows: scroll.rows() }
  }

  /** Where the scene wants to be, as far as it has rows there. */
  function computeTarget(wanted: Scene): CameraView {
    // Twice: how far a view scrolls depends on the rows there are, and these on the part that the view shows.
    rows.fit(wanted, moves.computeCameraView(wanted))
    const view = moves.computeCameraView(wanted)
    scroll.reach(view.scrollPx)
    return view
  }

  function show(next: Scene): void {
    const before = scene
    scene = next
    const isOtherTree = before?.tree !== next.tree
    const isTurned = before?.orientation !== next.orientation
    if (isOtherTree) hovered.forget()
    if (isOtherTree || isTurned) camera.jumpTo(computeTarget(next))
    else if (!isSamePosition(before, next)) camera.animateTo(computeTarget(next), next.tree, widthPx)
    requestPaint()
  }

  const stopFitting = fitCanvas(container, canvas, context, (size) => {
    widthPx = size.widthPx
    ratio = size.ratio
    painter.forgetStyles()
    scroll.setHeight(size.heightPx)
    rows.setWidth(container.offsetWidth)
    if (scene) camera.jumpTo(computeTarget(scene))
    // At once: a resized canvas is blank, and would be seen so for a frame.
    draw()
  })
  const stopInput = followInput(elements, { scroll, moves, hovered, findNode, requestPaint }, events)

  return {
    ...moves,
    show,
    watch(listener) {
      watchers.add(listener)
      if (scene) listener(getShownArea())
      return () => watchers.delete(listener)
    },
    scene() {
      const { from, to, node, scrollPx } = camera.target()
      return scene && { ...scene, zoomNode: node, range: { from, to }, row: scroll.rowAt(scrollPx) }
    },
    size: () => ({ widthPx: canvas.clientWidth, heightPx: canvas.clientHeight }),
    positionOf(node) {
      const corner = scene && findBoxCorner(scene, getViewport(), node)
      if (!corner) return null
      const { left, top } = canvas.getBoundingClientRect()
      return { x: left + corner.x, y: top + corner.y }
    },
    dispose() {
      stopInput()
      stopFitting()
      camera.jumpTo(camera.current()) // ends an animation
      cancelAnimationFrame(frameRequest)
    },
  }
}

/** Ends the scroll at the last row in which something is drawn. */
function createRowFit(scroll: RowScroll) {
  let counted: readonly unknown[] = []
  let rows = 1
  let widthPx = 0

  function count(scene: Scene, { from, to, node }: CameraView): void {
    const { heightPx } = scroll.window()
    const wanted = [scene, from, to, node, widthPx, heightPx]
    if (wanted.every((part, index) => part === counted[index])) return
    counted = wanted
    rows = scene.tree.maxDepth + 1
    // Where all fit, there is nothing to scroll.
    if (widthPx > 0 && rows * rowPx > heightPx) rows = countPaintedRows(scene, { range: { from, to }, node, widthPx })
  }

  return {
    /** With the scrollbar: else it would come and go with rows that it makes too narrow to draw, without end. */
    setWidth: (nextPx: number) => void (widthPx = nextPx),
    fit(scene: Scene, view: CameraView): void {
      count(scene, view)
      scroll.setRows(rows, scene.orientation)
    },
  }
}

/** Targets of the pointer, the wheel and the scrollbar. */
interface InputTargets {
  readonly scroll: RowScroll
  readonly moves: Navigation
  readonly hovered: HoveredNode
  readonly findNode: (point: Point) => number
  readonly requestPaint: () => void
}

/** Alone they change nothing, as in a screenshot by keys. */
const modifierKeys: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta', 'Shift'])

/** Returns a function that ends it. */
function followInput(
  { container, canvas }: CanvasElements,
  { scroll, moves, hovered, findNode, requestPaint }: InputTargets,
  events: FlameEvents,
): () => void {
  // The card at the pointer would cover what a search or a key shows.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (!modifierKeys.has(key)) hovered.pointTo(null)
  }
  document.addEventListener('keydown', onKeyDown)
  const stops = [
    () => document.removeEventListener('keydown', onKeyDown),
    followPointers(canvas, {
      onTap: (x, y) => events.onClick(findNode({ x, y })),
      onMenu(point, clientX, clientY) {
        const node = findNode(point)
        if (node >= 0) events.onMenu(node, clientX, clientY)
        return node >= 0
      },
      onHover: hovered.pointTo,
      onPan: moves.drag,
      onPinch: (x, factor) => moves.zoomAt(x, factor, false),
      onRest: () => moves.finishGesture('push'),
    }),
    followWheel(canvas, {
      onZoom: moves.zoomAt,
      onPan: (dxPx) => moves.drag(-dxPx, 0),
      onRest: () => moves.finishGesture('push'),
    }),
    followScrollEnd(
      container,
      () => scroll.follow(),
      requestPaint,
      () => moves.finishGesture('replace'),
    ),
  ]
  return () => stops.forEach((stop) => stop())
}
