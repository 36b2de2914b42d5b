import { createCamera } from './motion/camera.ts'
import { fitCanvas } from './fit-canvas.ts'
import { followPointers, followWheel, type Point } from './input/gestures.ts'
import { createHoveredNode, type HoveredNode } from './input/hovered-node.ts'
import { createNavigation, type Navigation, type OnGesture, type VisibleArea } from './motion/navigation.ts'
import { createScenePainter } from './paint/scene-painter.ts'
import { createRowScroll, followScrollEnd, type RowScroll } from './motion/row-scroll.ts'
import { rowPx } from './geometry/rows.ts'
import { isSamePosition, type Scene } from './scene/scene.ts'
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

export interface FlameCanvas extends Pick<Navigation, 'reveal' | 'zoomBy' | 'panBy' | 'scrollRows' | 'moveTo'> {
  show(scene: Scene): void
  /** Tells what is shown, now and once a frame while it moves. Returns a function that ends it. */
  watch(listener: (area: VisibleArea) => void): () => void
  /** The scene as it is shown, wherever gestures went since the last `show`. */
  scene(): Scene | null
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
  const painter = createScenePainter(canvas, context, shorten)
  const findNode = (point: Point) => (scene ? findNodeUnder(scene, getViewport(), point) : -1)
  const hovered = createHoveredNode(canvas, findNode, (node) => {
    requestPaint()
    events.onHover(node)
  })
  const watchers = new Set<(area: VisibleArea) => void>()
  let scene: Scene | null = null
  let widthPx = 0
  let ratio = 1
  let frameRequest = 0

  function draw(): void {
    if (!camera.isAnimating()) hovered.update()
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
    if (!scene || widthPx === 0) return
    painter.paint(scene, getViewport(), hovered.get())
    for (const watcher of watchers) watcher(getVisibleArea())
  }

  function requestPaint(): void {
    frameRequest ||= requestAnimationFrame(draw)
  }

  function getViewport(): GraphViewport {
    const { from, to, node } = camera.current()
    return { range: { from, to }, node, widthPx, ratio, ...scroll.window() }
  }

  function getVisibleArea(): VisibleArea {
    const { from, to, scrollPx } = camera.current()
    return { from, to, row: scrollPx / rowPx, rows: scroll.window().heightPx / rowPx }
  }

  function show(next: Scene): void {
    const before = scene
    scene = next
    const isOtherTree = before?.tree !== next.tree
    const isTurned = before?.orientation !== next.orientation
    if (isOtherTree || isTurned) scroll.setRows(next.tree.maxDepth + 1, next.orientation)
    if (isOtherTree) hovered.forget()
    if (isOtherTree || isTurned) camera.jumpTo(moves.computeCameraView(next))
    else if (!isSamePosition(before, next)) camera.animateTo(moves.computeCameraView(next), next.tree, widthPx)
    requestPaint()
  }

  const stopFitting = fitCanvas(container, canvas, context, (size) => {
    widthPx = size.widthPx
    ratio = size.ratio
    painter.forgetStyles()
    scroll.setHeight(size.heightPx)
    if (scene) camera.jumpTo(moves.computeCameraView(scene))
    // At once: a resized canvas is blank, and would be seen so for a frame.
    draw()
  })
  const stopInput = followInput(elements, { scroll, moves, hovered, findNode, requestPaint }, events)

  return {
    ...moves,
    show,
    watch(listener) {
      watchers.add(listener)
      if (scene) listener(getVisibleArea())
      return () => watchers.delete(listener)
    },
    scene() {
      const { from, to, node, scrollPx } = camera.target()
      return scene && { ...scene, zoomNode: node, range: { from, to }, row: scroll.rowAt(scrollPx) }
    },
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
