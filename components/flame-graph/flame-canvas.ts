import { nodeAt } from '../../lib/profile/node-at.ts'
import { type CallTree } from '../../lib/profile/call-tree.ts'
import { visibleBoxes, type Viewport } from '../../lib/profile/visible-boxes.ts'
import { fitCanvas } from './fit-canvas.ts'
import { glide } from './glide.ts'
import { type GraphTheme } from './graph-theme.ts'
import { createLabelFitter, type LabelFitter } from './label-fitter.ts'
import { paint, type Outline } from './paint.ts'
import { createPanZoom } from './pan-zoom.ts'
import { commonAncestor, nodeAround, panToShow, rangeOfNode, scrollToShow, type Range } from './places.ts'
import { createRowScroll, type Orientation } from './row-scroll.ts'

/** What is drawn. Replace it whole: the canvas finds out what moved. */
export interface Scene {
  readonly tree: CallTree
  readonly starts: Float64Array
  readonly orientation: Orientation
  readonly zoomNode: number
  /** Part of the width that is shown; null for the whole zoom node. */
  readonly range: Range | null
  readonly selected: number
  /** Sorted nodes; null when nothing is searched. */
  readonly matches: Int32Array | null
  readonly labelOf: (frame: number) => string
  readonly colourOf: (frame: number) => string
  readonly theme: GraphTheme
}

export interface FlameEvents {
  /** A click, on a node or (-1) beside them. */
  readonly onClick: (node: number) => void
  /** The pointer is on another node, or (-1) on none. */
  readonly onHover: (node: number) => void
  /** A gesture ended: this is shown now, inside this node. */
  readonly onGesture: (zoomNode: number, range: Range) => void
}

export interface FlameCanvas {
  show(scene: Scene): void
  /** Scrolls and pans just so far that this node can be seen. */
  reveal(node: number): void
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
  let scene: Scene | null = null
  let labels: LabelFitter | null = null
  /** What is on the screen now, in the middle of a glide or a gesture too. */
  let shown: Range = { from: 0, to: 1 }
  let shownNode = 0
  let widthPx = 0
  let heightPx = 0
  let hovered = -1
  let drawnTimes = 0
  let frameRequest = 0
  let stopGlide: () => void = () => undefined

  const panZoom = createPanZoom(canvas, {
    total: () => scene?.tree.total[0] ?? 1,
    widthPx: () => widthPx,
    onRange(range) {
      if (!scene) return
      stopGlide()
      shown = range
      shownNode = nodeAround(scene, shownNode, range)
      requestPaint()
    },
    onDragRows(deltaPx) {
      scroll.setScrollPx(scroll.scrollPx() + (scene?.orientation === 'flame' ? deltaPx : -deltaPx))
      requestPaint()
    },
    onEnd: () => scene && events.onGesture(shownNode, shown),
  })

  function draw(): void {
    cancelAnimationFrame(frameRequest)
    frameRequest = 0
    if (!scene || widthPx === 0) return
    const { tree, starts, matches, selected, theme, colourOf } = scene
    context.font = theme.font
    labels ??= createLabelFitter(context, scene.labelOf, shorten)
    paint(context, {
      widthPx,
      heightPx,
      boxes: visibleBoxes(tree, starts, viewport(), shownNode, matches ?? undefined),
      frame: tree.frame,
      colourOf,
      labels,
      topOf: scroll.topOf,
      isSearching: matches !== null,
      outlines: [...outlineOf(hovered, 1), ...outlineOf(selected, 2)],
      theme,
    })
    canvas.dataset.drawn = String(++drawnTimes)
    canvas.dataset.nodes = String(tree.length)
  }

  function requestPaint(): void {
    frameRequest ||= requestAnimationFrame(draw)
  }

  function viewport(): Viewport {
    return { ...shown, widthPx, ...scroll.visibleRows(), minWidthPx: 1 }
  }

