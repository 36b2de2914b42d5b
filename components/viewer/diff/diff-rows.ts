import {
  type ComparisonLevel,
  computeScaledChange,
  getScaledPair,
  isAlmostGone,
  isSignificant,
  testOutcomes,
  type DeltaKind,
  type TestOutcome,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { isInPackage } from '../../../lib/profile/names/java-package.ts'
import { matchesLiteral } from '../../../lib/profile/search/search.ts'
import type { NamedFrames } from '../../../lib/profile/model/profile.ts'
import type { DeltaRows, FunctionDeltaRows, GroupDeltaRows } from './worker/comparison-messages.ts'
import type { DiffSides } from '../worker/tree-messages.ts'

export const diffFilters = ['all', 'significant', 'changed', 'new', 'gone'] as const
export type DiffFilter = (typeof diffFilters)[number]
/** `evidence`: as the worker gives the rows: changes that no other row explains, the explained ones, noise; by size. */
export type DiffColumn = 'evidence' | 'before' | 'after' | 'delta' | 'ratio' | 'name'

/** Rows of the table of two profiles, and their order. */
export interface DiffTableState {
  readonly column: DiffColumn
  readonly reversed: boolean
  readonly filter: DiffFilter
  /** Text that names must have; empty for all names. */
  readonly text: string
}

export const defaultDiffTableState: DiffTableState = { column: 'evidence', reversed: false, filter: 'all', text: '' }

export type RowStatus = 'same' | 'changed' | 'new' | 'gone'

/** Rows with their names: for functions a row of the strings, for packages and classes one each. */
export interface NamedRows extends DeltaRows {
  readonly strings: readonly string[]
  /** Index of the row's name in `strings`. */
  readonly nameOf: (row: number) => number
}

/** Names rows of packages or classes. */
export function nameGroups(rows: GroupDeltaRows): NamedRows & GroupDeltaRows {
  return { ...rows, strings: rows.names, nameOf: (row) => row }
}

export function nameFunctions(
  rows: FunctionDeltaRows,
  { strings, frames }: Pick<NamedFrames, 'strings'> & { readonly frames: Pick<NamedFrames['frames'], 'name'> },
): NamedRows & FunctionDeltaRows {
  return { ...rows, strings, nameOf: (row) => frames.name[rows.frame[row]!]! }
}

/**
 * Whether a row is a significant difference that no other row explains (`cause` is -1). These are counted, and listed
 * first.
 */
export function isDifference(rows: DeltaRows, row: number): boolean {
  return isSignificant(rows, row) && rows.cause[row]! < 0
}

/** Rows that the line above the graph counts and names, and the table lists as significant. */
export function listDifferences(rows: DeltaRows): number[] {
  return Array.from({ length: rows.length }, (_, row) => row).filter((row) => isDifference(rows, row))
}

/** All of a comparison that are tested for significance. */
export interface ComparedTables {
  readonly packages: GroupDeltaRows
  readonly classes: GroupDeltaRows
  readonly functions: FunctionDeltaRows
}

/** A row of the packages, classes or functions. */
export interface MainChange {
  readonly level: ComparisonLevel
  readonly row: number
}

/**
 * Lists the differences that no other one explains: packages, then classes and functions that belong to none of the
 * packages and classes that differ. Within a level in the order of the rows.
 */
export function listMainChanges(tables: Readonly<Record<ComparisonLevel, NamedRows>>): MainChange[] {
  const differing: string[] = []
  return (['package', 'class', 'function'] as const).flatMap((level) => {
    const rows = tables[level]
    const nameOf = (row: number) => rows.strings[rows.nameOf(row)]!
    const outside = listDifferences(rows).filter((row) => !differing.some((group) => isInPackage(nameOf(row), group)))
    differing.push(...outside.map(nameOf))
    return outside.map((row) => ({ level, row }))
  })
}

/** A function that has at least this part (0 to 1) of the change of a package or class is most of that change. */
const mainPart = 0.5

/**
 * Whether most of a change is gone or nearly so: the row itself, or a function in it that lost the half of what the row
 * lost. One sample of another class is enough that the package of a removed method is not gone.
 */
export function isMostlyGone(
  tables: Readonly<Record<ComparisonLevel, NamedRows>>,
  { level, row }: MainChange,
  sides: Pick<DiffSides, 'scaleBefore' | 'scaleAfter'>,
): boolean {
  const lossOf = (rows: NamedRows, at: number) => -computeScaledChange(rows, sides, 'total', at)
  const [changed, functions] = [tables[level], tables.function]
  const lost = lossOf(changed, row)
  const isGone = ({ before, after }: NamedRows, at: number) =>
    isAlmostGone(getScaledPair({ ...sides, before, after }, 'total', at))
  if (isGone(changed, row)) return true
  const group = changed.strings[changed.nameOf(row)]!
  return Array.from({ length: functions.length }, (_, at) => at).some(
    (at) =>
      lossOf(functions, at) >= mainPart * lost &&
      lost > 0 &&
      isGone(functions, at) &&
      isInPackage(functions.strings[functions.nameOf(at)]!, group),
  )
}

/** Names the rows of all that is tested. */
export function nameTables(
  { packages, classes, functions }: ComparedTables,
  model: Parameters<typeof nameFunctions>[1],
): Readonly<Record<'package' | 'class', NamedRows & GroupDeltaRows>> & {
  readonly function: NamedRows & FunctionDeltaRows
} {
  return { package: nameGroups(packages), class: nameGroups(classes), function: nameFunctions(functions, model) }
}

/**
 * Gives the level that the table opens at: the first of packages and classes that differ significantly, which the line
 * above the graph names; else functions. null until all are tested.
 */
export function findDifferingLevel(
  rows: Readonly<Record<'packages' | 'classes' | 'functions', DeltaRows | null>>,
): ComparisonLevel | null {
  const { packages, classes, functions } = rows
  if (packages === null || classes === null || functions === null) return null
  if (listDifferences(packages).length > 0) return 'package'
  return listDifferences(classes).length > 0 ? 'class' : 'function'
}

/**
 * Gives the status of a row. A difference that noise explains is `same`, even where only one side has the row: most
 * such are single samples.
 */
export function getRowStatus(rows: DeltaRows, row: number): RowStatus {
  const outcome: TestOutcome = testOutcomes[rows.outcome[row]!]!
  return outcome === 'few' || !isSignificant(rows, row) ? 'same' : outcome
}

/** Gives the rows to be shown, in their order. `isFound` narrows to rows that a search finds. */
export function selectDiffRows(
  rows: NamedRows,
  sides: Pick<DiffSides, 'scaleBefore' | 'scaleAfter'>,
  { column, reversed, filter, text }: DiffTableState,
  kind: DeltaKind,
  isFound: ((row: number) => boolean) | null,
): Uint32Array {
  const matches = text === '' ? null : matchesLiteral(rows.strings, text, false)
  const nameOf = (row: number) => rows.strings[rows.nameOf(row)]!
  const before = (row: number) => rows.before[kind][row]! * sides.scaleBefore
  const after = (row: number) => rows.after[kind][row]! * sides.scaleAfter
  const listedRows = Uint32Array.from({ length: rows.length }, (_, row) => row).filter((row) => {
    if (matches && matches[rows.nameOf(row)] === 0) return false
    if (isFound?.(row) === false) return false
    if (filter === 'significant') return isDifference(rows, row)
    return filter === 'all' || getRowStatus(rows, row) === filter
  })
  const by: Record<Exclude<DiffColumn, 'evidence'>, (a: number, b: number) => number> = {
    before: (a, b) => before(b) - before(a),
    after: (a, b) => after(b) - after(a),
    delta: (a, b) => after(b) - before(b) - (after(a) - before(a)),
    ratio: (a, b) => computeRatio(after(b), before(b)) - computeRatio(after(a), before(a)),
    name: (a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0),
  }
  const ordered = column === 'evidence' ? listedRows : listedRows.sort((a, b) => by[column](a, b) || a - b)
  return reversed ? ordered.toReversed() : ordered
}

/** From 0, gone, to 2, new, so that both ends have a place. */
function computeRatio(after: number, before: number): number {
  return after + before === 0 ? 1 : (2 * after) / (after + before)
}

/** Gives the state after a click on a heading: sorted by it, then reversed, then by evidence again. */
export function toggleDiffSort(tableState: DiffTableState, column: DiffColumn): DiffTableState {
  if (tableState.column !== column) return { ...tableState, column, reversed: false }
  return tableState.reversed
    ? { ...tableState, column: 'evidence', reversed: false }
    : { ...tableState, reversed: true }
}
