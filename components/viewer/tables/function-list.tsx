'use client'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { functionTable, orderRows } from '../../../lib/profile/tree/function-table.ts'
import { frameKinds, type Unit } from '../../../lib/profile/model/profile.ts'
import { classNames } from '../../ui/class-names.ts'
import { ColourSquare, CostCell, FittingName, FoundDots } from './table-cells.tsx'
import { FunctionListHead, FunctionListTools } from './function-list-tools.tsx'
import { kindLabels } from '../details/describe-frame.ts'
import type { FrameNames, NamedTree } from '../worker/tree-messages.ts'
import { RowList } from './row-list.tsx'
import { selectFunctions, sortedBy, type TableOrder } from './function-rows.ts'
import { useWidth } from '../../ui/use-width.ts'
import { rankNames } from '../../../lib/profile/names/name-ranks.ts'

/** Longest time that the page stands still for it. */
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

/** From here on there is room for weights and kinds. */
const widePx = 448
/** Of a row, for all but the name: cells, gaps, the square and the dots. */
const besidesNamePx = { narrow: 234, wide: 520 }

const columns =
  'grid grid-cols-[4.5rem_4.5rem_minmax(0,1fr)] @md:grid-cols-[9rem_9rem_minmax(0,1fr)_6.5rem] items-center gap-x-3 px-3'

/**
 * Every function of the view with what it costs wherever it stands; recursion counts once. Sorted and narrowed by `order`, and by
 * the search; the selection is the graph's.
 */
export function FunctionList({
  drawn,
  zoomNode,
  unit,
  labelOf,
  colourOf,
  frameMasks,
  searchColours,
  selected,
  order,
  onOrder,
  onSelect,
  onOpen,
  onMenu,
}: {
  drawn: NamedTree
  zoomNode: number
  unit: Unit
  labelOf: (frame: number) => string
  colourOf: (node: number) => string
  /** For each frame, bit i when search i finds it; null when nothing is searched. */
  frameMasks: Uint8Array | null
  /** By search. */
  searchColours: readonly string[]
  /** A node, whose function is marked; -1 for none. */
  selected: number
  order: TableOrder
  onOrder: (order: TableOrder) => void
  /** The node where the function weighs most. */
  onSelect: (node: number) => void
  /** To the graph, with this node in sight. */
  onOpen: (node: number) => void
  onMenu: (node: number, clientX: number, clientY: number) => void
}) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(place)
  const { tree, frames } = drawn
  const wanted = useDeferredValue(order)
  const table = useMemo(() => functionTable(tree, frames.length, zoomNode), [tree, frames, zoomNode])
  const nameRanks = useNameRanks(drawn, wanted.column === 'name')
  const rows = useMemo(() => {
    const shown = selectFunctions(table, drawn, wanted, frameMasks)
    return orderRows(table, shown, wanted.column, wanted.reversed, nameRanks)
  }, [table, drawn, wanted, frameMasks, nameRanks])
  const selectedFrame = selected > 0 ? tree.frame[selected]! : -1
  const active = useMemo(
    () => rows.findIndex((row) => table.frame[row] === selectedFrame),
    [rows, table, selectedFrame],
  )
  const whole = tree.total[zoomNode]!
  const nodeOfRow = (row: number) => table.widest[rows[row]!]!

  return (
    <div ref={place} className="@container flex min-h-0 flex-1 flex-col">
      <FunctionListTools
        order={order}
        onOrder={onOrder}
        shown={rows.length}
        all={table.length}
        isSearching={frameMasks !== null}
      />
      <RowList
        id={id}
        label="Functions"
        role="grid"
        count={rows.length}
        active={active}
        onActive={(row) => onSelect(nodeOfRow(row))}
        onKey={({ key }) => {
          if (key !== 'Enter' || active < 0) return false
          onOpen(nodeOfRow(active))
          return true
        }}
        onDoubleClick={(row) => onOpen(nodeOfRow(row))}
        onMenu={(row, clientX, clientY) => {
          onSelect(nodeOfRow(row))
          onMenu(nodeOfRow(row), clientX, clientY)
        }}
        ariaOf={() => ({})}
        rowKey={(row) => table.frame[rows[row]!]!}
        rowClass={columns}
        className="min-h-0 flex-1"
        head={
          <FunctionListHead
            className={classNames(columns, 'h-full')}
            order={order}
            unit={unit}
            onSort={(column) => onOrder(sortedBy(order, column))}
          />
        }
      >
        {(index) => {
          const row = rows[index]!
          const frame = table.frame[row]!
          const name = drawn.strings[frames.name[frame]!]!
          return (
            <>
              <CostCell weight={table.self[row]!} whole={whole} unit={unit} />
              <CostCell weight={table.total[row]!} whole={whole} unit={unit} />
              <span role="gridcell" className="flex min-w-0 items-center gap-2">
                <ColourSquare colour={colourOf(table.widest[row]!)} />
                <FoundDots mask={frameMasks?.[frame] ?? 0} colours={searchColours} />
                <FittingName
                  label={labelOf(frame)}
                  whole={name}
                  roomPx={widthPx - (widthPx < widePx ? besidesNamePx.narrow : besidesNamePx.wide)}
                />
              </span>
              <span role="gridcell" className="hidden truncate text-xs text-muted @md:block">
                {kindLabels[frameKinds[frames.kind[frame]!]!]}
              </span>
            </>
          )
        }}
      </RowList>
    </div>
  )
}