  function outlineOf(node: number, linePx: number): Outline[] {
    if (!scene || node < 0) return []
    const { from, to } = rangeOfNode(scene, node)
    const pxPerWeight = widthPx / (shown.to - shown.from)
    return [
      {
        x0: (from - shown.from) * pxPerWeight,
        x1: (to - shown.from) * pxPerWeight,
        row: scene.tree.depth[node]!,
        linePx,
      },
    ]
  }

  function glideTo(target: Range, zoomNode: number, scrollPx: number): void {
    if (!scene) return
    stopGlide()
    // Until it is there, draw from the last node that holds both views, so that nothing on the way is missing.
    shownNode = commonAncestor(scene.tree, shownNode, zoomNode)
    stopGlide = glide({ ...shown, scrollPx: scroll.scrollPx() }, { ...target, scrollPx }, (place, isThere) => {
      shown = { from: place.from, to: place.to }
      if (isThere) shownNode = zoomNode
      scroll.setScrollPx(place.scrollPx)
      panZoom.setRange(shown)
      draw()
    })
  }

  function show(next: Scene): void {
    const before = scene
    scene = next
    if (before?.labelOf !== next.labelOf || before.theme !== next.theme) labels = null
    const isOtherTree = before?.tree !== next.tree
    if (isOtherTree || before.orientation !== next.orientation) scroll.setRows(next.tree.maxDepth + 1, next.orientation)
    const target = next.range ?? rangeOfNode(next, next.zoomNode)
    if (isOtherTree) {
      stopGlide()
      hovered = -1
      shown = target
      shownNode = next.zoomNode
      scroll.setScrollPx(scrollToShow(next, heightPx))
      panZoom.setRange(shown)
    } else if (before.zoomNode !== next.zoomNode || before.range !== next.range) {
      // After a gesture the scene only catches up with what is on the screen already.
      const isThere = shown.from === target.from && shown.to === target.to && shownNode === next.zoomNode
      if (!isThere) {
        glideTo(target, next.zoomNode, scrollToShow(next, heightPx))
        return
      }
    }
    requestPaint()
  }

  function reveal(node: number): void {
    if (!scene) return
    scroll.reveal(scene.tree.depth[node]!)
    const range = panToShow(scene, node, shown)
    if (range !== shown) {
      shown = range
      panZoom.setRange(shown)
      events.onGesture(nodeAround(scene, shownNode, range), range)
    }
    requestPaint()
  }

  const nodeUnder = (event: MouseEvent) => {
    if (!scene) return -1
    const box = canvas.getBoundingClientRect()
    return nodeAt(
      scene.tree,
      scene.starts,
      viewport(),
      shownNode,
      event.clientX - box.left,
      scroll.rowAt(event.clientY - box.top),
    )
  }
  const hover = (node: number) => {
    if (node === hovered) return
    hovered = node
    canvas.style.cursor = node < 0 ? '' : 'pointer'
    requestPaint()
    events.onHover(node)
  }

  const onScroll = () => {
    scroll.follow()
    requestPaint()
  }

  const stop = new AbortController()
  const { signal } = stop
  container.addEventListener('scroll', onScroll, { passive: true, signal })
  canvas.addEventListener('pointermove', (event) => hover(nodeUnder(event)), { signal })
  canvas.addEventListener('pointerleave', () => hover(-1), { signal })
  canvas.addEventListener('click', (event) => events.onClick(nodeUnder(event)), { signal })
  const stopFitting = fitCanvas(container, canvas, context, (nextWidthPx, nextHeightPx) => {
    widthPx = nextWidthPx
    heightPx = nextHeightPx
    if (scene) scroll.setRows(scene.tree.maxDepth + 1, scene.orientation)
    panZoom.setRange(shown)
    draw() // at once: a resized canvas is blank, and would be seen so for a frame
  })

  function dispose(): void {
    stop.abort()
    stopFitting()
    stopGlide()
    panZoom.dispose()
    cancelAnimationFrame(frameRequest)
  }

  return { show, reveal, dispose }
}
