import type { Camera, CameraView } from './camera.ts'
import {
  countCallersBeside,
  findNodeAround,
  findRowToShow,
  findWhole,
  getNodeRange,
  panToShow,
} from '../geometry/node-ranges.ts'
import { isSameRange, panRange, weightAt, zoomRange, type Range } from '../geometry/ranges.ts'
import type { RowScroll } from './row-scroll.ts'
import { rowPx } from '../geometry/rows.ts'
import type { Scene } from '../scene/scene.ts'

/** The visible part: part of the width, and rows from the root's edge, both also in the middle of a motion. */
export interface VisibleArea extends Range {
  readonly row: number
  readonly rows: number
}

/**
 * A motion ended elsewhere than the scene says: this is shown now, inside this node; `row` as in the scene. A new place
 * for the history (`push`), or, after a scroll of rows or a reveal, not (`replace`).
 */
export type OnGesture = (zoomNode: number, range: Range, row: number | null, history: 'push' | 'replace') => void

/** Parts that can be moved, and how far. */
export interface NavigationContext {
  readonly camera: Camera
  readonly scroll: RowScroll
  readonly scene: () => Scene | null
  readonly widthPx: () => number
}

/** How far Shift and an arrow key pan, of the width shown. */
export const keyPanShare = 0.25
/** How much the keys + and - zoom in and out. */
export const keyZoomFactor = 2

/** How gestures, keys and the minimap move what is shown. The scene learns of it when a motion ends. */
export interface Navigation {
  /** Zooms around a place on the canvas; a gesture's steps are small enough to be taken at once. */
  readonly zoomAt: (xPx: number, factor: number, isAnimated: boolean) => void
  /** Moves the graph with the pointer. */
  readonly drag: (dxPx: number, dyPx: number) => void
  /** A gesture ended: rows come to rest on whole ones. */
  readonly finishGesture: (history: 'push' | 'replace') => void
  /** In (over 1) or out, around the selected node where it is in sight, else around the middle. */
  readonly zoomBy: (factor: number) => void
  /** To this part of the width. */
  readonly zoomToRange: (range: Range) => void
  /** To the right (over 0) by a share of the width shown. */
  readonly panBy: (share: number) => void
  /** Away from the root (over 0). */
  readonly scrollRows: (rows: number) => void
  /** Scrolls and pans just so far that this node can be seen. */
  readonly reveal: (node: number) => void
  /** Is there at once; `isDone` when nothing more follows. */
  readonly moveTo: (area: Omit<VisibleArea, 'rows'>, isDone: boolean) => void
  /** Where a scene wants to be. */
  readonly computeCameraView: (scene: Scene) => CameraView
}

