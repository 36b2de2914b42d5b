/**
 * Samples under construction. With a limit, memory follows the number of distinct stacks and not that of the samples:
 * where there are more rows than the limit, those of one stack, thread and line within one slice of time become one,
 * with the time of the first. Slices are as short as the limit allows, and grow with the recording.
 *
 *     limit 4, slices of 10 ms       stack  a  a  b  a      become     a  b  a
 *                                    ms     1  4  7 12                 1  7 12
 *                                    weight 1  1  1  1                 2  1  1
 */
import { doubled } from './pair-table.ts'
import type { SampleTable } from './profile.ts'

export type SampleColumns = ReturnType<typeof createSampleColumns>

/** The time from the first to the last sample has at first this many slices. */
const firstSlices = 2 ** 16

export function createSampleColumns(mostRows = Infinity) {
  let length = 0
  let limit = mostRows
  let sliceMs = 0
  let firstMs = Infinity
  let lastMs = -Infinity
  let merged = 0
  let stacks = new Int32Array(1024)
  let threads = new Uint32Array(1024)
  let times = new Float64Array(1024)
  let weights = new Float64Array(1024)
  // Row of the line + 1, 0 for none, so that a grown column needs no filling. It has no rows until a sample has a line.
  let lines = new Int32Array(0)

  return {
    get length(): number {
      return length
    },
    /** How many samples became part of one of another time. */
    get merged(): number {
      return merged
    },
    /**
     * `line` is the row of a table of lines, -1 for none. Gives the row, which is good until the next sample is added.
     */
    add(stack: number, thread: number, timeMs: number, weight: number, line = -1): number {
      if (length === limit) mergeRows()
      if (length === stacks.length) {
        stacks = doubled(stacks)
        threads = doubled(threads)
        times = doubled(times)
        weights = doubled(weights)
      }
      stacks[length] = stack
      threads[length] = thread
      times[length] = timeMs
      weights[length] = weight
      if (timeMs < firstMs && timeMs > -Infinity) firstMs = timeMs
      if (timeMs > lastMs && timeMs < Infinity) lastMs = timeMs
      if (line >= 0 || length < lines.length) {
        while (length >= lines.length) lines = doubled(lines)
        lines[length] = line + 1
      }
      return length++
    },
    raise(row: number, weight: number): void {
      weights[row] = weights[row]! + weight
    },
    reweigh: (others: Float64Array): void => weights.set(others),
    /**
     * The columns themselves, which are good until the next sample is added; `lines` as those of `lines()` + 1, and
     * perhaps shorter.
     */
    view: () => ({ length, stacks, times, weights, lines }),
    all: (): SampleTable => ({
      length,
      stack: stacks.slice(0, length),
      thread: threads.slice(0, length),
      time: times.slice(0, length),
      weight: weights.slice(0, length),
    }),
    /** For each sample the row of its line, -1 for none; null when no sample has one. */
    lines: (): Int32Array | null =>
      lines.length === 0 ? null : Int32Array.from({ length }, (_, row) => (lines[row] ?? 0) - 1),
  }

  /** Leaves at most a quarter of the limit, or raises it where so many stacks differ. */
  function mergeRows(): void {
    const span = Math.max(0, lastMs - firstMs)
    sliceMs = Math.max(sliceMs, span / firstSlices || 1)
    mergeWithinSlices()
    // Slices that grow by whole numbers hold the ones before, so merged samples stay together.
    while (length * 4 > limit && sliceMs <= span && sliceMs < Infinity) {
      sliceMs *= 4
      mergeWithinSlices()
    }
    limit = Math.max(limit, length * 2)
  }

  function mergeWithinSlices(): void {
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(length * 2)))
    const mask = slots.length - 1
    const rows = length
    length = 0
    for (let row = 0; row < rows; row++) {
      const slice = sliceOf(times[row]!, sliceMs)
      let slot = hashOf(stacks[row]!, threads[row]!, slice) & mask
      while (slots[slot] !== 0 && !isSame(slots[slot]! - 1, row, slice)) slot = (slot + 1) & mask
      const equalRow = slots[slot]! - 1
      if (equalRow >= 0) {
        weights[equalRow] = weights[equalRow]! + weights[row]!
        if (times[equalRow] !== times[row] && !Number.isNaN(times[row])) merged++
        continue
      }
      stacks[length] = stacks[row]!
      threads[length] = threads[row]!
      times[length] = times[row]!
      weights[length] = weights[row]!
      if (row < lines.length) lines[length] = lines[row]!
      slots[slot] = ++length
    }
  }

  function isSame(one: number, other: number, slice: number): boolean {
    return (
      stacks[one] === stacks[other] &&
      threads[one] === threads[other] &&
      (lines[one] ?? 0) === (lines[other] ?? 0) &&
      sliceOf(times[one]!, sliceMs) === slice
    )
  }
}

/** One that no time is in for samples without a time. */
function sliceOf(timeMs: number, sliceMs: number): number {
  const slice = Math.floor(timeMs / sliceMs)
  return Number.isFinite(slice) ? slice : -Infinity
}

function hashOf(stack: number, thread: number, slice: number): number {
  let hash = Math.imul(stack, 0x9e3779b1) ^ Math.imul(thread, 0x85ebca6b) ^ Math.imul(slice, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
