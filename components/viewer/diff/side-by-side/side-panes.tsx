'use client'
import { Link2, Link2Off } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatShare } from '../../../format/units.ts'
import { formatWeight } from '../../../format/weight.ts'
import { Button, ToggleButton } from '../../../ui/button.tsx'
import { describeNode, type FrameWords, sayNode } from '../../details/describe-frame.ts'
import { FrameDetails } from '../../details/frame-details.tsx'
import type { PictureSource } from '../../export/export-source.ts'
import { Notice } from '../../shell/viewer-notices.tsx'
import { ViewerShell } from '../../shell/viewer-shell.tsx'
import type { Held } from '../../state/ref.ts'
import type { Viewing } from '../../state/view-store.ts'
import { type FindTwin, formatPoints, sayThere, sharesOfTwins, type TwinShares } from './counterparts.ts'
import { type BySide, eachSide, otherSide, type Side, sides, sideTitles } from './side.ts'
import { areFiltersApart, changeCommonFilters, commonFilters } from './side-filters.ts'
import { SidePane } from './side-pane.tsx'
import { type Pane, type SideGiven, useSidePanes } from './use-side-panes.ts'
import { type TimeLink, useTimeLink } from './use-time-link.ts'

/** Both panes over one view, and what is said once for both. */
export function SidePanes({
  viewing,
  picture,
  ...given
}: BySide<SideGiven> & { viewing: Viewing; picture: Held<() => PictureSource | null> }) {
  const { panes, home, findTwin, active, setActive } = useSidePanes(given, viewing)
  const { view, change } = viewing
  const { link, times } = useTimeLink(viewing, active)
  const isTimed = sides.every((side) => given[side].basics.timeSpan !== null)
  const common = commonFilters(view)
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

  return (
    <ViewerShell
      panes={[panes.before, panes.after]}
      active={panes[active]}
      viewing={viewing}
      filters={{
        list: common,
        change: (list, more) => change({ ...more, ...changeCommonFilters(view, list) }, 'push'),
      }}
      sharesOf={(search) => <SearchShares panes={panes} at={search} />}
      controls={isTimed ? <TimeLinkButton link={link} /> : null}
      picture={picture}
      notices={
        areFiltersApart(view) ? (
          <Notice>
            The two sides have different filters: shown above are those of After.
            <Button size="small" className="ml-3" onClick={() => change(changeCommonFilters(view, common), 'push')}>
              Use them for both
            </Button>
          </Notice>
        ) : null
      }
      details={<SideDetails panes={panes} home={panes[home]} findTwin={findTwin} />}
    >
      <div className="grid max-lg:shrink-0 lg:min-h-0 lg:flex-1 lg:grid-cols-2">
        {sides.map((side) => (
          <SidePane
            key={side}
            pane={panes[side]}
            isActive={side === active}
            onActive={() => setActive(side)}
            twin={hovered && hovered.side !== side ? twin : null}
            twinText={hovered ? sayThere(sharesOf(hovered.side, hovered.node)) : ''}
            sharesOf={(node) => sharesOf(side, node)}
            onHover={(node) => hover(side, node)}
            time={times[side]}
          />
        ))}
      </div>
    </ViewerShell>
  )
}

function TimeLinkButton({ link: { isLinked, toggle } }: { link: TimeLink }) {
  return (
    <ToggleButton
      isOn={isLinked}
      title={isLinked ? 'A time range on one side is chosen on both' : 'Each side has a time range of its own'}
      onClick={toggle}
    >
      {isLinked ? <Link2 size={14} aria-hidden /> : <Link2Off size={14} aria-hidden />}
      <span className="max-2xl:sr-only">Linked times</span>
    </ToggleButton>
  )
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

/** `Before 12 % · After 14 %`: of what each side shows, and of all of it, where that is not the same. */
function SearchShares({ panes, at }: { panes: BySide<Pane>; at: number }) {
  return (
    <p className="figures flex items-center gap-x-3 whitespace-nowrap" aria-live="polite">
      {sides.map((side) => {
        const { shares, zoomNode, range } = panes[side].viewer.drawing
        const share = shares?.bySearch[at]
        if (!share) return null
        const isAllShown = zoomNode === 0 && !range
        return (
          <span key={side} data-testid={`share-${side}`}>
            <span className="font-sans text-muted">{sideTitles[side]} </span>
            {formatShare(share.ofView)}
            <span className={isAllShown ? 'sr-only' : 'font-sans text-muted'}> of view</span>
            {isAllShown ? null : <span className="text-muted"> ({formatShare(share.ofAll)} of all)</span>}
          </span>
        )
      })}
    </p>
  )
}

/** The selected frame, or the one both are zoomed to, on both sides, as text. `home` is the side that has it. */
function SideDetails({ panes, home, findTwin }: { panes: BySide<Pane>; home: Pane; findTwin: BySide<FindTwin> }) {
  const node = home.viewer.here
  const words = eachSide((side) => {
    const at = side === home.side ? { node, missing: 0 } : findTwin[home.side](node)
    const { drawn, drawing } = panes[side].viewer
    return at.missing > 0 ? null : describeNode(drawn, at.node, drawing.zoomNode, drawing.range)
  })
  const spoken = sides.map((side) => `${sideTitles[side]}: ${words[side] ? sayNode(words[side]) : 'absent'}.`).join(' ')
  const { before, after } = words
  return (
    <FrameDetails
      viewer={home.viewer}
      spoken={spoken}
      facts={
        <>
          {sides.map((side) => (
            <SideFacts key={side} pane={panes[side]} words={words[side]} />
          ))}
          <div className="flex items-baseline gap-1.5">
            <dt>change</dt>
            <dd data-testid="change" className="figures text-ink">
              {formatPoints(before?.ofAll ?? 0, after?.ofAll ?? 0)}
            </dd>
          </div>
        </>
      }
    />
  )
}

function SideFacts({ pane: { side, viewer }, words }: { pane: Pane; words: FrameWords | null }) {
  return (
    <div data-testid={`facts-${side}`} className="flex min-w-0 items-baseline gap-1.5">
      <dt className="font-medium">{sideTitles[side]}</dt>
      <dd className="figures min-w-0 truncate text-ink">
        {words === null ? (
          <span className="font-sans">absent</span>
        ) : (
          <>
            {formatShare(words.ofAll)} <span className="font-sans text-muted">of all,</span>{' '}
            {formatWeight(words.total, viewer.unit)} <span className="font-sans text-muted">total,</span>{' '}
            {formatWeight(words.self, viewer.unit)} <span className="font-sans text-muted">self</span>
          </>
        )}
      </dd>
    </div>
  )
}
