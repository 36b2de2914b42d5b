'use client'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { buildFunctionTable, orderRows, type TableColumn } from '../../../lib/profile/tree/function-table.ts'
import { rankNames } from '../../../lib/profile/names/name-ranks.ts'
import { frameKinds } from '../../../lib/profile/model/profile.ts'
import { formatUnitHint } from '../../../lib/profile/format/weight.ts'
import { ToggleButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { kindLabels } from '../tree/describe-frame.ts'
import type { Viewer } from '../state/use-viewer.ts'
import type { FrameNames } from '../worker/tree-messages.ts'
import { selectFunctions, toggleSort, type FunctionTableState } from './function-rows.ts'
import { countFunctions, NameFilter, NodeTable, useRowOfSelected } from './node-table.tsx'
import { ZoomChip } from './zoom-chip.tsx'
import { ColourSquare, WeightCell, FittingName, MatchDots } from './table-cells.tsx'

/** Names are sorted in slices of so long, so that the page answers in between. */
const sliceMs = 8

/** The place of each frame when all are sorted by name; null until it is `isWanted` and known. */
function useNameRanks({ frames, strings }: FrameNames, isWanted: boolean): Int32Array | null {
  const [known, setKnown] = useState<{ of: FrameNames['frames']; ranks: Int32Array } | null>(null)
  const isKnown = known?.of === frames
  useEffect(() => {
    if (!isWanted || isKnown) return
    const steps = rankNames(Array.from(frames.name, (name) => strings[name]!))
    let timer: ReturnType<typeof setTimeout>
    const work = () => {
      const until = performance.now() + sliceMs
      while (performance.now() < until) {
        const { done, value } = steps.next()
        if (done) {
          setKnown({ of: frames, ranks: value })
          return
        }
      }
      timer = setTimeout(work)
    }
    timer = setTimeout(work)
    return () => clearTimeout(timer)
  }, [frames, strings, isWanted, isKnown])
  return isKnown ? known.ranks : null
}

/**
 * Width of a row without the name: cells, gaps, the square and the dots. Weights fit from 448 px on, kinds from 768 px
 * on, and still a class and its method: half of a screen has 640 px.
 */
const besidesFunctionNamePx = (widthPx: number) => (widthPx < 448 ? 186 : widthPx < 768 ? 404 : 520)

const columns =
  'grid grid-cols-[3.25rem_3.25rem_minmax(0,1fr)] @md:grid-cols-[9rem_9rem_minmax(0,1fr)] @3xl:grid-cols-[9rem_9rem_minmax(0,1fr)_6.5rem] items-center gap-x-2 @md:gap-x-3 px-3'

/**
 * Every function of the view with its cost in all its nodes; recursion counts once. Sorted and narrowed by `order`, and
 * by the search; the selection is the graph's.
 */
export function FunctionList({
  viewer,
  tableState,
  onOrder,
}: {
  viewer: Viewer
  tableState: FunctionTableState
  onOrder: (tableState: FunctionTableState) => void
}) {
  const { model, resolved, search, scene, unit, labelOf } = viewer
  const { tree, frames, strings } = model
  const { zoomNode } = resolved
  const { frameMasks } = search
  const wanted = useDeferredValue(tableState)
  const table = useMemo(() => buildFunctionTable(tree, frames.length, zoomNode), [tree, frames, zoomNode])
  const nameRanks = useNameRanks(model, wanted.column === 'name')
  const rows = useMemo(() => {
    const shown = selectFunctions(table, { frames, strings }, wanted, frameMasks)
    return orderRows(table, shown, wanted.column, wanted.reversed, nameRanks)
  }, [table, frames, strings, wanted, frameMasks, nameRanks])
  const whole = tree.total[zoomNode]!
  return (
    <NodeTable
      viewer={viewer}
      label="Functions"
      count={rows.length}
      active={useRowOfSelected(viewer, rows, table.frame)}
      nodeOf={(index) => table.widest[rows[index]!]!}
      ariaOf={() => ({})}
      rowKey={(index) => table.frame[rows[index]!]!}
      columns={columns}
      headings={[
        { column: 'self', label: 'Self', className: 'text-right' },
        { column: 'total', label: 'Total', className: 'text-right' },
        { column: 'name', label: 'Function', hint: formatUnitHint(unit) },
        { label: 'Kind', className: 'hidden @3xl:block' },
      ]}
      sorted={tableState}
      onSort={(column: TableColumn) => onOrder(toggleSort(tableState, column))}
      tools={
        <>
          <ZoomChip viewer={viewer} />
          <Tools tableState={tableState} onOrder={onOrder} isSearching={frameMasks !== null} />
        </>
      }
      status={`${countFunctions(rows.length, table.length)}${rows.length === 0 && table.length > 0 ? ': none fits the filter or the search' : ''}`}
      besidesNamePx={besidesFunctionNamePx}
    >
      {(index, nameWidthPx) => {
        const row = rows[index]!
        const frame = table.frame[row]!
        return (
          <>
            <WeightCell weight={table.self[row]!} whole={whole} unit={unit} />
            <WeightCell weight={table.total[row]!} whole={whole} unit={unit} />
            <span role="gridcell" className="flex min-w-0 items-center gap-2">
              <ColourSquare colour={scene.colourOf(table.widest[row]!)} />
              <MatchDots mask={frameMasks?.[frame] ?? 0} />
              <FittingName label={labelOf(frame)} whole={strings[frames.name[frame]!]!} availablePx={nameWidthPx} />
            </span>
            <span role="gridcell" className="hidden truncate text-xs text-muted @3xl:block">
              {kindLabels[frameKinds[frames.kind[frame]!]!]}
            </span>
          </>
        )
      }}
    </NodeTable>
  )
}

function Tools({
  tableState,
  onOrder,
  isSearching,
}: {
  tableState: FunctionTableState
  onOrder: (tableState: FunctionTableState) => void
  isSearching: boolean
}) {
  return (
    <>
      <NameFilter text={tableState.text} onText={(text) => onOrder({ ...tableState, text })} />
      <Select
        aria-label="Kind of function"
        className="[&_select]:h-7"
        value={tableState.kind}
        choices={['all', ...frameKinds]}
        textOf={(kind) => (kind === 'all' ? 'All kinds' : kindLabels[kind])}
        onChange={(kind) => onOrder({ ...tableState, kind })}
      />
      {isSearching ? (
        <ToggleButton
          size="small"
          isOn={tableState.onlyMatches}
          title="Only functions that a search finds"
          onClick={() => onOrder({ ...tableState, onlyMatches: !tableState.onlyMatches })}
        >
          Only found
        </ToggleButton>
      ) : null}
    </>
  )
}
