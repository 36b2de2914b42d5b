import type { PairTable } from '../../profile/model/pair-table.ts'

/** A stretch of time in which the same frames were open, in the profile's own unit. */
export type OnStretch = (stack: number, from: number, weight: number) => void

/** Deeper frames are passed over; speedscope itself would not draw them. */
const deepest = 65_536

/**
 * Makes stretches of the moments at which frames opened (O) and closed (C). Stacks are rows of `stacks`, of (row of the
 * caller, frame).
 *
 * Keeps: closes what is open above a frame that is closed; skips events that close what is not open or go back in time, and
 * tells `onSkipped`; what is open at the end is closed there.
 */
export function createStretches(stacks: PairTable, onStretch: OnStretch, onSkipped: () => void) {
  const open: number[] = []
  const rows: number[] = []
  let now = Number.NaN
  const passTo = (at: number): void => {
    if (at > now && open.length > 0) onStretch(rows.at(-1)!, now, at - now)
    now = at
  }
  return {
    event(type: string, at: number, frame: number): void {
      const depth = type === 'C' ? open.lastIndexOf(frame) : open.length
      const isSound = Math.abs(at) < Infinity && !(at < now) && depth >= 0 && (type === 'O' || type === 'C')
      if (!isSound || (type === 'O' && depth === deepest)) return onSkipped()
      passTo(at)
      if (type === 'O') {
        open.push(frame)
        rows.push(stacks.add(rows.at(-1) ?? -1, frame))
      } else {
        open.length = depth
        rows.length = depth
      }
    },
    /** NaN where the file does not say. */
    end(at: number): void {
      if (at > now && at < Infinity) passTo(at)
    },
  }
}
