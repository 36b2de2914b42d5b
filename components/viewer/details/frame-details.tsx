import type { ReactNode } from 'react'
import type { KnownTier } from '../../../lib/profile/colour/node-tiers.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Name } from '../../ui/name.tsx'
import { formatShare } from '../../format/units.ts'
import { type FrameWords, kindLabels } from './describe-frame.ts'
import { SourceButton } from './source-button.tsx'
import { formatWeight } from '../../format/weight.ts'

const tierNames: Record<KnownTier, string> = { interpreted: 'interpreted', c1: 'C1', c2: 'C2', inlined: 'inlined' }

/** The selected frame as text: everything the graph knows about it, ready to be read, selected and copied. */
export function FrameDetails({
  words,
  stack,
  unit,
  tiers,
  notes,
  facts,
}: {
  words: FrameWords
  stack: readonly string[]
  unit: Unit
  /** How it ran: shares (0 to 1) of its weight; empty when no engine said. */
  tiers: readonly { readonly tier: KnownTier; readonly share: number }[]
  /** What people wrote about it. */
  notes: ReactNode
  /** Instead of what one profile says about it; each a `DetailsFact`. */
  facts?: ReactNode
}) {
  return (
    <section aria-label="Selected frame" className="border-t border-line px-3 py-1">
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
        {facts ?? (
          <>
            <DetailsFact says="self">{formatWeight(words.self, unit)}</DetailsFact>
            <DetailsFact says="total">{formatWeight(words.total, unit)}</DetailsFact>
            <DetailsFact says="of view">{formatShare(words.ofView)}</DetailsFact>
            <DetailsFact says="of all">{formatShare(words.ofAll)}</DetailsFact>
            <DetailsFact says="of caller">{formatShare(words.ofParent)}</DetailsFact>
            <DetailsFact says="callees">{words.children}</DetailsFact>
          </>
        )}
        {tiers.length > 0 ? (
          <DetailsFact says="compiled">
            {tiers.map(({ tier, share }) => `${tierNames[tier]} ${formatShare(share)}`).join(' · ')}
          </DetailsFact>
        ) : null}
      </dl>
      {notes}
    </section>
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
