'use client'
import { Link2, Link2Off } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatPoints, formatShare } from '../../../../lib/profile/format/units.ts'
import type { ViewState } from '../../../../lib/profile/view/view.ts'
import { formatWeight } from '../../../../lib/profile/format/weight.ts'
import { ToggleButton } from '../../../ui/button.tsx'
import { describeNode, type FrameDescription, formatFrameLabel, nameWhole } from '../../tree/describe-frame.ts'
import { FrameDetails } from '../../details/frame-details.tsx'
import { isIdleOffered } from '../../quality/idle-threads.tsx'
import { selectHeading } from '../../quality/select-heading.ts'
import { addFilter } from '../../filters/filter-changes.ts'
import type { DiffViewProps } from '../../shell/baseline.ts'
import { Notice } from '../../shell/viewer-notices.tsx'
import { ViewerShell } from '../../shell/viewer-shell.tsx'
import type { Viewing } from '../../view/view-store.ts'
import { type FindCounterpart, formatOtherShare, getCounterpartShares, type CounterpartShares } from './counterparts.ts'
import { type BySide, eachSide, otherSide, type Side, sides } from '../side.ts'
import { haveDifferentFilters, changeCommonFilters, listCommonFilters } from '../side-filters.ts'
import { nameSidePart, nameViewedSides, omitWeight } from '../side-names.ts'
import { SidePane } from './side-pane.tsx'
import { type Pane, type SideInput, useSidePanes } from './use-side-panes.ts'
import { type TimeLink, useTimeLink } from './use-time-link.ts'

/** Shows both panes of one view, and once what is of both: toolbar, filters, details. */
export function SidePanes({
  viewing,
  exportSource,
  ...inputs
}: BySide<SideInput> & { viewing: Viewing; exportSource: DiffViewProps['exportSource'] }) {
  const { panes, focusedSide, findCounterpart, active, setActive } = useSidePanes(inputs, viewing)
  const { view, change } = viewing
  const { link, times } = useTimeLink(viewing, active)
  const isTimed = sides.every((side) => panes[side].basics.timeSpan !== null)
  const common = listCommonFilters(view)
  const names = nameViewedSides(inputs.before.summary, inputs.after.summary, view)
  const sharesOf = (side: Side, node: number): CounterpartShares => {
    const other = otherSide[side]
    return getCounterpartShares(panes[side].model, node, panes[other].model, findCounterpart[side](node))
  }
  const { hovered, hover } = useHovered(panes)
  const counterpart = useMemo(() => {
    if (!hovered) return null
    const { node, missing } = findCounterpart[hovered.side](hovered.node)
    return { node, isAbsent: missing > 0 }
  }, [hovered, findCounterpart])

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
      exportSource={exportSource}
      exportLabels={sides.map((side) => {
        const { sideTitles, model, unit } = panes[side]
        const weight = formatWeight(model.tree.total[0]!, unit)
        const part = names.isByPart ? '' : nameSidePart(view, side)
        return [`${sideTitles[side]}: ${weight}`, omitWeight(names[side], weight), part]
          .filter((text) => text !== '')
          .join(', ')
      })}
      notices={
        <>
          {haveDifferentFilters(view) ? (
            <Notice
              action={{ text: 'Use them for both', run: () => change(changeCommonFilters(view, common), 'push') }}
            >
              The two sides have different filters: the list above has those of {panes.after.sideTitles.after}.
            </Notice>
          ) : null}
          <IdleNotice
            panes={panes}
            filters={common}
            onFilters={(filters) => change(changeCommonFilters(view, filters), 'push')}
          />
        </>
      }
      legendSide={panes[active].sideTitles[active]}
      details={<SideDetails panes={panes} focused={panes[focusedSide]} findCounterpart={findCounterpart} />}
    >
      <div className="grid shrink-0 lg:grow lg:grid-cols-2">
        {sides.map((side) => (
          <SidePane
            key={side}
            pane={panes[side]}
            name={names[side]}
            part={names.isByPart ? '' : nameSidePart(view, side)}
            isActive={side === active}
            onActive={() => setActive(side)}
            // The tag with the text is shown beside `counterpart` only.
            counterpart={hovered && hovered.side !== side ? counterpart : null}
            counterpartText={hovered ? formatOtherShare(sharesOf(hovered.side, hovered.node)) : ''}
            sharesOf={(node) => sharesOf(side, node)}
            onHover={(node) => hover(side, node)}
            time={times[side]}
            marksBeside={panes[otherSide[side]].basics.provenance.marks}
          />
        ))}
      </div>
    </ViewerShell>
  )
}

/** How idle each side is, and the way to the rest, as the header of one profile has it. */
function IdleNotice({
  panes,
  filters,
  onFilters,
}: {
  panes: BySide<Pane>
  filters: ViewState['filters']
  onFilters: (filters: ViewState['filters']) => void
}) {
  const [isDismissed, setDismissed] = useState(false)
  const shareOf = (side: Side) => {
    const { model, facts } = panes[side]
    return facts ? selectHeading(model, facts).idleShare : 0
  }
  const idle = sides.filter((side) => isIdleOffered(shareOf(side), filters))
  if (isDismissed || idle.length === 0) return null
  return (
    <Notice
      tone="information"
      action={{ text: 'Hide', run: () => onFilters(addFilter(filters, { type: 'hide-idle' })) }}
      onDismiss={() => setDismissed(true)}
    >
      {idle.map((side) => `${formatShare(shareOf(side))} of ${panes[side].sideTitles[side]}`).join(' and ')} are idle
      threads.
    </Notice>
  )
}

