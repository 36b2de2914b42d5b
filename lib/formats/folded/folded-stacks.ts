/**
 * The stacks of folded lines, one after the other. A line mostly begins as the one before it did, since every tool
 * writes them sorted: the part that both have is read once.
 */
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { createStackCollector, deepestStack, type TieredFrame, addTieredFrame } from '../reading/stack-collector.ts'

/** The frame that stands in `[start, end)`; the last one of a stack may be written in another way. */
export type ReadTieredFrame = (bytes: Uint8Array, start: number, end: number, isLeaf: boolean) => TieredFrame

const semicolon = 59
/** In a longer text there may be more frames than are kept: each is at least its semicolon. */
const maxFrames = deepestStack

export function createFoldedStacks(builder: ProfileBuilder, readFrame: ReadTieredFrame) {
  const collector = createStackCollector(builder)
  const previous = new Uint8Array(maxFrames)
  let previousLength = 0
  // Offset of the semicolon after each caller of the previous stack, the root first, and the caller's row.
  const ends = new Int32Array(maxFrames)
  const rows = new Int32Array(maxFrames)
  let callers = 0

  function readLong(bytes: Uint8Array, start: number, stackEnd: number): number {
    previousLength = callers = 0
    collector.start()
    let end = stackEnd
    for (let at = stackEnd - 1; at >= start - 1; at--) {
      if (at >= start && bytes[at] !== semicolon) continue
      collector.push(readFrame(bytes, at + 1, end, end === stackEnd))
      end = at
    }
    return collector.finish()
  }

  /** Bytes that both begin with. */
  function sharedWithPrevious(bytes: Uint8Array, start: number, length: number): number {
    const most = Math.min(length, previousLength)
    let shared = 0
    while (shared < most && bytes[start + shared] === previous[shared]) shared++
    return shared
  }

  return {
    /**
     * The row of the stack in `[start, end)`, -1 for none; its middle is cut out when it is deeper than the collector
     * allows.
     */
    read(bytes: Uint8Array, start: number, end: number): number {
      const length = end - start
      if (length <= 0) return -1
      if (length > maxFrames) return readLong(bytes, start, end)
      const shared = sharedWithPrevious(bytes, start, length)
      while (callers > 0 && ends[callers - 1]! >= shared) callers--
      let frameStart = callers > 0 ? ends[callers - 1]! + 1 : 0
      let row = callers > 0 ? rows[callers - 1]! : -1
      for (let at = Math.max(frameStart, shared); at <= length; at++) {
        if (at < length && bytes[start + at] !== semicolon) continue
        const tiered = readFrame(bytes, start + frameStart, start + at, at === length)
        row = addTieredFrame(builder, row, tiered)
        frameStart = at + 1
        if (at === length) break
        ends[callers] = at
        rows[callers++] = row
      }
      previous.set(bytes.subarray(start + shared, end), shared)
      previousLength = length
      return row
    },
    get cut() {
      return collector.cut
    },
  }
}
