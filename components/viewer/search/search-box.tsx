'use client'
import { CaseSensitive, Plus, Search, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { formatCount, formatShare } from '../../format/units.ts'
import type { SearchShare } from '../../../lib/profile/search-shares.ts'

/** Search as you type, literal or `/regex/`. Enter goes from match to match, Alt+Enter makes a chip of the text. */
export function SearchBox({
  ref,
  text,
  onText,
  caseSensitive,
  onCaseSensitive,
  colour,
  matches,
  isSearching,
  problem,
  onStep,
  onChip,
  onLeave,
  children,
}: {
  ref?: Ref<HTMLInputElement>
  text: string
  onText: (text: string) => void
  caseSensitive: boolean
  onCaseSensitive: (caseSensitive: boolean) => void
  /** Of what the text finds; null when nothing is typed. */
  colour: string | null
  /** Places in view that the text finds; null when nothing is typed, or not known yet. */
  matches: number | null
  isSearching: boolean
  problem: { readonly title: string; readonly remedy: string; readonly code: string } | null
  /** To the next (1) or previous (-1) match. */
  onStep: (step: 1 | -1) => void
  /** null when no colour is left for one more chip. */
  onChip: (() => void) | null
  /** The person is done typing and wants the graph again. */
  onLeave: () => void
  /** At the right end of the box. */
  children?: ReactNode
}) {
  return (
    <div role="search" className="flex min-w-48 flex-1 basis-56 flex-wrap items-center">
      <div className="flex h-8 min-w-0 flex-1 items-center rounded-md border border-edge/70 bg-canvas pl-2 focus-within:outline-2 focus-within:outline-focus has-aria-invalid:border-bad">
        {isSearching ? (
          <Spinner />
        ) : colour ? (
          <span
            aria-hidden
            className="size-3 shrink-0 rounded-[3px] border border-line"
            style={{ background: colour }}
          />
        ) : (
          <Search size={14} aria-hidden className="shrink-0 text-faint" />
        )}
        <input
          ref={ref}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.altKey) onChip?.()
            else if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') {
              if (text === '') onLeave()
              else onText('')
            } else return
            event.preventDefault()
          }}
          aria-label="Search frames"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'search-problem' : undefined}
          placeholder="Search frames, or /regex/"
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="h-full min-w-0 flex-1 bg-transparent px-2 font-mono text-xs outline-none placeholder:font-sans placeholder:text-sm placeholder:text-faint"
        />
        {matches === null ? null : (
          <span data-testid="match-count" className="figures shrink-0 px-1 text-muted">
            {matches === 1 ? '1 match' : `${formatCount(matches)} matches`}
          </span>
        )}
        {text === '' ? null : (
          <>
            <IconButton
              label={onChip ? 'Keep this search and add another (Alt Enter)' : 'No more than six searches at a time'}
              size="small-icon"
              disabled={!onChip}
              onClick={() => onChip?.()}
            >
              <Plus size={14} aria-hidden />
            </IconButton>
            <IconButton label="Clear the search" size="small-icon" onClick={() => onText('')}>
              <X size={14} aria-hidden />
            </IconButton>
          </>
        )}
        <Tooltip text="Match case">
          <Button
            look="ghost"
            size="small-icon"
            aria-label="Match case"
            aria-pressed={caseSensitive}
            className="aria-pressed:bg-sunken aria-pressed:text-ink"
            onClick={() => onCaseSensitive(!caseSensitive)}
          >
            <CaseSensitive size={16} aria-hidden />
          </Button>
        </Tooltip>
        {children}
      </div>
      {problem ? (
        <p id="search-problem" role="alert" data-problem={problem.code} className="mt-1 basis-full text-sm text-bad">
          {problem.title} <span className="text-muted">{problem.remedy}</span>
        </p>
      ) : null}
    </div>
  )
}

/** How much of the weight the text being typed finds; `isAllShown` where its share of the view and that of all are the same. */
export function TypedShare({ share, isAllShown }: { share: SearchShare; isAllShown: boolean }) {
  return (
    <p className="figures flex items-center gap-x-1.5 whitespace-nowrap" aria-live="polite">
      <span data-testid="match-share-view" className={isAllShown ? 'sr-only' : ''}>
        {formatShare(share.ofView)} of view
      </span>
      {isAllShown ? null : (
        <span aria-hidden className="text-faint">
          ·
        </span>
      )}
      <span data-testid="match-share-all">{formatShare(share.ofAll)} of all</span>
    </p>
  )
}
