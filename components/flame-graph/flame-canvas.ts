import { findNodeAt } from '../../lib/profile/layout/layout.ts'
import { createCamera } from './motion/camera.ts'
import { createCanvasTarget, createTextMeasure } from './paint/canvas-target.ts'
import { fitCanvas } from './fit-canvas.ts'
import { followPointers, followWheel, type Point } from './input/gestures.ts'
import { createLabelFitter, type LabelFitter } from './paint/label-fitter.ts'
import { createNavigation, type Navigation, type OnGesture, type VisibleArea } from './motion/navigation.ts'
import { paintScene } from './paint/paint.ts'
import type { DrawTarget } from './paint/draw-target.ts'
import { findPinnedNodeAt, positionPins } from './scene/pins.ts'
import { createRowScroll, followScrollEnd } from './motion/row-scroll.ts'
import { findRowAtY, rowPx } from './geometry/rows.ts'
import { isSamePosition, type Scene } from './scene/scene.ts'
import { getNodeExtent, getRowBox, toLayoutViewport, type GraphViewport } from './scene/viewport.ts'

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

/** The flame graph on a canvas of the window's size: follows its scene, animates between views, tells what the pointer does. */
export function createFlameCanvas(
  { container, spacer, canvas }: { container: HTMLElement; spacer: HTMLElement; canvas: HTMLCanvasElement },
  shorten: (name: string, chars: number) => string,
  events: FlameEvents,
): FlameCanvas {
  const context = canvas.getContext('2d', { alpha: false })!
  const scroll = createRowScroll(container, spacer)
  const camera = createCamera(scroll, () => (camera.isAnimating() ? draw() : requestPaint()))
  const moves = createNavigation({ camera, scroll, scene: () => scene, widthPx: () => widthPx }, events.onGesture)
  const watchers = new Set<(area: VisibleArea) => void>()
  let scene: Scene | null = null
  let labels: LabelFitter | null = null
  let target: DrawTarget | null = null
  let widthPx = 0
  let ratio = 1
  let pointer: Point | null = null
  let hovered = -1
  let paintCount = 0
  let frameRequest = 0

  function draw(): void {
    if (!camera.isAnimating()) hover()
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
    if (!scene || widthPx === 0) return
    labels ??= createLabelFitter(createTextMeasure(scene.theme.fontFamily), scene.labelOf, shorten)
    target ??= createCanvasTarget(context, scene.theme.fontFamily)
    paintScene(target, scene, getViewport(), labels, hovered)
    canvas.dataset.drawn = String(++paintCount)
    canvas.dataset.nodes = String(scene.tree.length)
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

  function findNodeUnder({ x, y }: Point): number {
    if (!scene) return -1
    const seen = getViewport()
    const pinned = findPinnedNodeAt(positionPins(scene, seen), x, y)
    return pinned >= 0 ? pinned : findNodeAt(scene, toLayoutViewport(seen), seen.node, x, findRowAtY(seen, y))
  }

  function hover(): void {
    const node = pointer ? findNodeUnder(pointer) : -1
    if (node === hovered) return
    hovered = node
    if (pointer) canvas.style.cursor = node < 0 ? '' : 'pointer'
    requestPaint()
    events.onHover(node)
  }

  function show(next: Scene): void {
    const before = scene
    scene = next
    if (before?.labelOf !== next.labelOf || before.theme !== next.theme) labels = target = null
    const isOtherTree = before?.tree !== next.tree
    const isTurned = before?.orientation !== next.orientation
    if (isOtherTree || isTurned) scroll.setRows(next.tree.maxDepth + 1, next.orientation)
    if (isOtherTree && hovered >= 0) events.onHover((hovered = -1))
    if (isOtherTree || isTurned) camera.jumpTo(moves.computeCameraView(next))
    else if (!isSamePosition(before, next)) camera.animateTo(moves.computeCameraView(next), next.tree, widthPx)
    requestPaint()
  }

  const stopFitting = fitCanvas(container, canvas, context, (nextWidthPx, nextRatio) => {
    widthPx = nextWidthPx
    ratio = nextRatio
    target = null // its styles went with the old canvas
    if (scene) {
      scroll.setRows(scene.tree.maxDepth + 1, scene.orientation)
      camera.jumpTo(moves.computeCameraView(scene))
    }
    // At once: a resized canvas is blank, and would be seen so for a frame.
    draw()
  })

  const stops = [
    followPointers(canvas, {
      onTap: (x, y) => events.onClick(findNodeUnder({ x, y })),
      onMenu(point, clientX, clientY) {
        const node = findNodeUnder(point)
        if (node >= 0) events.onMenu(node, clientX, clientY)
        return node >= 0
      },
      onHover(point) {
        pointer = point
        hover()
      },
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
    stopFitting,
  ]

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
      const seen = getViewport()
      const extent = scene && getNodeExtent(scene, seen, node)
      if (!extent || extent.x1 < 0 || extent.x0 >= widthPx) return null
      const { top, heightPx } = getRowBox(seen, extent.row)
      if (top < 0 || top + heightPx > seen.heightPx) return null
      const corner = canvas.getBoundingClientRect()
      return { x: corner.left + Math.max(extent.x0, 0), y: corner.top + top + heightPx }
    },
    dispose() {
      for (const stop of stops) stop()
      camera.jumpTo(camera.current()) // ends an animation
      cancelAnimationFrame(frameRequest)
    },
  }
}
