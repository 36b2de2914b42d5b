import { costChanges, type DeltaKind, isSignificant, type MergedTree } from './merged-tree/comparison.ts'
import type { DeltaTable } from './significance/significance.ts'

/** Begins the text on a change that is too large to be called none, and may be chance. */
export const notCertain = 'Not certain: '
/** Share of all samples. So large a change is called "Not certain", and not nothing, though it may be chance. */
export const leastUnsureShare = 0.2
/** Of changes at least this part of the largest, that with most self time is the cause: callers change, too. */
const nearlyAsLarge = 0.8

/**
 * The row of the largest change that only noise may explain where nothing is significant: then the two are not the
 * same, but the samples are too few, or too unsteady, to tell. -1 where something is significant, and where no such
 * change is as large as 20% of all samples.
 */
export function findUnsureChange(table: DeltaTable, { bases }: Pick<MergedTree, 'bases'>, delta: DeltaKind): number {
  const rows = Array.from({ length: table.length }, (_, row) => row)
  if (rows.some((row) => isSignificant(table, row))) return -1
  const share = (kind: DeltaKind, row: number) =>
    Math.abs(table.after[kind][row]! / bases.after.total - table.before[kind][row]! / bases.before.total)
  const unexplained = rows.filter(
    (row) =>
      costChanges[table.cost[row]!] === 'as-share' &&
      table.isHidden[row] === 0 &&
      share(delta, row) >= leastUnsureShare,
  )
  const largest = Math.max(...unexplained.map((row) => share(delta, row)))
  const [first] = unexplained
    .filter((row) => share(delta, row) >= nearlyAsLarge * largest)
    .toSorted((one, other) => share('self', other) - share('self', one))
  return first ?? -1
}

/** The part (0 to 1) of the other side's weight that may be left at 95% on a side where no sample has it. */
const mostOfAbsent = 0.02

/**
 * Whether one that only one side shows is not on the other: of 90 samples, none says little. `delta` is the tested one,
 * scaled, with its interval.
 */
export function isSurelyAbsent([low, high]: readonly [number, number], delta: number): boolean {
  return Math.abs((delta < 0 ? high : low) - delta) <= mostOfAbsent * Math.abs(delta)
}
