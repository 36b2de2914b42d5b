'use client'
import { ChevronRight } from 'lucide-react'
import { useId, useMemo, useRef } from 'react'
import { rowsOfTree } from '../../../lib/profile/tree/tree-rows.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatShare } from '../../format/units.ts'
import { CallTreeTools } from './call-tree-tools.tsx'
import { ColourSquare, CostCell, FittingName, FoundDots } from './table-cells.tsx'
import type { NamedTree } from '../worker/tree-messages.ts'
import { RowList } from './row-list.tsx'
import { useOpenNodes } from './use-open-nodes.ts'
import { useWidth } from '../../ui/use-width.ts'

const changeColumn = '@md:grid-cols-[9rem_9rem_7rem_minmax(0,1fr)]!'

const columns =
  'grid grid-cols-[4.5rem_4.5rem_minmax(0,1fr)] @md:grid-cols-[9rem_9rem_4rem_minmax(0,1fr)] items-center gap-x-3 px-3'

/** From here on there is room for weights and the share of the caller. */
const widePx = 448
/** Of a row, for all but the name. */
const besidesNamePx = { narrow: 256, wide: 512 }
/** A stack that does not branch hardly moves to the right: servers have a hundred such frames below the first choice. */
const branchingPx = 12
const otherPx = 2

/**
 * The call tree as text, the heaviest callees first, with the heavy path open. Left and right close and open, `*` opens all
 * below; the selection is the graph's.
 */
export function CallTreeText({
  drawn,
  zoomNode,
  unit,
  labelOf,
  colourOf,
  frameMasks,
  searchColours,
  selected,
  title,
  onSelect,
  onOpen,
  onMenu,
  changeOf,
}: {
  drawn: NamedTree
  /** The tree begins here. */
  zoomNode: number
  unit: Unit
  labelOf: (frame: number) => string
  colourOf: (node: number) => string
  /** For each frame, bit i when search i finds it; null when nothing is searched. */
  frameMasks: Uint8Array | null
  /** By search. */
  searchColours: readonly string[]
  /** -1 for none. */
  selected: number
  /** Stands above what is copied. */
  title: string
  onSelect: (node: number) => void
  /** To the graph, zoomed to this node. */
  onOpen: (node: number) => void
  onMenu: (node: number, clientX: number, clientY: number) => void
  /** Of a comparison: how a node changed, in place of its share of the caller. */
  changeOf?: (node: number) => string
}) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(place)
  const nameRoomPx = widthPx - (widthPx < widePx ? besidesNamePx.narrow : besidesNamePx.wide)
  const { tree, frames, strings } = drawn
  const nodes = useOpenNodes(tree, zoomNode, selected)
  const rows = useMemo(() => rowsOfTree(tree, nodes.open, zoomNode), [tree, nodes.open, zoomNode])
  const active = useMemo(() => rows.findIndex(({ node }) => node === selected), [rows, selected])
  const hasCallees = (node: number) => tree.end[node]! > node + 1
  const toggle = (node: number) => {
    // What is selected under a node that closes would open it again.
    if (nodes.open.has(node) && selected > node && selected < tree.end[node]!) onSelect(node)
    nodes.toggle(node)
  }
  const onKey = (key: string): boolean => {
    const node = rows[active]?.node
    if (node === undefined) return false
    const isOpen = hasCallees(node) && nodes.open.has(node)
    if (key === 'ArrowRight' && hasCallees(node)) {
      if (isOpen) onSelect(rows[active + 1]!.node)
      else nodes.toggle(node)
    } else if (key === 'ArrowLeft' && isOpen) nodes.toggle(node)
    else if (key === 'ArrowLeft' && node > zoomNode) onSelect(tree.parent[node]!)
    else if (key === '*') nodes.openAllUnder(node)
    else if (key === 'Enter') onOpen(node)
    else return key.startsWith('Arrow')
    return true
  }

  return (
    <div ref={place} className="@container flex min-h-0 flex-1 flex-col">
      <CallTreeTools
        tree={tree}
        from={active >= 0 ? selected : zoomNode}
        labelOf={labelOf}
        title={title}
        rows={rows.length}
        nodes={nodes}
      />
      <RowList
        id={id}
        label="Call tree"
        role="treegrid"
        count={rows.length}
        active={active}
        onActive={(row) => onSelect(rows[row]!.node)}
        onKey={({ key }) => onKey(key)}
        onDoubleClick={(row) => onOpen(rows[row]!.node)}
        onMenu={(row, clientX, clientY) => {
          onSelect(rows[row]!.node)
          onMenu(rows[row]!.node, clientX, clientY)
        }}
        ariaOf={(row) => {
          const { node, place, siblings } = rows[row]!
          return {
            'aria-level': tree.depth[node]! - tree.depth[zoomNode]! + 1,
            'aria-posinset': place,
            'aria-setsize': siblings,
            'aria-expanded': hasCallees(node) ? nodes.open.has(node) : undefined,
          }
        }}
        rowKey={(row) => rows[row]!.node}
        rowClass={classNames(columns, changeOf && changeColumn)}
        className="min-h-0 flex-1"
        head={
          <div
            role="row"
            aria-rowindex={1}
            className={classNames(columns, changeOf && changeColumn, 'h-full text-xs text-muted')}
          >
            <span role="columnheader" className="text-right">
              Total
            </span>
            <span role="columnheader" className="text-right">
              Self
            </span>
            <span role="columnheader" className="hidden text-right @md:block">
              {changeOf ? 'Change' : 'Of caller'}
            </span>
            <span role="columnheader">
              Function{unit === 'samples' ? <span className="hidden @md:inline"> (weights in samples)</span> : null}
            </span>
          </div>
        }
      >
        {(index) => {
          const { node, branchings } = rows[index]!
          const frame = tree.frame[node]!
          const caller = node === zoomNode ? -1 : tree.parent[node]!
          const others = tree.depth[node]! - tree.depth[zoomNode]! - branchings
          const indentPx = Math.min(branchings * branchingPx + others * otherPx, Math.max(0, nameRoomPx / 2))
          return (
            <>
              <CostCell weight={tree.total[node]!} whole={tree.total[zoomNode]!} unit={unit} />
              <CostCell weight={tree.self[node]!} whole={tree.total[zoomNode]!} unit={unit} />
              <span role="gridcell" className="figures hidden text-right text-muted @md:block">
                {changeOf
                  ? changeOf(node)
                  : caller < 0
                    ? ''
                    : formatShare(tree.total[caller]! > 0 ? tree.total[node]! / tree.total[caller]! : 0)}
              </span>
              <span role="gridcell" className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: indentPx }}>
                <span
                  aria-hidden
                  className="flex size-6 shrink-0 items-center justify-center text-muted hover:text-ink"
                  onClick={(event) => {
                    event.stopPropagation()
                    if (hasCallees(node)) toggle(node)
                  }}
                >
                  {hasCallees(node) ? (
                    <ChevronRight size={14} className={nodes.open.has(node) ? 'rotate-90' : undefined} />
                  ) : null}
                </span>
                <ColourSquare colour={colourOf(node)} />
                <FoundDots mask={frame < 0 ? 0 : (frameMasks?.[frame] ?? 0)} colours={searchColours} />
                <FittingName
                  label={labelOf(frame)}
                  whole={frame < 0 ? 'all' : strings[frames.name[frame]!]!}
                  roomPx={nameRoomPx - indentPx}
                />
              </span>
            </>
          )
        }}
      </RowList>
    </div>
  )
}
