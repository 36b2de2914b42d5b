import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import { glide, type Place } from './tween.ts'
import { commonAncestor } from '../geometry/node-ranges.ts'
import { isSameSight } from '../geometry/ranges.ts'
import type { RowScroll } from './row-scroll.ts'

/** A place, and the node that is drawn there with its subtree; its callers stand over the whole width. */
export interface Shot extends Place {
  readonly node: number
}

/** What of a drawing is in sight, at rest and in motion. */
export interface Camera {
  /** Now, also in the middle of a glide or a gesture. */
  shown(): Shot
  /** Where it comes to rest: what is shown, unless it glides. */
  aim(): Shot
  isGliding(): boolean
  /** Is there at once. */
  jump(shot: Shot): void
  /**
   * Glides there, or goes on if it is on its way already; jumps when nobody could tell it from where it is. `onThere` is not called when
   * something else moves it before.
   */
  goTo(shot: Shot, tree: CallTree, widthPx: number, onThere?: () => void): void
}

/** `onMove` is called after each move, once a frame while it glides. */
export function createCamera(scroll: RowScroll, onMove: () => void): Camera {
  let range = { from: 0, to: 1 }
  let node = 0
  let glidesTo: Shot | null = null
  let stopGlide: () => void = () => undefined

  const shown = (): Shot => ({ ...range, node, scrollPx: scroll.window().scrollPx })
  const set = ({ from, to, scrollPx }: Place) => {
    range = { from, to }
    scroll.setScrollPx(scrollPx)
  }
  const jump = (shot: Shot) => {
    stopGlide()
    glidesTo = null
    set(shot)
    node = shot.node
    onMove()
  }

  return {
    shown,
    aim: () => glidesTo ?? shown(),
    isGliding: () => glidesTo !== null,
    jump,
    goTo(shot, tree, widthPx, onThere) {
      if (isSameShot(shown(), shot, widthPx)) {
        jump(shot)
        onThere?.()
        return
      }
      if (glidesTo && !onThere && isSameShot(glidesTo, shot, widthPx)) {
        glidesTo = shot
        return
      }
      stopGlide()
      glidesTo = shot
      // Until it is there, draw from the last node that holds both views, so that nothing on the way is missing.
      node = commonAncestor(tree, node, shot.node)
      stopGlide = glide(shown(), shot, (step, isThere) => {
        if (isThere) jump(glidesTo ?? shot)
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
function isSameShot(one: Shot, other: Shot, widthPx: number): boolean {
  return one.node === other.node && Math.abs(one.scrollPx - other.scrollPx) < 0.5 && isSameSight(one, other, widthPx)
}