function TimeLinkButton({ link: { isLinked, toggle } }: { link: TimeLink }) {
  return (
    <ToggleButton
      isOn={isLinked}
      title={isLinked ? 'A time range on one side is chosen on both' : 'Each side has a time range of its own'}
      onClick={toggle}
      icon={isLinked ? Link2 : Link2Off}
    >
      <span className="cramped:sr-only">Linked times</span>
    </ToggleButton>
  )
}

/**
 * Gives the node at the pointer; none after the tree has changed, since a node has another number in the next tree.
 * `hover` takes -1 for no node.
 */
function useHovered(panes: BySide<Pane>) {
  const [at, setAt] = useState<{ side: Side; node: number; model: Pane['model'] } | null>(null)
  const hovered = at && panes[at.side].model === at.model ? at : null
  const hover = (side: Side, node: number) => {
    if (node >= 0) setAt({ side, node, model: panes[side].model })
    else setAt((before) => (before?.side === side ? null : before))
  }
  return { hovered, hover }
}

/**
 * Shows `Before 12% After 14%`: shares of the visible part of each side. Where only a part is shown, those of all are
 * read aloud, and shown at the pointer.
 * `at` is the number of the search, from 0.
 */
function SearchShares({ panes, at }: { panes: BySide<Pane>; at: number }) {
  return (
    <p className="figures flex items-center gap-x-3 whitespace-nowrap" aria-live="polite">
      {sides.map((side) => {
        const { model, resolved } = panes[side]
        const { shares, zoomNode, range } = resolved
        const share = shares?.bySearch[at]
        if (!share) return null
        const isAllShown = zoomNode === 0 && !range
        return (
          <span
            key={side}
            data-testid={`share-${side}`}
            title={isAllShown ? undefined : `${formatShare(share.ofAll)} of ${nameWhole(model)}`}
          >
            <span className="font-sans text-muted">{panes[side].sideTitles[side]} </span>
            {formatShare(share.ofView)}
            <span className={isAllShown || side === 'before' ? 'sr-only' : 'font-sans text-muted'}> of view</span>
            {isAllShown ? null : (
              <span className="sr-only">
                {' '}
                ({formatShare(share.ofAll)} of {nameWhole(model)})
              </span>
            )}
          </span>
        )
      })}
    </p>
  )
}

/**
 * Shows the selected frame on both sides as text, or the one that both are zoomed to. `focused` is the pane that has
 * all of its path.
 */
function SideDetails({
  panes,
  focused,
  findCounterpart,
}: {
  panes: BySide<Pane>
  focused: Pane
  findCounterpart: BySide<FindCounterpart>
}) {
  const node = focused.currentNode
  const description = eachSide((side) => {
    const at = side === focused.side ? { node, missing: 0 } : findCounterpart[focused.side](node)
    const { model, resolved } = panes[side]
    return at.missing > 0 ? null : describeNode(model, at.node, resolved.zoomNode, resolved.range)
  })
  const spoken = sides
    .map(
      (side) =>
        `${panes[side].sideTitles[side]}: ${description[side] ? formatFrameLabel(description[side]) : 'absent'}.`,
    )
    .join(' ')
  const { before, after } = description
  return (
    <FrameDetails
      viewer={focused}
      spoken={spoken}
      facts={
        <>
          {sides.map((side) => (
            <SideFacts key={side} pane={panes[side]} description={description[side]} />
          ))}
          {/* A share of CPU time cannot be subtracted from one of lock waits. */}
          {panes.before.summary.event === panes.after.summary.event ? (
            <div className="flex items-baseline gap-1.5">
              <dt>change</dt>
              <dd data-testid="change" className="figures text-ink">
                {formatPoints((after?.ofAll ?? 0) - (before?.ofAll ?? 0))}
              </dd>
            </div>
          ) : null}
        </>
      }
    />
  )
}

function SideFacts({
  pane: { side, sideTitles, unit },
  description,
}: {
  pane: Pane
  description: FrameDescription | null
}) {
  return (
    <div data-testid={`facts-${side}`} className="flex min-w-0 items-baseline gap-1.5">
      <dt className="font-medium">{sideTitles[side]}</dt>
      <dd className="figures min-w-0 truncate text-ink">
        {description === null ? (
          <span className="font-sans">absent</span>
        ) : (
          <>
            {formatShare(description.ofAll)} <span className="font-sans text-muted">of {description.whole},</span>{' '}
            {formatWeight(description.total, unit)} <span className="font-sans text-muted">total,</span>{' '}
            {formatWeight(description.self, unit)} <span className="font-sans text-muted">self</span>
          </>
        )}
      </dd>
    </div>
  )
}
