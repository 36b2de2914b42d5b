import { nodeAt } from '../../lib/profile/layout/node-at.ts'
import { createCamera } from './motion/camera.ts'
import { createCanvasPen, createTextMeasure } from './paint/canvas-target.ts'
import { fitCanvas } from './fit-canvas.ts'
import { followPointers, followWheel, type Point } from './input/gestures.ts'
import { drawKeptPicture } from './kept-picture.ts'
import { createLabelFitter, type LabelFitter } from './paint/label-fitter.ts'
import { createMoves, type Moves, type OnGesture, type ShownPlace } from './motion/navigation.ts'
import { paint } from './paint/paint.ts'
import type { Pen } from './paint/draw-target.ts'
import { nodeOfPinAt, placePins } from './scene/pins.ts'
import { createRowScroll, followScrollEnd } from './motion/row-scroll.ts'
import { rowAtY, rowPx } from './geometry/rows.ts'
import { isSamePlace, type Scene } from './scene/scene.ts'
import { placeOfNode, rowBox, viewportOf, type Sight } from './scene/viewport.ts'

export interface FlameEvents {
  /** A click or tap, on a node (its pin, too) or (-1) beside them. */
  readonly onClick: (node: number) => void
  /** The pointer is on another node, or (-1) on none. */
  readonly onHover: (node: number) => void
  readonly onGesture: OnGesture
  /** A right click or a long press on a node, at this place of the window. */
  readonly onMenu: (node: number, clientX: number, clientY: number) => void
}

export interface FlameCanvas extends Pick<Moves, 'reveal' | 'zoomBy' | 'panBy' | 'scrollRows' | 'moveTo'> {
  show(scene: Scene): void
  /** Draws now, and not with the next layout: for whoever has nothing better to do until then. */
  drawNow(): void
  /** Tells what is shown, now and once a frame while it moves. Returns a function that ends it. */
  watch(listener: (place: ShownPlace) => void): () => void
  /** The scene as it is shown, wherever gestures went since the last `show`. */
  scene(): Scene | null
  /** The left end of the visible part of a node's box, in pixels of the window; null when it is not in sight. */
  placeOf(node: number): Point | null
  dispose(): void
}

