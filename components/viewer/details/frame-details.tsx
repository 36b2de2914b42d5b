import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { getTierShares, tierNames } from '../../../lib/profile/colour/node-tiers.ts'
import { useTrendHref } from '../../links/function-trend.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Name } from '../../ui/name.tsx'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { describeNode, formatRan, kindLabels, listLinesOfNode, listStackNames } from '../tree/describe-frame.ts'
import { HotLines } from './hot-lines.tsx'
import { SourceButton } from './source-button.tsx'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { NotesOfFrame } from '../notes/frame-notes.tsx'
import { listNotesAt } from '../notes/note-positions.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** The selected frame as text: everything the graph knows about it, ready to be read, selected and copied. */
export function FrameDetails({
  viewer,
  spoken,
  facts,
}: {
  viewer: Viewer
  /** To a screen reader, whenever another frame is selected. */
  spoken?: string
  /** Replaces the facts of one profile about the frame; each is a `DetailsFact`. */
  facts?: ReactNode
}) {
  // `currentNode` is the selected node; where none is (`resolved.selected` is -1), the zoomed one.
  const { model, currentNode: here, resolved, texts, notes, notePositions } = viewer
  const stack = useMemo(() => listStackNames(model, here), [model, here])
  const { zoomNode, range } = resolved
  const description = useMemo(() => describeNode(model, here, zoomNode, range), [model, here, zoomNode, range])
  const hotLines = useMemo(() => listLinesOfNode(model, here), [model, here])
  const trendHref = useTrendHref(description.name)
  const isFunction = description.kind !== null && description.kind !== 'thread' && description.kind !== 'folded'
  return (
    <>
      <p role="status" className="sr-only">
        {resolved.selected >= 0 ? (spoken ?? texts.spoken(here)) : ''}
      </p>
      <section aria-label="Selected frame" className="shrink-0 border-t border-line px-3 py-1">
        <div className="flex items-center gap-1">
          <p data-testid="selected-frame" className="flex min-w-0 grow items-baseline gap-2">
            <Name text={description.name} mono className="shrink-[1] text-ink" />
            <span className="shrink-0 text-xs text-muted">
              {description.kind ? kindLabels[description.kind] : 'root'}
            </span>
            {description.module ? (
              <Name text={description.module} mono className="max-w-64 shrink-[4] text-muted max-sm:hidden" />
            ) : null}
            {description.raw ? (
              <Name text={description.raw} mono className="shrink-[8] text-faint max-sm:hidden" />
            ) : null}
          </p>
          <NotesOfFrame notes={listNotesAt(notes.notes, notePositions, here)} state={notes} />
          <CopyButton text={description.name} label="Copy name (c)" />
          <span className="hidden sm:contents">
            {trendHref !== null && isFunction ? (
              <a
                href={trendHref}
                title="Its share over the profiles of the service"
                className={buttonClass({ variant: 'ghost', size: 'small' })}
              >
                <ChartLine size={14} aria-hidden />
                Trend
              </a>
            ) : null}
            {description.kind ? (
              <SourceButton name={description.name} kind={description.kind} line={hotLines[0]?.line ?? null} />
            ) : null}
            <CopyButton
              text={stack.join('\n')}
              label="Copy stack, root first (Shift c)"
              caption="Stack"
              variant="ghost"
            />
          </span>
        </div>
        <DetailsFacts>
          {facts ?? <FrameFacts viewer={viewer} description={description} />}
          {hotLines.length > 0 ? (
            <DetailsFact label={`hot lines, of ${description.whole}`}>
              <HotLines name={description.name} lines={hotLines} all={model.tree.total[0]!} whole={description.whole} />
            </DetailsFact>
          ) : null}
        </DetailsFacts>
      </section>
    </>
  )
}

/** Shows the numbers of one profile for a frame. */
function FrameFacts({
  viewer: { model, currentNode: here, unit },
  description,
}: {
  viewer: Viewer
  description: ReturnType<typeof describeNode>
}) {
  // How it ran; empty when no engine said.
  const tiers = model.tiers && here > 0 ? getTierShares(model.tiers, here) : []
  return (
    <>
      {description.ran ? <DetailsFact label="ran">{formatRan(description.ran)}</DetailsFact> : null}
      <DetailsFact label="self">{formatWeight(description.self, unit)}</DetailsFact>
      <DetailsFact label="total">{formatWeight(description.total, unit)}</DetailsFact>
      <DetailsFact label="of view">{formatShare(description.ofView)}</DetailsFact>
      <DetailsFact label={`of ${description.whole}`}>{formatShare(description.ofAll)}</DetailsFact>
      {description.kind === null ? null : (
        <DetailsFact label="of caller">{formatShare(description.ofParent)}</DetailsFact>
      )}
      {/* In a flame chart (`chartSpan`) each call has a box of its own: boxes below do not count callees. */}
      {model.chartSpan ? null : <DetailsFact label="callees">{description.children}</DetailsFact>}
      {tiers.length > 0 ? (
        <DetailsFact label="compiled">
          {tiers.map(({ tier, share }) => `${tierNames[tier]} ${formatShare(share)}`).join('\u00a0· ')}
        </DetailsFact>
      ) : null}
    </>
  )
}

/**
 * The list of the facts, of one height: the graph above must not move from one frame to the next. On a phone it has
 * several lines, and more are scrolled to.
 */
export function DetailsFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap content-start gap-x-4 text-xs text-muted max-sm:shaded-end max-sm:h-16 max-sm:overflow-y-auto sm:h-4 sm:overflow-clip">
      {children}
    </dl>
  )
}

/** A number of the details with the word for it. */
export function DetailsFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 items-baseline gap-1.5">
      <dt className="whitespace-nowrap">{label}</dt>
      <dd className="figures min-w-0 break-words text-ink sm:truncate">{children}</dd>
    </div>
  )
}
