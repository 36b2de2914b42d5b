import { doubled, PairTable } from './pair-table.ts'
import type { LineTable } from './profile.ts'

/** Lines under construction. It costs nothing until a sample has one. */
export interface LineWriter {
  /** Row of the line; the same frame and line always give the same row. */
  add(frame: number, line: number): number
  setLine(sample: number, row: number): void
  /** Null when no sample has a line. */
  finish(samples: number): LineTable | null
}

export function createLineWriter(): LineWriter {
  const lines = new PairTable()
  // Row + 1 by sample, 0 for none, so that a grown column needs no filling.
  let rows = new Int32Array(0)
  return {
    add: (frame, line) => lines.add(frame, line),
    setLine(sample, row) {
      while (sample >= rows.length) rows = doubled(rows)
      rows[sample] = row + 1
    },
    finish(samples) {
      if (rows.length === 0) return null
      const { length, first, second } = lines
      const ofSample = Int32Array.from({ length: samples }, (_, sample) => (rows[sample] ?? 0) - 1)
      return {
        length,
        frame: new Uint32Array(first.slice(0, length)),
        line: new Uint32Array(second.slice(0, length)),
        ofSample,
      }
    },
  }
}