/** The flame graph on a canvas of the window's size: follows its scene, glides between views, tells what the pointer does. */
export function createFlameCanvas(
  { container, spacer, canvas }: { container: HTMLElement; spacer: HTMLElement; canvas: HTMLCanvasElement },
  shorten: (name: string, chars: number) => string,
  events: FlameEvents,
): FlameCanvas {
  const context = canvas.getContext('2d', { alpha: false })!
  const scroll = createRowScroll(container, spacer)
  const camera = createCamera(scroll, () => (camera.isGliding() ? draw() : requestPaint()))
  const moves = createMoves({ camera, scroll, scene: () => scene, widthPx: () => widthPx }, events.onGesture)
  const watchers = new Set<(place: ShownPlace) => void>()
  let scene: Scene | null = null
  let labels: LabelFitter | null = null
  let pen: Pen | null = null
  let widthPx = 0
  let ratio = 1
  let pointer: Point | null = null
  let hovered = -1
  let drawnTimes = 0
  let frameRequest = 0

  function draw(): void {
    if (!camera.isGliding()) hover()
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
    if (!scene || widthPx === 0) return
    labels ??= createLabelFitter(createTextMeasure(scene.theme.fontFamily), scene.labelOf, shorten)
    pen ??= createCanvasPen(context, scene.theme.fontFamily)
    paint(pen, scene, sight(), labels, hovered)
    canvas.dataset.drawn = String(++drawnTimes)
    canvas.dataset.nodes = String(scene.tree.length)
    for (const watcher of watchers) watcher(shownPlace())
  }

  function requestPaint(): void {
    frameRequest ||= requestAnimationFrame(draw)
  }

  function sight(): Sight {
    const { from, to, node } = camera.shown()
    return { range: { from, to }, node, widthPx, ratio, ...scroll.window() }
  }

  function shownPlace(): ShownPlace {
    const { from, to, scrollPx } = camera.shown()
    return { from, to, row: scrollPx / rowPx, rows: scroll.window().heightPx / rowPx }
  }

  function nodeUnder({ x, y }: Point): number {
    if (!scene) return -1
    const seen = sight()
    const pinned = nodeOfPinAt(placePins(scene, seen), x, y)
    return pinned >= 0 ? pinned : nodeAt(scene.tree, scene.starts, viewportOf(seen), seen.node, x, rowAtY(seen, y))
  }

  /** Looks what is under the pointer now. */
  function hover(): void {
    const node = pointer ? nodeUnder(pointer) : -1
    if (node === hovered) return
    hovered = node
    if (pointer) canvas.style.cursor = node < 0 ? '' : 'pointer'
    requestPaint()
    events.onHover(node)
  }

  function show(next: Scene): void {
    const before = scene
    scene = next
    if (before?.labelOf !== next.labelOf || before.theme !== next.theme) labels = pen = null
    const isOtherTree = before?.tree !== next.tree
    const isTurned = before?.orientation !== next.orientation
    if (isOtherTree || isTurned) scroll.setRows(next.tree.maxDepth + 1, next.orientation)
    if (isOtherTree && hovered >= 0) events.onHover((hovered = -1))
    if (isOtherTree || isTurned) camera.jump(moves.shotOf(next))
    else if (!isSamePlace(before, next)) camera.goTo(moves.shotOf(next), next.tree, widthPx)
    requestPaint()
  }

  const { fit, stop: stopFitting } = fitCanvas(container, canvas, context, (nextWidthPx, nextRatio) => {
    widthPx = nextWidthPx
    ratio = nextRatio
    pen = null // its styles went with the old canvas
    if (scene) {
      scroll.setRows(scene.tree.maxDepth + 1, scene.orientation)
      camera.jump(moves.shotOf(scene))
    }
    // At once: a resized canvas is blank, and would be seen so for a frame.
    if (drawnTimes === 0 && drawKeptPicture(context)) requestPaint()
    else draw()
  })

  const stops = [
    followPointers(canvas, {
      onTap: (x, y) => events.onClick(nodeUnder({ x, y })),
      onMenu(place, clientX, clientY) {
        const node = nodeUnder(place)
        if (node >= 0) events.onMenu(node, clientX, clientY)
        return node >= 0
      },
      onHover(place) {
        pointer = place
        hover()
      },
      onPan: moves.drag,
      onPinch: (x, factor) => moves.zoomAt(x, factor, false),
      onRest: () => moves.rest('push'),
    }),
    followWheel(canvas, {
      onZoom: moves.zoomAt,
      onPan: (dxPx) => moves.drag(-dxPx, 0),
      onRest: () => moves.rest('push'),
    }),
    followScrollEnd(
      container,
      () => scroll.follow(),
      requestPaint,
      () => moves.rest('replace'),
    ),
    stopFitting,
  ]

  return {
    ...moves,
    show,
    drawNow: fit,
    watch(listener) {
      watchers.add(listener)
      if (scene) listener(shownPlace())
      return () => watchers.delete(listener)
    },
    scene() {
      const { from, to, node, scrollPx } = camera.aim()
      return scene && { ...scene, zoomNode: node, range: { from, to }, row: scroll.rowAt(scrollPx) }
    },
    placeOf(node) {
      const seen = sight()
      const place = scene && placeOfNode(scene, seen, node)
      if (!place || place.x1 < 0 || place.x0 >= widthPx) return null
      const { top, heightPx } = rowBox(seen, place.row)
      if (top < 0 || top + heightPx > seen.heightPx) return null
      const corner = canvas.getBoundingClientRect()
      return { x: corner.left + Math.max(place.x0, 0), y: corner.top + top + heightPx }
    },
    dispose() {
      for (const stop of stops) stop()
      camera.jump(camera.shown()) // ends a glide
      cancelAnimationFrame(frameRequest)
    },
  }
}
