import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import { findCommonAncestor } from '../geometry/node-ranges.ts'
import { isSameRange, type Range } from '../geometry/ranges.ts'
import type { RowScroll } from './row-scroll.ts'

/** Long enough to see where things went, short enough never to wait for. */
const durationMs = 160

/** Where a view is: the range shown, and how many pixels the rows are scrolled. */
interface CameraPosition extends Range {
  readonly scrollPx: number
}

/**
 * Moves from one place to another in 160 ms, calling `onStep` once for each painted frame, the last one at `end`
 * itself; at once when the person asked for reduced motion. Returns a function that stops it where it is.
 */
export function animate(
  start: CameraPosition,
  end: CameraPosition,
  onStep: (position: CameraPosition, isThere: boolean) => void,
): () => void {
  if (prefersReducedMotion() || isSamePosition(start, end)) {
    onStep(end, true)
    return () => undefined
  }
  let startedAt: number | undefined
  let request = requestAnimationFrame(function step(now) {
    startedAt ??= now
    const passed = Math.min(1, (now - startedAt) / durationMs)
    if (passed === 1) {
      onStep(end, true)
      return
    }
    onStep(interpolatePosition(start, end, 1 - (1 - passed) ** 3), false)
    request = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(request)
}

/**
 * A place on the way, `part` 0 to 1. A zoom by 1000 looks even only when each step multiplies the width by the same
 * factor; both edges move in one proportion, so that the point zoomed around stands still.
 */
export function interpolatePosition(start: CameraPosition, end: CameraPosition, part: number): CameraPosition {
  const startSpan = start.to - start.from
  const endSpan = end.to - end.from
  const isZoom = Math.abs(endSpan - startSpan) > 1e-9 * startSpan && startSpan > 0 && endSpan > 0
  const share = isZoom ? (startSpan * ((endSpan / startSpan) ** part - 1)) / (endSpan - startSpan) : part
  return {
    from: start.from + (end.from - start.from) * share,
    to: start.to + (end.to - start.to) * share,
    scrollPx: start.scrollPx + (end.scrollPx - start.scrollPx) * part,
  }
}

function isSamePosition(one: CameraPosition, other: CameraPosition): boolean {
  return one.from === other.from && one.to === other.to && one.scrollPx === other.scrollPx
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A place, and the node that is drawn there with its subtree; its callers stand over the whole width. */
export interface CameraView extends CameraPosition {
  readonly node: number
}

/** The visible part of a drawing, at rest and in motion. */
export type Camera = ReturnType<typeof createCamera>

/** `onMove` is called after each move, once a frame while it moves. */
export function createCamera(scroll: RowScroll, onMove: () => void) {
  let range = { from: 0, to: 1 }
  let node = 0
  let animatesTo: CameraView | null = null
  let stopTween: () => void = () => undefined

  const shown = (): CameraView => ({ ...range, node, scrollPx: scroll.window().scrollPx })
  const set = ({ from, to, scrollPx }: CameraPosition) => {
    range = { from, to }
    scroll.setScrollPx(scrollPx)
  }
  const jump = (view: CameraView) => {
    stopTween()
    animatesTo = null
    set(view)
    node = view.node
    onMove()
  }

  return {
    /** Now, also in the middle of an animation or a gesture. */
    current: shown,
    /** Where it comes to rest: what is shown, unless it moves. */
    target: (): CameraView => animatesTo ?? shown(),
    isAnimating: () => animatesTo !== null,
    /** Is there at once. */
    jumpTo: jump,
    /**
     * Animates there, or goes on if it is on its way already; jumps when the difference cannot be seen. `onThere` is
     * not called when something else moves it before.
     */
    animateTo(view: CameraView, tree: CallTree, widthPx: number, onThere?: () => void): void {
      if (isSameCameraView(shown(), view, widthPx)) {
        jump(view)
        onThere?.()
        return
      }
      if (animatesTo && !onThere && isSameCameraView(animatesTo, view, widthPx)) {
        animatesTo = view
        return
      }
      stopTween()
      animatesTo = view
      // Until it is there, draw from the last node that holds both views, so that nothing on the way is missing.
      node = findCommonAncestor(tree, node, view.node)
      stopTween = animate(shown(), view, (step, isThere) => {
        if (isThere) jump(animatesTo ?? view)
        else {
          set(step)
          onMove()
        }
        if (isThere) onThere?.()
      })
    },
  }
}

/** The difference of the two cannot be seen. */
function isSameCameraView(one: CameraView, other: CameraView, widthPx: number): boolean {
  return one.node === other.node && Math.abs(one.scrollPx - other.scrollPx) < 0.5 && isSameRange(one, other, widthPx)
}
