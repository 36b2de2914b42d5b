import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import { animate, type CameraPosition } from './tween.ts'
import { findCommonAncestor } from '../geometry/node-ranges.ts'
import { isSameRange } from '../geometry/ranges.ts'
import type { RowScroll } from './row-scroll.ts'

/** A place, and the node that is drawn there with its subtree; its callers stand over the whole width. */
export interface CameraView extends CameraPosition {
  readonly node: number
}

/** What of a drawing is in sight, at rest and in motion. */
export interface Camera {
  /** Now, also in the middle of a glide or a gesture. */
  current(): CameraView
  /** Where it comes to rest: what is shown, unless it glides. */
  target(): CameraView
  isAnimating(): boolean
  /** Is there at once. */
  jumpTo(view: CameraView): void
  /**
   * Glides there, or goes on if it is on its way already; jumps when nobody could tell it from where it is. `onThere` is not called when
   * something else moves it before.
   */
  animateTo(view: CameraView, tree: CallTree, widthPx: number, onThere?: () => void): void
}

/** `onMove` is called after each move, once a frame while it glides. */
export function createCamera(scroll: RowScroll, onMove: () => void): Camera {
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
    current: shown,
    target: () => animatesTo ?? shown(),
    isAnimating: () => animatesTo !== null,
    jumpTo: jump,
    animateTo(view, tree, widthPx, onThere) {
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

/** Nobody could tell one from the other. */
function isSameCameraView(one: CameraView, other: CameraView, widthPx: number): boolean {
  return one.node === other.node && Math.abs(one.scrollPx - other.scrollPx) < 0.5 && isSameRange(one, other, widthPx)
}
