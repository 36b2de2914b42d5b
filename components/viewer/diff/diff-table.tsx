'use client'
import { useDeferredValue, useMemo, useState } from 'react'
import {
  computeSymmetricDelta,
  type DeltaKind,
  isSignificant,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { deltaColour, getCertainty } from '../../../lib/profile/colour/delta-colours.ts'
import { formatCount } from '../../format/units.ts'
import { classNames } from '../../ui/class-names.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import { countFunctions, type Heading, NameFilter, NodeTable, useRowOfSelected } from '../tables/node-table.tsx'
import { ColourSquare, FittingName } from '../tables/table-cells.tsx'
import {
  defaultDiffTableState,
  type DiffColumn,
  type DiffFilter,
  diffFilters,
  type DiffTableState,
  selectDiffRows,
  toggleDiffSort,
  getRowStatus,
} from './diff-rows.ts'
import { describeDelta } from './format-delta.ts'
import type { Diff } from './use-diff.ts'
import type { FunctionDeltaRows } from './worker/comparison-messages.ts'

const columns =
  'grid grid-cols-[6.5rem_minmax(0,1fr)] @md:grid-cols-[6rem_6rem_7rem_4rem_minmax(0,1fr)] @3xl:grid-cols-[6rem_6rem_7rem_4rem_minmax(0,1fr)_11rem_14rem] items-center gap-x-3 px-3'
/** Of a row, for all but the name, by what there is room for. */
const besidesNamePx = (widthPx: number) => (widthPx < 448 ? 180 : widthPx < 768 ? 490 : 920)

/** The headings sort by their column, once more the other way around, then by evidence again. */
const headingsOf = (delta: DeltaKind): readonly Heading<DiffColumn>[] => [
  { column: 'before', label: 'Before', className: 'text-right hidden @md:block' },
  { column: 'after', label: 'After', className: 'text-right hidden @md:block' },
  { column: 'delta', label: 'Change', className: 'text-right' },
  { column: 'ratio', label: 'Ratio', className: 'text-right hidden @md:block' },
  { column: 'name', label: 'Function', hint: `(${delta})` },
  { column: 'evidence', label: 'Noise', className: 'hidden @3xl:block' },
  { label: '95 % interval', className: 'hidden @3xl:block' },
]

/** Every function with what it costs on both sides, and what noise allows to say of the difference. */
export function DiffTable({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  return diff.functions ? (
    <Rows viewer={viewer} diff={diff} functions={diff.functions} />
  ) : (
    <p className="flex items-center gap-2 p-3 text-muted">
      <Spinner /> Testing each function against noise …
    </p>
  )
}

function Rows({ viewer, diff, functions }: { viewer: Viewer; diff: Diff; functions: FunctionDeltaRows }) {
  const [tableState, setOrder] = useState(defaultDiffTableState)
  const wanted = useDeferredValue(tableState)
  const { model, search, labelOf, theme } = viewer
  const { sides, delta, units } = diff
  const { frames, strings } = model
  const rows = useMemo(
    () => selectDiffRows(functions, { sides, frames, strings }, wanted, delta, search.frameMasks),
    [functions, sides, frames, strings, wanted, delta, search.frameMasks],
  )
  const compared = useMemo(() => ({ ...sides, before: functions.before, after: functions.after }), [sides, functions])
  const nameOf = (row: number) => strings[frames.name[functions.frame[row]!]!]!

  return (
    <NodeTable
      viewer={viewer}
      label="Functions compared"
      count={rows.length}
      active={useRowOfSelected(viewer, rows, functions.frame)}
      nodeOf={(index) => functions.widest[rows[index]!]!}
      ariaOf={(index) => ({
        'data-status': getRowStatus(functions, rows[index]!),
        'data-significant': String(isSignificant(functions, rows[index]!)),
        'data-function': nameOf(rows[index]!),
      })}
      rowKey={(index) => rows[index]!}
      columns={columns}
      headings={headingsOf(delta)}
      sorted={tableState}
      onSort={(column) => setOrder(toggleDiffSort(tableState, column))}
      tools={<Tools tableState={tableState} onOrder={setOrder} functions={functions} />}
      status={countFunctions(rows.length, functions.length)}
      besidesNamePx={besidesNamePx}
    >
      {(index, nameWidthPx) => {
        const row = rows[index]!
        const description = describeDelta(compared, row, delta, functions, units)
        const pair = {
          before: functions.before[delta][row]! * sides.scaleBefore,
          after: functions.after[delta][row]! * sides.scaleAfter,
        }
        const isSure = isSignificant(functions, row)
        const quiet = isSure ? undefined : 'text-muted'
        return (
          <>
            <span role="gridcell" className="figures hidden text-right @md:block">
              {description.before}
            </span>
            <span role="gridcell" className="figures hidden text-right @md:block">
              {description.after}
            </span>
            <span role="gridcell" className={classNames('figures text-right', quiet ?? 'font-medium')}>
              {description.delta}
            </span>
            <span role="gridcell" className={classNames('figures hidden text-right @md:block', quiet)}>
              {description.ratio}
            </span>
            <span role="gridcell" className="flex min-w-0 items-center gap-2">
              <ColourSquare colour={deltaColour(computeSymmetricDelta(pair), getCertainty(functions, row), theme)} />
              <FittingName label={labelOf(functions.frame[row]!)} whole={nameOf(row)} availablePx={nameWidthPx} />
            </span>
            <span role="gridcell" className={classNames('hidden truncate text-xs @3xl:block', quiet)}>
              {description.significance}
            </span>
            <span role="gridcell" className="figures hidden truncate text-muted @3xl:block">
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
  significant: 'Beyond noise',
  changed: 'Changed',
  new: 'New',
  gone: 'Gone',
}

function Tools({
  tableState,
  onOrder,
  functions,
}: {
  tableState: DiffTableState
  onOrder: (tableState: DiffTableState) => void
  functions: FunctionDeltaRows
}) {
  const counts = useMemo(() => countRows(functions), [functions])
  return (
    <>
      <NameFilter text={tableState.text} onText={(text) => onOrder({ ...tableState, text })} />
      <div className="relative max-w-full overflow-x-auto *:whitespace-nowrap">
        <Segmented
          label="Which functions"
          value={tableState.filter}
          choices={diffFilters.map((filter) => ({
            value: filter,
            text: (
              <>
                {filterTitles[filter]} <span className="figures text-faint">{formatCount(counts[filter])}</span>
              </>
            ),
          }))}
          onChange={(filter) => onOrder({ ...tableState, filter })}
        />
      </div>
    </>
  )
}

function countRows(functions: FunctionDeltaRows): Record<DiffFilter, number> {
  const counts = { all: functions.length, significant: 0, changed: 0, new: 0, gone: 0, same: 0 }
  for (let row = 0; row < functions.length; row++) {
    counts[getRowStatus(functions, row)]++
    if (isSignificant(functions, row)) counts.significant++
  }
  return counts
}
