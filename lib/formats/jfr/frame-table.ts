import type { JfrFrame } from './frame-names.ts'

/** The distinct frames of a whole recording: ids of chunks differ, the frames behind them rarely do. */
export interface JfrFrameTable {
  /** Index of the frame, the same for the same frame. */
  add(frame: JfrFrame): number
  readonly frames: readonly JfrFrame[]
}

export function createJfrFrameTable(): JfrFrameTable {
  const frames: JfrFrame[] = []
  const known = new Map<string, number>()
  return {
    frames,
    add(frame) {
      const key = `${frame.kind}\0${frame.tier}\0${frame.raw}\0${frame.module}`
      let index = known.get(key)
      if (index === undefined) {
        index = frames.push(frame) - 1
        known.set(key, index)
      }
      return index
    },
  }
}
