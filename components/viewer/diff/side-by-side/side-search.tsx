'use client'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { RefObject } from 'react'
import { searchColour } from '../../../../lib/profile/colour/colour.ts'
import { readyTitle } from '../../../../lib/profile/search/search-presets.ts'
import { maxSearches } from '../../../../lib/profile/search/search.ts'
import { asProblem } from '../../../api/as-problem.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Name } from '../../../ui/name.tsx'
import { formatShare } from '../../../format/units.ts'
import { ReadySearchesMenu } from '../../search/search-presets-menu.tsx'
import { SearchBox } from '../../search/search-box.tsx'
import { addChips, chipFromText, editChip, removeChip } from '../../search/search-changes.ts'
import type { Viewing } from '../../state/view-store.ts'
import { sides, sideTitles, type BySide } from './side.ts'
import type { Pane } from './use-side-panes.ts'

interface SearchProps {
  readonly viewing: Viewing
  readonly panes: BySide<Pane>
  /** The pane that Enter walks through. */
  readonly active: Pane
  readonly input: RefObject<HTMLInputElement | null>
}

/** One search for both: what it finds on each side. */
export function SideSearch({ viewing: { view, change }, panes, active, input }: SearchProps) {
  const { search, walk, graph } = active.viewer
  const { typed } = search
  const problem = typed >= 0 ? search.problems[typed] : null
  const count = (pane: Pane) => pane.viewer.drawing.shares?.bySearch[typed]?.nodes
  const isSearching = sides.some((side) => panes[side].viewer.search.isSearching)
  const counts = sides.map((side) => count(panes[side]))
  return (
    <>
      <SearchBox
        ref={input}
        text={view.search}
        onText={(text) => change({ search: text }, 'replace')}
        caseSensitive={view.caseSensitive}
        onCaseSensitive={(caseSensitive) => change({ caseSensitive }, 'replace')}
        colour={typed >= 0 ? searchColour(typed) : null}
        matches={
          counts.every((one) => one === undefined) ? null : counts.reduce<number>((sum, one) => sum + (one ?? 0), 0)
        }
        isSearching={isSearching}
        problem={problem ? asProblem(problem) : null}
        onStep={walk.stepToMatch}
        onChip={view.searches.length < maxSearches ? () => change(chipFromText(view), 'push') : null}
        onLeave={() => graph.current?.focus()}
      >
        <ReadySearchesMenu onChoose={(term) => change(addChips(view, [term]), 'push')} />
      </SearchBox>
      {active.viewer.drawing.shares ? (
        <div className="flex items-center gap-1">
          {typed >= 0 ? <Shares panes={panes} at={typed} /> : null}
          <IconButton label="Previous match (N)" size="small-icon" onClick={() => walk.stepToMatch(-1)}>
            <ChevronUp size={14} aria-hidden />
          </IconButton>
          <IconButton label="Next match (n)" size="small-icon" onClick={() => walk.stepToMatch(1)}>
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </>
  )
}

/** The searches that stay, each with its share on both sides. */
export function SideChips({ viewing: { view, change }, panes, active, input }: SearchProps) {
  return (
    <ul aria-label="Searches" className="contents">
      {view.searches.map((term, at) => {
        const title = readyTitle(term)
        const problem = active.viewer.search.problems[at]
        return (
          <li
            key={`${term.caseSensitive} ${term.text}`}
            data-testid="chip"
            className="flex h-7 max-w-full min-w-0 items-center rounded-md border border-line bg-canvas pl-1.5 max-sm:shrink-0"
          >
            <button
              type="button"
              title={`Edit ${term.text}`}
              className="mr-1.5 flex min-w-0 items-center gap-1.5 rounded-[3px] hover:underline"
              onClick={() => {
                change(editChip(view, at), 'push')
                input.current?.focus()
              }}
            >
              <span
                aria-hidden
                className="size-3 shrink-0 rounded-[3px] border border-line"
                style={{ background: searchColour(at) }}
              />
              <span className="sr-only">Edit search</span>
              {title === null ? <Name text={term.text} mono className="max-w-48" /> : <span>{title}</span>}
            </button>
            {problem ? (
              <span className="max-w-48 truncate text-xs text-bad" title={problem.message}>
                {problem.message}
              </span>
            ) : (
              <Shares panes={panes} at={at} />
            )}
            <IconButton
              label={`Remove ${term.text}`}
              size="small-icon"
              onClick={() => change(removeChip(view, at), 'push')}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

/** `Before 12 % · After 14 %`: of what each side shows, and of all of it, where that is not the same. */
function Shares({ panes, at }: { panes: BySide<Pane>; at: number }) {
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
