'use client'
import { useDeferredValue, useMemo, useState } from 'react'
import {
  type ComparisonLevel,
  comparisonLevels,
  computeSymmetricDelta,
  isSignificant,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { deltaColour } from '../../../lib/profile/colour/delta-colours.ts'
import { intervalLevel } from '../../../lib/contract/interval-level.ts'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import { type Heading, NameFilter, NodeTable, useRowOfSelected } from '../tables/node-table.tsx'
import { ColourSquare, FittingName } from '../tables/table-cells.tsx'
import {
  defaultDiffTableState,
  type DiffColumn,
  type DiffFilter,
  diffFilters,
  type DiffTableState,
  isDifference,
  listDifferences,
  nameFunctions,
  nameGroups,
  type NamedRows,
  selectDiffRows,
  toggleDiffSort,
  getRowStatus,
} from './diff-rows.ts'
import { formatStep, scaleSuffixes, withoutScale } from './format-delta.ts'
import { type ChosenGroup, markGroup, openGroup } from './marked-group.ts'
import type { FunctionDeltaRows } from './worker/comparison-messages.ts'
import type { Diff } from './use-diff.ts'

/**
 * From 896 px on (`@4xl`) a row has one line, and from 1152 px on (`@6xl`) the interval. A narrower one has two: the
 * name and its change, below them the result of the test, and both sides.
 */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[minmax(0,1fr)_6rem_6rem_7rem_4rem_14rem] @6xl:grid-cols-[minmax(0,1fr)_6rem_6rem_7rem_4rem_16rem_14rem] content-center items-center gap-x-3 px-3'
/** In a table narrower than this, each row has two lines. */
const twoLinesBelowPx = 896
/** From this width of the table on, a row has the interval of its change. */
const intervalFromPx = 1152
/** CSS pixels of a row that are not its name, by the width of the table. */
const besidesChangedNamePx = (widthPx: number) =>
  widthPx < twoLinesBelowPx ? 160 : widthPx < intervalFromPx ? 700 : 968

const wideOnly = 'hidden @4xl:block'

/** The headings sort by their column, once more the other way around, then by evidence again. */
const headingsOf = (numbers: string, level: ComparisonLevel): readonly Heading<DiffColumn>[] => [
  { column: 'name', label: `${levelHeadings[level]} (${numbers})` },
  { column: 'before', label: 'Before', className: classNames('text-right', wideOnly) },
  { column: 'after', label: 'After', className: classNames('text-right', wideOnly) },
  { column: 'delta', label: 'Change', className: 'text-right' },
  { column: 'ratio', label: 'Ratio', className: classNames('text-right', wideOnly) },
  { column: 'evidence', label: 'Significance', className: wideOnly },
  { label: `${intervalLevel} interval`, className: 'hidden @6xl:block' },
]

const levelTitles: Record<ComparisonLevel, string> = { package: 'Packages', class: 'Classes', function: 'Functions' }

const levelHeadings: Record<ComparisonLevel, string> = { package: 'Package', class: 'Class', function: 'Function' }

interface LevelChoice {
  readonly level: ComparisonLevel
  readonly onLevel: (level: ComparisonLevel) => void
}

/** Every package, class or function with its cost on both sides, and whether the difference is significant. */
export function DiffTable({
  viewer,
  diff,
  level,
  onLevel,
}: { viewer: Viewer; diff: Diff } & { level: ComparisonLevel | null; onLevel: LevelChoice['onLevel'] }) {
  const rows = useNamedRows(viewer, diff, level)
  return rows && level !== null ? (
    <Rows key={level} viewer={viewer} diff={diff} rows={rows} level={level} onLevel={onLevel} />
  ) : (
    <p className="flex items-center gap-2 p-3 text-muted">
      <Spinner /> Testing for significance …
    </p>
  )
}

/** Exactly one of `functions` and `groups` is not null: the table lists that one. */
interface ListedRows extends NamedRows {
  readonly functions: FunctionDeltaRows | null
  readonly groups: Omit<ChosenGroup, 'row'> | null
}

function useNamedRows({ model }: Viewer, diff: Diff, level: ComparisonLevel | null): ListedRows | null {
  const { functions, packages, classes } = diff
  return useMemo(() => {
    if (level === null) return null
    if (level === 'function') {
      return functions && { ...nameFunctions(functions, model), functions, groups: null }
    }
    const rows = level === 'package' ? packages : classes
    return rows && { ...nameGroups(rows), functions: null, groups: { level, rows } }
  }, [model, functions, packages, classes, level])
}

const noFrames = new Uint32Array()

function Rows({
  viewer,
  diff,
  rows: all,
  level,
  onLevel,
}: { viewer: Viewer; diff: Diff; rows: ListedRows } & LevelChoice) {
  const [tableState, setOrder] = useState(defaultDiffTableState)
  const wanted = useDeferredValue(tableState)
  const { search, labelOf, theme } = viewer
  const { sides, delta, marked } = diff
  const { view, change } = viewer.viewing
  const suffix = scaleSuffixes[sides.scale]
  const rows = useMemo(() => {
    const { frameMasks } = search
    const { functions } = all
    const isFound = functions && frameMasks ? (row: number) => frameMasks[functions.frame[row]!] !== 0 : null
    return selectDiffRows(all, sides, wanted, delta, isFound)
  }, [all, sides, wanted, delta, search])
  const nameOf = (row: number) => all.strings[all.nameOf(row)]!
  const { functions, groups } = all
  const shownName = (row: number) => (functions ? labelOf(functions.frame[row]!) : getShownName(nameOf(row)))
  const rowOfSelected = useRowOfSelected(viewer, rows, functions?.frame ?? noFrames)
  const rowOfMarked = marked && marked.rows === groups?.rows ? rows.indexOf(marked.row) : -1
  const choose = (make: typeof markGroup | typeof openGroup, index: number) =>
    groups === null ? {} : make(view, diff, { ...groups, row: rows[index]! })

  return (
    <NodeTable
      viewer={viewer}
      label={`${levelTitles[level]} compared`}
      count={rows.length}
      active={groups ? rowOfMarked : rowOfSelected}
      nodeOf={(index) => functions?.widest[rows[index]!] ?? 0}
      actions={
        groups && {
          select: (index) => change(choose(markGroup, index), 'replace'),
          open: (index) => change(choose(openGroup, index), 'push'),
        }
      }
      ariaOf={(index) => ({
        'data-status': getRowStatus(all, rows[index]!),
        'data-significant': String(isSignificant(all, rows[index]!)),
        'data-function': nameOf(rows[index]!),
      })}
      rowKey={(index) => rows[index]!}
      columns={columns}
      headings={headingsOf(`${delta}${suffix}`, level)}
      sorted={tableState}
      onSort={(column) => setOrder(toggleDiffSort(tableState, column))}
      tools={<Tools tableState={tableState} onOrder={setOrder} rows={all} level={level} onLevel={onLevel} />}
      status={countRowsShown(rows.length, all.length, level)}
      besidesNamePx={besidesChangedNamePx}
      twoLinesBelowPx={twoLinesBelowPx}
    >
      {(index, nameWidthPx, hasTwoLines) => {
        const row = rows[index]!
        const description = withoutScale(diff.describeRow(functions ?? groups!.rows, row), sides.scale)
        const pair = {
          before: all.before[delta][row]! * sides.scaleBefore,
          after: all.after[delta][row]! * sides.scaleAfter,
        }
        const cause = all.cause[row]!
        const hasInterval = Boolean(description.interval)
        const quiet = isDifference(all, row) ? undefined : 'text-muted'
        return (
          <>
            <span role="gridcell" className="flex min-w-0 items-center gap-2">
              <ColourSquare colour={deltaColour(isSignificant(all, row) ? computeSymmetricDelta(pair) : 0, theme)} />
              <FittingName label={shownName(row)} whole={nameOf(row)} availablePx={nameWidthPx} />
            </span>
            <span role="gridcell" className="figures text-right @max-4xl:order-2">
              {hasTwoLines ? formatStep(description.before, description.after) : description.before}
            </span>
            <span role="gridcell" className={classNames('figures text-right', wideOnly)}>
              {description.after}
            </span>
            <span role="gridcell" className={classNames('figures text-right', quiet ?? 'font-medium')}>
              {description.delta}
            </span>
            <span role="gridcell" className={classNames('figures text-right', wideOnly, quiet)}>
              {description.ratio}
            </span>
            <span
              role="gridcell"
              className={classNames(
                'truncate text-xs @max-4xl:order-1 @max-4xl:pl-4.5',
                hasInterval ? undefined : '@6xl:col-span-2',
                quiet,
              )}
              title={cause < 0 ? undefined : `Explained by ${nameOf(cause)}: most of its change is on the same stacks`}
            >
              {description.significance}
            </span>
            <span
              role="gridcell"
              className={classNames('hidden @6xl:block', hasInterval ? 'figures truncate text-muted' : '@6xl:sr-only')}
            >
              {description.interval}
            </span>
          </>
        )
      }}
    </NodeTable>
  )
}

const filterTitles: Record<DiffFilter, string> = {
  all: 'All',
  significant: 'Significant',
  changed: 'Changed',
  new: 'Only after',
  gone: 'Only before',
}

/** The line above counts frames that one side alone has: these say what they count. */
const ofOneSide: ReadonlySet<DiffFilter> = new Set(['new', 'gone'])

/** `1 class` and `2 classes` without the number. */
function nameLevel(level: ComparisonLevel, count: number): string {
  return count === 1 ? level : levelTitles[level].toLowerCase()
}

function Tools({
  tableState,
  onOrder,
  rows,
  level,
  onLevel,
}: {
  tableState: DiffTableState
  onOrder: (tableState: DiffTableState) => void
  rows: NamedRows
} & LevelChoice) {
  const counts = useMemo(() => countRows(rows), [rows])
  return (
    <>
      <Segmented
        label="Rows"
        value={level}
        choices={comparisonLevels.map((value) => ({ value, text: levelTitles[value] }))}
        onChange={onLevel}
      />
      <NameFilter text={tableState.text} onText={(text) => onOrder({ ...tableState, text })} />
      <div className="relative max-w-full overflow-x-auto *:whitespace-nowrap">
        <Segmented
          label={`Which ${levelTitles[level].toLowerCase()}`}
          value={tableState.filter}
          choices={diffFilters.map((filter) => ({
            value: filter,
            text: (
              <>
                {filterTitles[filter]}
                {ofOneSide.has(filter) ? ': ' : ' '}
                <span className="figures text-faint in-aria-checked:text-ink">{formatCount(counts[filter])}</span>
                {ofOneSide.has(filter) ? ` ${nameLevel(level, counts[filter])}` : null}
              </>
            ),
          }))}
          onChange={(filter) => onOrder({ ...tableState, filter })}
        />
      </div>
    </>
  )
}

function countRows(rows: NamedRows): Record<DiffFilter, number> {
  const counts = { all: rows.length, significant: listDifferences(rows).length, changed: 0, new: 0, gone: 0, same: 0 }
  for (let row = 0; row < rows.length; row++) counts[getRowStatus(rows, row)]++
  return counts
}

/** `120 packages`, `3 of 120 packages`. */
function countRowsShown(shown: number, all: number, level: ComparisonLevel): string {
  const count = shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`
  return `${count} ${nameLevel(level, all)}`
}
