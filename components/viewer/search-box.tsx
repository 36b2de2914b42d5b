'use client'
import { CaseSensitive, ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type Ref } from 'react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { formatCount, formatShare } from '../units.ts'

export interface SearchShares {
  /** Matching places in the whole tree. */
  readonly nodes: number
  readonly ofView: number
  readonly ofAll: number
}

/** Search as you type, literal or `/regex/`, with what the matches add up to. */
export function SearchBox({
  ref,
  text,
  onText,
  caseSensitive,
  onCaseSensitive,
  shares,
  isSearching,
  problem,
  onStep,
  onLeave,
}: {
  ref?: Ref<HTMLInputElement>
  text: string
  onText: (text: string) => void
  caseSensitive: boolean
  onCaseSensitive: (caseSensitive: boolean) => void
  /** null when nothing is searched, or the answer is not there yet. */
  shares: SearchShares | null
  isSearching: boolean
  problem: { readonly title: string; readonly remedy: string; readonly code: string } | null
  /** To the next (1) or previous (-1) match. */
  onStep: (step: 1 | -1) => void
  /** The person is done typing and wants the graph again. */
  onLeave: () => void
}) {
  return (
    <div role="search" className="flex min-w-0 flex-1 basis-96 flex-wrap items-center gap-x-2 gap-y-1">
      <div className="flex h-8 min-w-44 flex-1 items-center rounded-md border border-edge/70 bg-canvas pl-2 focus-within:outline-2 focus-within:outline-focus has-aria-invalid:border-bad">
        {isSearching ? <Spinner /> : <Search size={14} aria-hidden className="shrink-0 text-faint" />}
        <input
          ref={ref}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
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
        {text === '' ? null : (
          <IconButton label="Clear the search" size="small-icon" onClick={() => onText('')}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
        <Tooltip text="Match case">
          <Button
            look="ghost"
            size="small-icon"
            aria-label="Match case"
            aria-pressed={caseSensitive}
            className="mr-px aria-pressed:bg-sunken aria-pressed:text-ink"
            onClick={() => onCaseSensitive(!caseSensitive)}
          >
            <CaseSensitive size={16} aria-hidden />
          </Button>
        </Tooltip>
      </div>
      {shares ? (
        <div className="flex items-center gap-1">
          <p className="figures flex items-center gap-x-1.5 whitespace-nowrap" aria-live="polite">
            <span data-testid="match-share-view">{formatShare(shares.ofView)} of view</span>
            <span aria-hidden className="text-faint">
              ·
            </span>
            <span data-testid="match-share-all">{formatShare(shares.ofAll)} of all</span>
            <span aria-hidden className="text-faint">
              ·
            </span>
            <span data-testid="match-count" className="text-muted">
              {shares.nodes === 1 ? '1 match' : `${formatCount(shares.nodes)} matches`}
            </span>
          </p>
          <IconButton
            label="Previous match (N)"
            size="small-icon"
            disabled={shares.nodes === 0}
            onClick={() => onStep(-1)}
          >
            <ChevronUp size={14} aria-hidden />
          </IconButton>
          <IconButton label="Next match (n)" size="small-icon" disabled={shares.nodes === 0} onClick={() => onStep(1)}>
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      {problem ? (
        <p id="search-problem" role="alert" data-problem={problem.code} className="basis-full text-sm text-bad">
          {problem.title} <span className="text-muted">{problem.remedy}</span>
        </p>
      ) : null}
    </div>
  )
}
