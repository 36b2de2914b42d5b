import { followCauses, leastPart } from './causes.ts'
import { computeScaledChange, type DeltaKind, isSignificant, type MergedTree } from '../merged-tree/comparison.ts'
import type { GroupDeltas } from './delta-tables.ts'
import type { TestedGroups } from './group-tests.ts'

/**
 * Packages of two depths in one table. Where only one part of `com.mysql` changed, the cause is that part
 * (`com.mysql.cj`); where several did, it is the whole (`org.postgresql`).
 */
export function nestPackages(
  [outer, inner]: [GroupDeltas, GroupDeltas],
  merged: MergedTree,
  delta: DeltaKind,
): GroupDeltas {
  const change = (table: GroupDeltas, row: number) => computeScaledChange(table, merged, delta, row)
  const outerCause = outer.cause.slice()
  const innerCause = inner.cause.map((cause) => (cause < 0 ? -1 : cause + outer.length))
  const parts = new Map<number, number[]>()
  const rowOfName = new Map(outer.names.map((name, row) => [name, row]))
  inner.names.forEach((name, row) => {
    const of = rowOfName.get(name.slice(0, name.lastIndexOf('.')))
    if (of === undefined || !isSignificant(outer, of) || !isSignificant(inner, row)) return
    // A package that both have, and whose change is another's, calls that one: it is no part that changed.
    const isOnBoth = inner.before.total[row]! > 0 && inner.after.total[row]! > 0
    if (isOnBoth && inner.cause[row]! >= 0) return
    if (change(outer, of) * change(inner, row) > 0) parts.set(of, [...(parts.get(of) ?? []), row])
  })
  for (const [of, rows] of parts) {
    const [only] = rows
    const isWhole = Math.abs(change(inner, only!)) >= leastPart * Math.abs(change(outer, of))
    if (rows.length === 1 && isWhole && outerCause[of]! < 0) outerCause[of] = only! + outer.length
    else for (const row of rows) innerCause[row] = of
  }
  const join = <Column extends Float64Array | Float32Array | Uint8Array | Int32Array>(one: Column, two: Column) => {
    const joined = new (one.constructor as new (length: number) => Column)(one.length + two.length)
    joined.set(one)
    joined.set(two, one.length)
    return joined
  }
  const side = (which: 'before' | 'after') => ({
    self: join(outer[which].self, inner[which].self),
    total: join(outer[which].total, inner[which].total),
  })
  return {
    length: outer.length + inner.length,
    names: [...outer.names, ...inner.names],
    cause: followCauses(join(outerCause, innerCause)),
    before: side('before'),
    after: side('after'),
    outcome: join(outer.outcome, inner.outcome),
    q: join(outer.q, inner.q),
    low: join(outer.low, inner.low),
    high: join(outer.high, inner.high),
    isHidden: join(outer.isHidden, inner.isHidden),
    cost: join(outer.cost, inner.cost),
    ...(outer.hiddenBefore && outer.hiddenAfter
      ? {
          hiddenBefore: join(outer.hiddenBefore, inner.hiddenBefore!),
          hiddenAfter: join(outer.hiddenAfter, inner.hiddenAfter!),
        }
      : {}),
  }
}

/** Columns of tests that hold the result of an item. */
const resultColumns = ['p', 'shareP', 'costP', 'change', 'isHidden', 'cost'] as const

/**
 * Gives a package and the part of it that has all its samples one result, the less sure of both. How samples cluster is
 * estimated for each depth by itself: `sun.nio` was significant, and `sun.nio.ch`, with the same numbers, was not.
 * Changes the tests in place.
 */
export function alignParts([outer, inner]: readonly [TestedGroups, TestedGroups], delta: DeltaKind): void {
  const rowOfName = new Map(outer.groups.names.map((name, row) => [name, row]))
  inner.groups.names.forEach((name, row) => {
    const of = rowOfName.get(name.slice(0, name.lastIndexOf('.')))
    if (of === undefined) return
    if (outer.before[delta][of] !== inner.before[delta][row] || outer.after[delta][of] !== inner.after[delta][row])
      return
    const isInnerSurer = inner.tests.p[row]! < outer.tests.p[of]!
    if (isInnerSurer) inner.tests.intervals[row] = outer.tests.intervals[of]
    else outer.tests.intervals[of] = inner.tests.intervals[row]
    for (const column of resultColumns)
      if (isInnerSurer) inner.tests[column][row] = outer.tests[column][of]!
      else outer.tests[column][of] = inner.tests[column][row]!
  })
}