export function createNavigation(
  { camera, scroll, scene, widthPx }: NavigationContext,
  onGesture: OnGesture,
): Navigation {
  const wholeOf = (shown: Scene) => findWhole(shown, camera.target().node)
  const boundsOf = (shown: Scene) => getNodeRange(shown, wholeOf(shown))
  const isEmpty = (shown: Scene) => shown.tree.total[0] === 0
  const view = (shown: Scene, range: Range, scrollPx: number): CameraView => {
    const target = camera.target()
    const bounds = boundsOf(shown)
    const whole = bounds.to - bounds.from
    // A caller can be as wide as all; who zooms out as far as it goes wants all.
    const isAllAgain = range.to - range.from >= whole && target.to - target.from < whole
    return { ...range, scrollPx, node: isAllAgain ? wholeOf(shown) : findNodeAround(shown, target.node, range) }
  }
  const restPx = (wanted: Scene, node: number) => findRestPx(scroll, wanted, node)

  function computeCameraView(wanted: Scene): CameraView {
    const { zoomNode, row } = wanted
    const range = wanted.range ?? getNodeRange(wanted, zoomNode)
    return { ...range, node: zoomNode, scrollPx: row === null ? restPx(wanted, zoomNode) : scroll.scrollPxOfRow(row) }
  }

  function reportGesture(history: 'push' | 'replace'): void {
    const shown = scene()
    if (!shown) return
    const before = computeCameraView(shown)
    const target = camera.target()
    const row = scroll.rowAt(target.scrollPx)
    // A rest may be beyond the last row; what has not scrolled stays there.
    const scrollPx = target.scrollPx === before.scrollPx ? before.scrollPx : scroll.scrollPxOfRow(row)
    const isPanned = before.node !== target.node || !isSameRange(before, target, widthPx())
    const { from, to, node } = isPanned ? target : before
    camera.animateTo({ from, to, node, scrollPx }, shown.tree, widthPx())
    if (!isPanned && before.scrollPx === scrollPx) return // dragged against the edge, or there and back
    onGesture(node, { from, to }, scrollPx === restPx(shown, node) ? null : row, isPanned ? history : 'replace')
  }

  /** Animates for a key; a key that is held down makes one step of the history. */
  function animateTo(range: Range, scrollPx: number, history: 'push' | 'replace'): void {
    const shown = scene()
    if (shown && !isEmpty(shown))
      camera.animateTo(view(shown, range, scrollPx), shown.tree, widthPx(), () => reportGesture(history))
  }

  return {
    zoomAt(xPx, factor, isAnimated) {
      const shown = scene()
      if (!shown || isEmpty(shown)) return
      const around = weightAt(camera.current(), xPx, widthPx())
      const from = isAnimated ? camera.target() : camera.current()
      const next = view(shown, zoomRange(from, factor, around, boundsOf(shown)), from.scrollPx)
      if (isAnimated) camera.animateTo(next, shown.tree, widthPx())
      else camera.jumpTo(next)
    },
    drag(dxPx, dyPx) {
      const shown = scene()
      if (!shown || isEmpty(shown)) return
      const { from, to, scrollPx } = camera.current()
      const range = panRange({ from, to }, (-dxPx * (to - from)) / widthPx(), boundsOf(shown))
      camera.jumpTo(view(shown, range, scrollPx + (shown.orientation === 'flame' ? dyPx : -dyPx)))
    },
    finishGesture: reportGesture,
    zoomBy(factor) {
      const shown = scene()
      if (!shown) return
      const target = camera.target()
      animateTo(zoomRange(target, factor, findMiddle(shown, target), boundsOf(shown)), target.scrollPx, 'push')
    },
    zoomToRange: (range) => animateTo(range, camera.target().scrollPx, 'push'),
    panBy(share) {
      const shown = scene()
      if (!shown) return
      const target = camera.target()
      animateTo(panRange(target, share * (target.to - target.from), boundsOf(shown)), target.scrollPx, 'push')
    },
    scrollRows(rows) {
      const target = camera.target()
      animateTo(target, scroll.scrollPxOfRow(scroll.rowAt(target.scrollPx) + rows), 'replace')
    },
    reveal(node) {
      const shown = scene()
      if (!shown) return
      const target = camera.target()
      const range = panToShow(shown, node, target, boundsOf(shown))
      scroll.include(shown.tree.depth[node]!)
      const scrollPx = scroll.scrollPxToSee(shown.tree.depth[node]!, target.scrollPx)
      if (range === target && scrollPx === target.scrollPx) return
      camera.jumpTo(view(shown, range, scrollPx))
      reportGesture('replace')
    },
    moveTo({ from, to, row }, isDone) {
      const shown = scene()
      if (!shown || isEmpty(shown)) return
      camera.jumpTo(view(shown, { from, to }, row * rowPx))
      if (isDone) reportGesture('push')
    },
    computeCameraView,
  }
}

/** Gives how many pixels the rows are scrolled where nothing was scrolled by hand and this node is zoomed to. */
function findRestPx(scroll: RowScroll, wanted: Scene, node: number): number {
  const { tree, hotNode = -1, beside } = wanted
  const besidePx = beside && beside.hotNode > 0 ? scroll.scrollPxToSee(beside.tree.depth[beside.hotNode]!, 0) : 0
  const startPx = hotNode > 0 ? scroll.scrollPxToSee(tree.depth[hotNode]!, besidePx) : besidePx
  if (node === 0) return startPx
  const { heightPx } = scroll.window()
  if (beside && beside.zoomNode > 0 && node === wanted.zoomNode) {
    // Not clamped: at the same height as in the graph beside this one, though that may leave rows empty in one.
    const callers = countCallersBeside({ tree, hotNode, zoomNode: node }, beside, heightPx)
    return (tree.depth[node]! - callers) * rowPx
  }
  return scroll.scrollPxOfRow(findRowToShow(tree, node, heightPx, startPx / rowPx))
}

/** The weight to zoom around: what can be seen of the selected node, or of everything. */
function findMiddle(scene: Scene, range: Range): number {
  const selected = getNodeRange(scene, Math.max(scene.selected, 0))
  const isVisible = scene.selected > 0 && selected.to > range.from && selected.from < range.to
  const from = isVisible ? Math.max(selected.from, range.from) : range.from
  const to = isVisible ? Math.min(selected.to, range.to) : range.to
  return (from + to) / 2
}
