'use client'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Held } from '../../state/ref.ts'
import type { NamedTree } from '../../worker/named-tree.ts'
import { pictureOf, type PictureSource } from '../../export/export-source.ts'
import { useBusyMark } from '../../shell/use-busy-mark.ts'
import { useComparableOrder } from '../use-comparable-order.ts'
import { useViewerKeys } from '../../shell/use-viewer-keys.ts'
import type { Viewing } from '../../state/view-store.ts'
import { homeSide } from './focused-side.ts'
import { SideDetails } from './side-details.tsx'
import { SideFooter } from './side-footer.tsx'
import { SidePane } from './side-pane.tsx'
import { SideRefinements } from './side-refinements.tsx'
import { SideSearch } from './side-search.tsx'
import { SideControls } from './side-toolbar.tsx'
import { otherSide, sides, type BySide, type Side } from './side.ts'
import { sayThere, sharesOfTwins, type TwinShares } from './counterpart-shares.ts'
import { useSidePanes, type SideGiven } from './use-side-panes.ts'
import { useTimeLink } from './use-time-link.ts'

const ViewerPanels = lazy(async () => ({ default: (await import('../../shell/viewer-panels.tsx')).ViewerPanels }))

/** Both panes, and all that is said once for both: search, filters, the frame that is selected. */
export function SidePanes({
  viewing,
  picture,
  ...given
}: BySide<SideGiven> & { viewing: Viewing; picture: Held<() => PictureSource | null> }) {
  const { panes, findTwin, active, setActive } = useSidePanes(given, viewing)
  const { view } = viewing
  const input = useRef<HTMLInputElement>(null)
  const activePane = panes[active]
  const { link, times } = useTimeLink(viewing, active)
  const isTimed = sides.every((side) => given[side].basics.timeSpan !== null)
  useComparableOrder(viewing)
  useViewerKeys((action) => {
    if (action === 'search') input.current?.select()
    else activePane.viewer.act(action)
  })
  useEffect(() => {
    // Of the profile whose page this is: the picture goes by its name.
    picture.put(() => pictureOf(panes.after.viewer))
  })
  useBusyMark(sides.some((side) => panes[side].isBusy))

  const sharesOf = (side: Side, node: number): TwinShares => {
    const other = otherSide[side]
    return sharesOfTwins(given[side].drawn, node, given[other].drawn, findTwin[side](node))
  }
  const { hovered, hover } = useHovered(given)
  const twin = useMemo(() => {
    if (!hovered) return null
    const { node, missing } = findTwin[hovered.side](hovered.node)
    return { node, isAbsent: missing > 0 }
  }, [hovered, findTwin])
  const home = panes[homeSide(panes, active)]
  const about = view.about === '' ? nameOfNode(home.viewer.drawn, home.viewer.here) : view.about
  const shared = { viewing, panes, active: activePane, input }

  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <SideSearch {...shared} />
        <SideControls viewing={viewing} active={activePane} timeLink={isTimed ? link : null} />
      </div>
      <SideRefinements {...shared} />
      <div className="grid max-lg:shrink-0 lg:min-h-0 lg:flex-1 lg:grid-cols-2">
        {sides.map((side) => (
          <SidePane
            key={side}
            pane={panes[side]}
            about={about}
            isActive={side === active}
            onActive={() => setActive(side)}
            twin={hovered && hovered.side !== side ? twin : null}
            twinText={hovered ? sayThere(sharesOf(hovered.side, hovered.node)) : ''}
            sharesOf={(node) => sharesOf(side, node)}
            onHover={(node) => hover(side, node)}
            {...times[side]}
          />
        ))}
      </div>
      <SideDetails panes={panes} home={home} findTwin={findTwin} />
      <SideFooter viewing={viewing} active={activePane} />
      <Suspense>
        {sides.map((side) => (
          <ViewerPanels key={side} viewer={panes[side].viewer} />
        ))}
      </Suspense>
    </>
  )
}

/** Empty for the root, which is no function. */
function nameOfNode({ tree, frames, strings }: NamedTree, node: number): string {
  const frame = tree.frame[node]!
  return frame < 0 ? '' : strings[frames.name[frame]!]!
}

/** What the pointer is on. A tree can change under it: its node numbers mean nothing in the next one. */
function useHovered(given: BySide<SideGiven>) {
  const [at, setAt] = useState<{ side: Side; node: number; drawn: SideGiven['drawn'] } | null>(null)
  const hovered = at && given[at.side].drawn === at.drawn ? at : null
  const hover = (side: Side, node: number) => {
    if (node >= 0) setAt({ side, node, drawn: given[side].drawn })
    else setAt((before) => (before?.side === side ? null : before))
  }
  return { hovered, hover }
}
