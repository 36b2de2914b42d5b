import type { FunctionTable } from '../../../lib/profile/function-table.ts'
import { frameKinds } from '../../../lib/profile/profile.ts'
import { matchesLiteral } from '../../../lib/profile/search.ts'
import type { TableOrder } from './table-order.ts'
import type { FrameNames } from '../worker/tree-messages.ts'

/** Rows of the table that are to be shown, in its own order. `frameMasks` has bit i of each frame that search i finds. */
export function selectFunctions(
  { length, frame }: FunctionTable,
  { frames, strings }: FrameNames,
  { text, kind, onlyFound }: Pick<TableOrder, 'text' | 'kind' | 'onlyFound'>,
  frameMasks: Uint8Array | null,
): Uint32Array {
  const masks = onlyFound ? frameMasks : null
  const nameMatches = text === '' ? null : matchesLiteral(strings, text, false)
  const wantedKind = kind === 'all' ? -1 : frameKinds.indexOf(kind)
  const rows = new Uint32Array(length)
  let count = 0
  for (let row = 0; row < length; row++) {
    const one = frame[row]!
    if (masks && masks[one] === 0) continue
    if (wantedKind >= 0 && frames.kind[one] !== wantedKind) continue
    if (nameMatches && nameMatches[frames.name[one]!] === 0) continue
    rows[count++] = row
  }
  return rows.subarray(0, count)
}
