import { PairTable } from './pair-table.ts'
import type { LineTable } from './profile.ts'

/** Lines under construction. */
export interface LineWriter {
  /** Row of the line; the same frame and line always give the same row. */
  add(frame: number, line: number): number
  /** `ofSample`: for each sample its row, -1 for none. */
  finish(ofSample: Int32Array): LineTable
}

export function createLineWriter(): LineWriter {
  const lines = new PairTable()
  return {
    add: (frame, line) => lines.add(frame, line),
    finish(ofSample) {
      const { length, first, second } = lines
      return {
        length,
        frame: new Uint32Array(first.slice(0, length)),
        line: new Uint32Array(second.slice(0, length)),
        ofSample,
      }
    },
  }
}
