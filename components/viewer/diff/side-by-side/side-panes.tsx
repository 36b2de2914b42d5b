'use client'
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Keyboard } from 'lucide-react'
import type { Held } from '../../state/ref.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { pictureOf, type PictureSource } from '../../export/export-source.ts'
import { useBusyMark } from '../../shell/use-busy-mark.ts'
import { useComparableOrder } from '../use-comparable-order.ts'
import { useViewerKeys } from '../../shell/use-viewer-keys.ts'
import type { Viewing } from '../../state/view-store.ts'
import { homeSide } from './side-paths.ts'
import { SideDetails } from './side-details.tsx'
import { SidePane } from './side-pane.tsx'
import { SideChips, SideSearch } from './side-search.tsx'
import { SideControls } from './side-toolbar.tsx'
import { type BySide, otherSide, type Side, sides } from './side.ts'
import { sayThere, sharesOfTwins, type TwinShares } from './counterparts.ts'
import { type Pane, type SideGiven, useSidePanes } from './use-side-panes.ts'
import { useTimeLink } from './use-time-link.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ColourLegend } from '../../colours/colour-legend.tsx'
import { readKeptRules } from '../../colours/stored-colour-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../shell/viewer-notices.tsx'
import { FilterList } from '../../filters/filter-list.tsx'
import { areFiltersApart, changeCommonFilters, commonFilters } from './side-filters.ts'

/** Chips and the filters that both sides have, on one line as long as they fit; not there without any. */
function SideRefinements(props: {
  viewing: Viewing
  panes: BySide<Pane>
  active: Pane
  input: RefObject<HTMLInputElement | null>
}) {
  const { viewing, active } = props
  const { view, change } = viewing
  const common = commonFilters(view)
  return (
    <>
      {view.searches.length > 0 || common.length > 0 ? (
        <div className="relative flex shrink-0 items-center gap-1.5 border-b border-line bg-surface px-3 py-1 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-wrap">
          <SideChips {...props} />
          {view.searches.length > 0 && common.length > 0 ? (
            <span aria-hidden className="mx-1 h-5 w-px bg-line" />
          ) : null}
          {common.length > 0 ? (
            <FilterList
              filters={common}
              removed={[]}
              onChange={(list) => change(changeCommonFilters(view, list), 'push')}
              onUndo={() => active.viewer.act('undo')}
            />
          ) : null}
        </div>
      ) : null}
      {areFiltersApart(view) ? (
        <Notice>
          The two sides have different filters: shown above are those of After.
          <Button size="small" className="ml-3" onClick={() => change(changeCommonFilters(view, common), 'push')}>
            Use them for both
          </Button>
        </Notice>
      ) : null}
    </>
  )
}

/** What the colours mean; the shares are those of the side that was touched last. */
function SideFooter({ viewing: { view, change }, active: { viewer } }: { viewing: Viewing; active: Pane }) {
  const { colours, theme, setPanel } = viewer
  return (
    <footer className="flex shrink-0 items-center gap-x-3 border-t border-line bg-surface px-3 py-1">
      <ColourLegend
        mode={view.colour}
        onMode={(colour) => {
          if (colour !== 'rules' || view.rules.length > 0) return change({ colour }, 'push')
          const kept = readKeptRules()
          if (kept.length > 0) change({ colour, rules: kept }, 'push')
          else setPanel('rules')
        }}
        onEditRules={() => setPanel('rules')}
        entries={colours.legend}
        theme={theme}
      />
      <span className="contents max-sm:hidden">
        <IconButton label="Keys (?)" size="small-icon" onClick={() => setPanel('keys')}>
          <Keyboard size={14} aria-hidden />
        </IconButton>
      </span>
    </footer>
  )
}

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
