import { type ReactNode, useMemo } from 'react'
import { type KnownTier, tierSharesOf } from '../../../lib/profile/colour/node-tiers.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Name } from '../../ui/name.tsx'
import { formatShare } from '../../format/units.ts'
import { describeNode, kindLabels, stackOfNode } from './describe-frame.ts'
import { SourceButton } from './source-button.tsx'
import { formatWeight } from '../../format/weight.ts'
import { NotesHere } from '../notes/frame-notes.tsx'
import { notesAt } from '../notes/note-positions.ts'
import type { Viewer } from '../state/use-viewer.ts'

const tierNames: Record<KnownTier, string> = { interpreted: 'interpreted', c1: 'C1', c2: 'C2', inlined: 'inlined' }

/** The selected frame as text: everything the graph knows about it, ready to be read, selected and copied. */
export function FrameDetails({
  viewer,
  spoken,
  facts,
}: {
  viewer: Viewer
  /** To a screen reader, whenever another frame is selected. */
  spoken?: string
  /** Instead of what one profile says about it; each a `DetailsFact`. */
  facts?: ReactNode
}) {
  const { drawn, here, drawing, texts, notes, notePlaces } = viewer
  const stack = useMemo(() => stackOfNode(drawn, here), [drawn, here])
  const { zoomNode, range } = drawing
  const words = useMemo(() => describeNode(drawn, here, zoomNode, range), [drawn, here, zoomNode, range])
  return (
    <>
      <p role="status" className="sr-only">
        {drawing.selected >= 0 ? (spoken ?? texts.spoken(here)) : ''}
      </p>
      <section aria-label="Selected frame" className="shrink-0 border-t border-line px-3 py-1">
        <div className="flex items-center gap-1">
          <p data-testid="selected-frame" className="flex min-w-0 flex-1 items-baseline gap-2">
            <Name text={words.name} mono className="shrink-[1] text-ink" />
            <span className="shrink-0 text-xs text-muted">{words.kind ? kindLabels[words.kind] : 'root'}</span>
            {words.module ? (
              <Name text={words.module} mono className="max-w-64 shrink-[4] text-muted max-sm:hidden" />
            ) : null}
            {words.raw ? <Name text={words.raw} mono className="shrink-[8] text-faint max-sm:hidden" /> : null}
          </p>
          <CopyButton text={words.name} label="Copy name (c)" />
          <span className="hidden sm:contents">
            {words.kind ? <SourceButton name={words.name} kind={words.kind} /> : null}
            <CopyButton text={stack.join('\n')} label="Copy stack, root first (Shift c)" words="Stack" look="ghost" />
          </span>
        </div>
        {/* Always one line: the graph above must not jump from one frame to the next. */}
        <dl className="flex flex-wrap gap-x-4 text-xs text-muted sm:h-4 sm:overflow-clip">
          {facts ?? <FrameFacts viewer={viewer} words={words} />}
        </dl>
        <NotesHere notes={notesAt(notes.notes, notePlaces, here)} onEdit={notes.canWrite ? notes.edit : null} />
      </section>
    </>
  )
}

/** What one profile says of a frame. */
function FrameFacts({
  viewer: { drawn, here, unit },
  words,
}: {
  viewer: Viewer
  words: ReturnType<typeof describeNode>
}) {
  // How it ran; empty when no engine said.
  const tiers = drawn.tiers && here > 0 ? tierSharesOf(drawn.tiers, here) : []
  return (
    <>
      <DetailsFact says="self">{formatWeight(words.self, unit)}</DetailsFact>
      <DetailsFact says="total">{formatWeight(words.total, unit)}</DetailsFact>
      <DetailsFact says="of view">{formatShare(words.ofView)}</DetailsFact>
      <DetailsFact says="of all">{formatShare(words.ofAll)}</DetailsFact>
      <DetailsFact says="of caller">{formatShare(words.ofParent)}</DetailsFact>
      <DetailsFact says="callees">{words.children}</DetailsFact>
      {tiers.length > 0 ? (
        <DetailsFact says="compiled">
          {tiers.map(({ tier, share }) => `${tierNames[tier]} ${formatShare(share)}`).join(' · ')}
        </DetailsFact>
      ) : null}
    </>
  )
}

/** A number of the details with the word for it. */
export function DetailsFact({ says, children }: { says: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 items-baseline gap-1.5">
      <dt>{says}</dt>
      <dd className="figures min-w-0 truncate text-ink">{children}</dd>
    </div>
  )
}
