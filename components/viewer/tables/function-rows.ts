import type { FunctionTable, TableColumn } from '../../../lib/profile/tree/function-table.ts'
import { type FrameKind, kindIndexes } from '../../../lib/profile/model/profile.ts'
import { matchesLiteral } from '../../../lib/profile/search/search.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** Rows of the table of functions, and their order. */
export interface FunctionTableState {
  readonly column: TableColumn
  readonly reversed: boolean
  /** Text that names must have; empty for all names. */
  readonly text: string
  /** Kind that functions must have. */
  readonly kind: FrameKind | 'all'
  /** Shows only functions that the search finds, while there is one. */
  readonly onlyMatches: boolean
}

export const defaultFunctionTableState: FunctionTableState = {
  column: 'self',
  reversed: false,
  text: '',
  kind: 'all',
  onlyMatches: true,
}

/** Gives the state after a click on a heading: sorted by it, or reversed if it was already. */
export function toggleSort(tableState: FunctionTableState, column: TableColumn): FunctionTableState {
  return { ...tableState, column, reversed: column === tableState.column && !tableState.reversed }
}

/**
 * Rows of the table that are to be shown, in its own order. `frameMasks` has bit i of each frame that search i finds.
 */
export function selectFunctions(
  { length, frame }: FunctionTable,
  { frames, strings }: FrameNames,
  { text, kind, onlyMatches }: Pick<FunctionTableState, 'text' | 'kind' | 'onlyMatches'>,
  frameMasks: Uint8Array | null,
): Uint32Array {
  const masks = onlyMatches ? frameMasks : null
  const nameMatches = text === '' ? null : matchesLiteral(strings, text, false)
  const wantedKind = kind === 'all' ? -1 : kindIndexes[kind]
  const rows = new Uint32Array(length)
  let count = 0
  for (let row = 0; row < length; row++) {
    const frameIndex = frame[row]!
    if (masks && masks[frameIndex] === 0) continue
    if (wantedKind >= 0 && frames.kind[frameIndex] !== wantedKind) continue
    if (nameMatches && nameMatches[frames.name[frameIndex]!] === 0) continue
    rows[count++] = row
  }
  return rows.subarray(0, count)
}
