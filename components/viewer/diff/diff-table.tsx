'use client'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { deltaColour, surenessOf } from '../../../lib/profile/colour/delta-colours.ts'
import { symmetricDelta } from '../../../lib/profile/compare/merged-tree/delta.ts'
import { isSignificant } from '../../../lib/profile/compare/significance/test-merged-tree.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ColourSquare, FittingName } from '../tables/table-cells.tsx'
import type { FunctionRows } from './worker/comparison-messages.ts'
import { describeDelta } from './format-delta.ts'
import { DiffTableHead, DiffTableTools } from './diff-table-tools.tsx'
import { defaultDiffOrder, orderDiffRows, sortedDiffBy, statusOfRow } from './diff-rows.ts'
import { RowList } from '../tables/row-list.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { useWidth } from '../../ui/use-width.ts'

const columns =
  'grid grid-cols-[6.5rem_minmax(0,1fr)] @md:grid-cols-[6rem_6rem_7rem_4rem_minmax(0,1fr)] @3xl:grid-cols-[6rem_6rem_7rem_4rem_minmax(0,1fr)_11rem_14rem] items-center gap-x-3 px-3'
/** Of a row, for all but the name, by what there is room for. */
const besidesNamePx = (widthPx: number) => (widthPx < 448 ? 180 : widthPx < 768 ? 490 : 920)

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

function Rows({ viewer, diff, functions }: { viewer: Viewer; diff: Diff; functions: FunctionRows }) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(place)
  const [order, setOrder] = useState(defaultDiffOrder)
  const wanted = useDeferredValue(order)
  const { drawn, drawing, viewing, walk, search, labelOf, theme, setMenu } = viewer
  const { sides, delta, units } = diff
  const { frames, strings, tree } = drawn
  const rows = useMemo(
    () => orderDiffRows(functions, { sides, frames, strings }, wanted, delta, search.frameMasks),
    [functions, sides, frames, strings, wanted, delta, search.frameMasks],
  )
  const compared = useMemo(() => ({ ...sides, before: functions.before, after: functions.after }), [sides, functions])
  const selectedFrame = drawing.selected > 0 ? tree.frame[drawing.selected]! : -1
  const active = useMemo(
    () => rows.findIndex((row) => functions.frame[row] === selectedFrame),
    [rows, functions, selectedFrame],
  )
  const nodeOf = (index: number) => functions.widest[rows[index]!]!
  const select = (index: number) => viewing.change({ selected: walk.pathOf(nodeOf(index)) }, 'replace')
  const nameOf = (row: number) => strings[frames.name[functions.frame[row]!]!]!

  return (
    <div ref={place} className="@container flex min-h-0 flex-1 flex-col">
      <DiffTableTools order={order} onOrder={setOrder} functions={functions} shown={rows.length} />
      <RowList
        id={id}
        label="Functions compared"
        role="grid"
        count={rows.length}
        active={active}
        onActive={select}
        onKey={({ key }) => {
          if (key !== 'Enter' || active < 0) return false
          walk.open(nodeOf(active))
          return true
        }}
        onDoubleClick={(index) => walk.open(nodeOf(index))}
        onMenu={(index, x, y) => {
          select(index)
          setMenu({ node: nodeOf(index), x, y })
        }}
        ariaOf={(index) => ({
          'data-status': statusOfRow(functions, rows[index]!),
          'data-significant': String(isSignificant(functions, rows[index]!)),
          'data-function': nameOf(rows[index]!),
        })}
        rowKey={(index) => rows[index]!}
        rowClass={columns}
        className="min-h-0 flex-1"
        head={
          <DiffTableHead
            className={classNames(columns, 'h-full')}
            order={order}
            delta={delta}
            onSort={(column) => setOrder(sortedDiffBy(order, column))}
          />
        }
      >
        {(index) => {
          const row = rows[index]!
          const words = describeDelta(compared, row, delta, functions, units)
          const pair = {
            before: functions.before[delta][row]! * sides.scaleBefore,
            after: functions.after[delta][row]! * sides.scaleAfter,
          }
          const isSure = isSignificant(functions, row)
          const quiet = isSure ? undefined : 'text-muted'
          return (
            <>
              <span role="gridcell" className="figures hidden text-right @md:block">
                {words.before}
              </span>
              <span role="gridcell" className="figures hidden text-right @md:block">
                {words.after}
              </span>
              <span role="gridcell" className={classNames('figures text-right', quiet ?? 'font-medium')}>
                {words.delta}
              </span>
              <span role="gridcell" className={classNames('figures hidden text-right @md:block', quiet)}>
                {words.ratio}
              </span>
              <span role="gridcell" className="flex min-w-0 items-center gap-2">
                <ColourSquare colour={deltaColour(symmetricDelta(pair), surenessOf(functions, row), theme)} />
                <FittingName
                  label={labelOf(functions.frame[row]!)}
                  whole={nameOf(row)}
                  roomPx={widthPx - besidesNamePx(widthPx)}
                />
              </span>
              <span role="gridcell" className={classNames('hidden truncate text-xs @3xl:block', quiet)}>
                {words.verdict}
              </span>
              <span role="gridcell" className="figures hidden truncate text-muted @3xl:block">
                {words.interval}
              </span>
            </>
          )
        }}
      </RowList>
    </div>
  )
}
