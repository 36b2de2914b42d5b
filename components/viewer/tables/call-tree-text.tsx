'use client'
import { ChevronRight, Copy, ListCollapse, Route } from 'lucide-react'
import { useMemo } from 'react'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import { writeTreeMarkdown, writeTreeText } from '../../../lib/profile/tree/tree-text.ts'
import { isInSubtree, listTreeRows } from '../../../lib/profile/tree/tree-rows.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { formatCountOf, formatShare } from '../../../lib/profile/format/units.ts'
import { formatUnitHint } from '../../../lib/profile/format/weight.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { copyWithToast } from '../../ui/copy-text.ts'
import { nameOfNode } from '../tree/describe-frame.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { ZoomChip } from './zoom-chip.tsx'
import { NodeTable } from './node-table.tsx'
import { ColourSquare, WeightCell, FittingName, MatchDots } from './table-cells.tsx'
import { type OpenNodes, useOpenNodes } from './use-open-nodes.ts'

const changeColumn = '@md:grid-cols-[9rem_9rem_8rem_minmax(0,1fr)]!'
const changeCell = 'hidden text-right @md:block'
const callerCell = 'hidden text-right @3xl:block'

const columns =
  'grid grid-cols-[2.75rem_2.75rem_minmax(0,1fr)] @md:grid-cols-[8rem_8rem_minmax(0,1fr)] @3xl:grid-cols-[9rem_9rem_4rem_minmax(0,1fr)] items-center gap-x-1.5 @md:gap-x-3 px-2 @md:px-3'

/**
 * CSS pixels of a row that are not its name, by the width of the table: from 448 px on, where `@md` of `columns`
 * begins, there is room for weights beside the shares, and from 768 px on (`@3xl`) for the share of the caller. A pane
 * of two side by side is in between.
 */
const besidesTreeNamePx = (widthPx: number) => (widthPx < 448 ? 166 : widthPx < 768 ? 404 : 512)
const besidesNameWithChangePx = (widthPx: number) => (widthPx < 448 ? 166 : 576)
/** CSS pixels that a callee is indented more than its caller, where the caller has several callees. */
const branchingPx = 12
/** The same where it has one callee: a server's stack has a hundred such frames, which would push the names out. */
const onlyCalleePx = 2
/** CSS pixels of a name that stay for it beside the indentation, if the row has them: 36 characters. */
const readableNamePx = 260

/** Parts that the call tree of a comparison shows in place of the viewer's own tree. */
export interface TreeColumns {
  /** The tree with the weights of one side. */
  readonly tree: CallTree
  readonly unit: Unit
  /** How a node changed, in place of its share of the caller. */
  readonly changeOf: (node: number) => string
  /** The unit that changes are per, such as ` per second`: said in the heading alone. */
  readonly per: string
}

/**
 * The call tree as text, the heaviest callees first, with the heavy path open. Left and right close and open, `*` opens
 * all below; the selection is the graph's.
 */
