import type { Weights } from './call-tree.ts'

/**
 * Gives rows, indices of `weights`, in a new array with the heaviest first; rows of equal weight keep the order they
 * came in. Many rows are sorted by the bits of their weights, 16 at a time: 200,000 take a tenth of the time that
 * comparing them takes.
 *
 *     rows [0, 1, 2, 3]   weights [1, 5, 0, 5]   become   [1, 3, 0, 2]
 *
 * Keeps: a weight below 0 or NaN counts as 0.
 */
export function sortByWeight(rows: Uint32Array, weights: Weights): Uint32Array<ArrayBuffer> {
  return rows.length < leastRowsForDigits ? compareWeights(rows, weights) : sortDigits(rows, weights)
}

/** Rows from which sorting by bits is worth it; of fewer, clearing 65,536 counters takes longer than comparing. */
const leastRowsForDigits = 4096

function compareWeights(rows: Uint32Array, weights: Weights): Uint32Array<ArrayBuffer> {
  const weightOf = (row: number) => Math.max(weights[row]! || 0, 0)
  return Uint32Array.from(rows).sort((a, b) => weightOf(b) - weightOf(a))
}

function sortDigits(rows: Uint32Array, weights: Weights): Uint32Array<ArrayBuffer> {
  const keys = new Float64Array(rows.length)
  for (let index = 0; index < rows.length; index++) keys[index] = Math.max(weights[rows[index]!]! || 0, 0)
  // Numbers that are not negative stand in the order of their bits. The lowest 16 come first: every machine that runs
  // a browser or Node is little-endian.
  const digits = new Uint16Array(keys.buffer)
  let order = new Uint32Array(rows.length)
  for (let index = 0; index < order.length; index++) order[index] = index
  let sorted = new Uint32Array(rows.length)
  const starts = new Uint32Array(0x10000)
  // A weight has 64 bits, four times 16. Each round keeps the order of the one before where its own digits are equal.
  for (let digit = 0; digit < 4; digit++) {
    if (isSameEverywhere(digits, digit)) continue
    starts.fill(0)
    for (let index = digit; index < digits.length; index += 4) starts[digits[index]!]!++
    let start = 0
    for (let value = 0xffff; value >= 0; value--) {
      const count = starts[value]!
      starts[value] = start
      start += count
    }
    for (let rank = 0; rank < order.length; rank++) {
      const index = order[rank]!
      sorted[starts[digits[index * 4 + digit]!]!++] = index
    }
    ;[order, sorted] = [sorted, order]
  }
  return order.map((index) => rows[index]!)
}

/**
 * Whether all keys have the same 16 bits at `digit`, so that these need no sorting: counts are whole and small, and
 * most of their bits are 0.
 */
function isSameEverywhere(digits: Uint16Array, digit: number): boolean {
  for (let index = digit; index < digits.length; index += 4) if (digits[index] !== digits[digit]) return false
  return true
}
