/**
 * An inverted stack ends at the root of the program, but the function that ran is at its beginning: there is its self
 * weight.
 *
 *     `main;a;c 1` inverted is `c;a;main 1`: the self weight of c is 1, that of main 0
 */
import type { Filter } from '../filters/filters.ts'
import type { CallTree, Weights } from './tree-columns.ts'

/**
 * The depth of the functions that ran, in a tree made after these filters; null where a stack ends in them, as it does
 * unless it is inverted.
 */
export function findOwnDepth(filters: readonly Pick<Filter, 'type'>[]): number | null {
  if (filters.filter(({ type }) => type === 'invert').length % 2 === 0) return null
  return filters.at(-1)?.type === 'by-thread' ? 2 : 1 // threads are roots above them
}

/**
 * The column `self` of an inverted tree, or of one side of it: all that passes through functions at `ownDepth`, and
 * nothing below.
 */
export function readOwnWeights<Column extends Weights>(
  { length, depth }: CallTree,
  { self, total }: { readonly self: Column; readonly total: Column },
  ownDepth: number,
): Column {
  const own = self.slice() as Column
  for (let node = 0; node < length; node++)
    if (depth[node]! >= ownDepth) own[node] = depth[node] === ownDepth ? total[node]! : 0
  return own
}