export function CallTreeText({
  viewer,
  tree = viewer.model.tree,
  unit = viewer.unit,
  changeOf,
  per = '',
}: { viewer: Viewer } & Partial<TreeColumns>) {
  const { model, resolved, search, scene, viewing, navigation, labelOf, title } = viewer
  const { zoomNode, selected } = resolved
  const thirdCell = changeOf ? changeCell : callerCell
  const nodes = useOpenNodes(tree, zoomNode, selected)
  const rows = useMemo(() => listTreeRows(tree, nodes.open, zoomNode), [tree, nodes.open, zoomNode])
  const active = useMemo(() => rows.findIndex(({ node }) => node === selected), [rows, selected])
  const select = (node: number) => viewing.change({ selected: navigation.pathOf(node) }, 'replace')
  const hasCallees = (node: number) => tree.end[node]! > node + 1
  const toggle = (node: number) => {
    // A selected node is always in sight, so a selection below this node would open it again.
    if (nodes.open.has(node) && selected !== node && isInSubtree(tree, selected, node)) select(node)
    nodes.toggle(node)
  }
  const onKey = (key: string): boolean => {
    const node = rows[active]?.node
    if (node === undefined) return false
    const isOpen = hasCallees(node) && nodes.open.has(node)
    if (key === 'ArrowRight' && hasCallees(node)) {
      if (isOpen) select(rows[active + 1]!.node)
      else nodes.toggle(node)
    } else if (key === 'ArrowLeft' && isOpen) nodes.toggle(node)
    else if (key === 'ArrowLeft' && node > zoomNode) select(tree.parent[node]!)
    else if (key === '*') nodes.openAllUnder(node)
    else return key.startsWith('Arrow')
    return true
  }

  return (
    <NodeTable
      viewer={viewer}
      label="Call tree"
      role="treegrid"
      count={rows.length}
      active={active}
      nodeOf={(row) => rows[row]!.node}
      onKey={onKey}
      ariaOf={(row) => {
        const { node, position, siblings } = rows[row]!
        return {
          'aria-level': tree.depth[node]! - tree.depth[zoomNode]! + 1,
          'aria-posinset': position,
          'aria-setsize': siblings,
          'aria-expanded': hasCallees(node) ? nodes.open.has(node) : undefined,
        }
      }}
      rowKey={(row) => rows[row]!.node}
      columns={classNames(columns, changeOf && changeColumn)}
      headings={[
        { label: 'Total', className: 'text-right' },
        { label: 'Self', className: 'text-right' },
        { label: changeOf ? `Change${per}` : 'Of caller', className: thirdCell },
        { label: 'Function', hint: formatUnitHint(unit) },
      ]}
      tools={
        <>
          <ZoomChip viewer={viewer} />
          <CallTreeTools
            tree={tree}
            from={active >= 0 ? selected : zoomNode}
            labelOf={labelOf}
            title={title}
            nodes={nodes}
          />
        </>
      }
      status={formatCountOf(rows.length, 'line')}
      besidesNamePx={changeOf ? besidesNameWithChangePx : besidesTreeNamePx}
    >
      {(row, nameWidthPx) => {
        const { node, branchings } = rows[row]!
        const frame = tree.frame[node]!
        const caller = node === zoomNode ? -1 : tree.parent[node]!
        const onlyCallees = tree.depth[node]! - tree.depth[zoomNode]! - branchings
        const { indentPx, isCapped } = indent(branchings * branchingPx + onlyCallees * onlyCalleePx, nameWidthPx)
        return (
          <>
            <WeightCell weight={tree.total[node]!} whole={tree.total[zoomNode]!} unit={unit} />
            <WeightCell weight={tree.self[node]!} whole={tree.total[zoomNode]!} unit={unit} />
            <span role="gridcell" className={classNames('figures text-muted', thirdCell)}>
              {changeOf
                ? changeOf(node).replace(per, '')
                : caller < 0
                  ? ''
                  : formatShare(tree.total[caller]! > 0 ? tree.total[node]! / tree.total[caller]! : 0)}
            </span>
            <span
              role="gridcell"
              className="relative flex min-w-0 items-center gap-1 @md:gap-1.5"
              style={{ paddingLeft: indentPx }}
            >
              {isCapped ? (
                <span aria-hidden className="figures absolute left-0 text-[0.625rem] text-faint">
                  {tree.depth[node]! - tree.depth[zoomNode]!}
                </span>
              ) : null}
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
              <ColourSquare colour={scene.colourOf(node)} />
              <MatchDots mask={frame < 0 ? 0 : (search.frameMasks?.[frame] ?? 0)} />
              <FittingName
                label={labelOf(frame)}
                whole={frame < 0 ? 'all' : nameOfNode(model, node)}
                availablePx={nameWidthPx - indentPx}
              />
            </span>
          </>
        )
      }}
    </NodeTable>
  )
}

/**
 * How far the name of a row is indented. A narrow table has no room for that deep in a stack: all such rows are
 * indented alike, and the number of their depth stands in the space.
 */
function indent(wantedPx: number, nameWidthPx: number): { readonly indentPx: number; readonly isCapped: boolean } {
  const sharePx = Math.max(nameWidthPx / 7, nameWidthPx - readableNamePx)
  const mostPx = Math.max(0, Math.min(nameWidthPx / 2, sharePx))
  return { indentPx: Math.min(wantedPx, mostPx), isCapped: wantedPx > mostPx }
}

/** Actions on the call tree as a whole: open the heavy path, close all, copy the node `from` and all below it. */
function CallTreeTools({
  tree,
  from,
  labelOf,
  title,
  nodes,
}: {
  tree: CallTree
  from: number
  labelOf: (frame: number) => string
  title: string
  nodes: OpenNodes
}) {
  const copy = (asMarkdown: boolean) => {
    const text = writeTreeText(tree, labelOf, { from })
    void copyWithToast(
      asMarkdown ? writeTreeMarkdown(title, text) : `${text}\n`,
      `Copied the call tree, ${formatCountOf(text.split('\n').length, 'line')}.`,
      'The browser refused to copy the call tree.',
    )
  }
  return (
    <>
      <Button size="small" onClick={nodes.showHeavyPath} title="Open the heaviest callee of each frame" icon={Route}>
        Heavy path
      </Button>
      <Button size="small" onClick={nodes.closeAll} icon={ListCollapse}>
        Close all
      </Button>
      <Menu
        align="start"
        trigger={
          <Button size="small" icon={Copy}>
            Copy
          </Button>
        }
      >
        <MenuItem onSelect={() => copy(false)}>As text</MenuItem>
        <MenuItem onSelect={() => copy(true)}>As Markdown, for a ticket</MenuItem>
      </Menu>
    </>
  )
}
