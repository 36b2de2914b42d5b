'use client'
import { BookmarkPlus, CaseSensitive, ChevronDown, ChevronUp, Plus, Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { searchPresets } from '../../../lib/profile/search/search-presets.ts'
import { longestSearchText, maxSearches, type SearchTerm } from '../../../lib/profile/search/search.ts'
import type { SearchShare } from '../../../lib/profile/search/search-shares.ts'
import { asProblem } from '../../api/as-problem.ts'
import { formatCount, formatCountOf, formatShare } from '../../../lib/profile/format/units.ts'
import { ToggleButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { nameWhole } from '../tree/describe-frame.ts'
import type { ShellTools } from './shell-tools.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { addChips, addTypedChip } from '../search/search-changes.ts'
import { TextWithCode } from '../../ui/text-with-code.tsx'

/**
 * Search as you type, literal or `/regex/`: the graph scrolls to the heaviest match. Enter goes from match to match,
 * Alt+Enter makes a chip of the text, Escape leaves for the graph.
 */
export function SearchBox(tools: ShellTools) {
  const { panes, active, searchInput, viewing } = tools
  const { view, change } = viewing
  const { search, graph } = active
  // Index of the text being typed; -1 without one, and then it has no problem and no share.
  const { typed } = search
  const failure = search.problems[typed]
  const problem = failure ? asProblem(failure) : null
  // Shares in all panes; none while they are counted.
  const shares = panes.flatMap(({ resolved }) => resolved.shares?.bySearch[typed] ?? [])
  const found = problem || shares.length === 0 ? null : countFound(shares)
  const whenFound = useWhenFound(active)
  const type = (text: string, caseSensitive = view.caseSensitive) => {
    change({ search: text, caseSensitive }, 'replace')
    whenFound({ text, step: null })
  }
  const ways = found === noMatch ? listWaysOn(tools, type) : []
  // No colour is left for one more.
  const addChip = view.searches.length < maxSearches ? () => change(addTypedChip(view), 'push') : null
  return (
    // On a phone the buttons and counts are a row of their own: the text has the whole field.
    <div
      role="search"
      className={`group/search flex h-8 flex-1 items-center max-sm:contents sm:relative sm:min-w-64 sm:basis-64 ${fieldClass.sm}`}
    >
      <div className={`flex min-w-28 flex-1 items-center pl-2 sm:min-w-44 max-sm:h-8 ${fieldClass.maxSm}`}>
        {panes.some((pane) => pane.search.isSearching) ? (
          <Spinner />
        ) : typed >= 0 ? (
          <span
            aria-hidden
            className="size-3 shrink-0 rounded-[3px] border border-line"
            style={{ background: searchColour(typed) }}
          />
        ) : (
          <Search size={14} aria-hidden className="shrink-0 text-faint" />
        )}
        <input
          ref={searchInput}
          value={view.search}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.altKey) addChip?.()
            else if (event.key === 'Enter') whenFound({ text: view.search, step: event.shiftKey ? -1 : 1 })
            else if (event.key === 'Escape') {
              // The text stays, for `n`. No graph is there beside a table.
              event.currentTarget.blur()
              graph.current?.focus()
            } else return
            event.preventDefault()
          }}
          aria-label="Search frames"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'search-problem' : undefined}
          placeholder="Search, or /regex/"
          maxLength={longestSearchText}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="h-full min-w-0 flex-1 bg-transparent px-2 font-mono text-xs outline-none placeholder:font-sans placeholder:text-sm placeholder:text-faint"
        />
        <PresetsMenu onChoose={(term) => change(addChips(view, [term]), 'push')} />
      </div>
      <div
        className={classNames(
          'flex min-w-0 items-center max-sm:order-1 max-sm:basis-full',
          view.search === '' && 'max-sm:hidden',
        )}
      >
        {/* A part that does not fit wraps out of sight, instead of being cut. */}
        <div className="flex h-7 min-w-0 flex-wrap items-center gap-x-2 overflow-clip px-1 *:flex *:h-7 *:items-center max-sm:flex-1 sm:justify-end">
          <span data-testid="match-count" aria-live="polite" className="figures text-muted empty:hidden!">
            {found}
          </span>
          <FoundShares {...tools} />
        </div>
        <SearchSteps viewer={active} />
        {view.search === '' ? null : (
          <IconButton
            label={addChip ? 'Keep this search and add another (Alt Enter)' : 'No more than six searches at a time'}
            size="small-icon"
            disabled={!addChip}
            onClick={() => {
              addChip?.()
              // The button goes with the text.
              searchInput.current?.focus()
            }}
            icon={Plus}
          />
        )}
        <Tooltip text="Match case">
          <ToggleButton
            variant="ghost"
            size="small-icon"
            aria-label="Match case"
            isOn={view.caseSensitive}
            className="chosen:text-ink"
            onClick={() => change({ caseSensitive: !view.caseSensitive }, 'replace')}
            icon={CaseSensitive}
            iconSize={16}
          />
        </Tooltip>
        {view.search === '' ? null : (
          <IconButton label="Clear the search" size="small-icon" onClick={() => type('')} icon={X} />
        )}
      </div>
      {/* Over the graph, which must not move while one types. It goes with the focus: filters may be below it. */}
      {ways.length > 0 || problem ? (
        <div
          className="floating absolute top-full left-0 z-30 mt-1 hidden max-w-[min(34rem,calc(100vw-2rem))] flex-col items-start gap-1 px-2.5 py-1.5 text-sm group-focus-within/search:flex"
          onMouseDown={(event) => event.preventDefault()} // Safari focuses no button: the field keeps the focus
        >
          {ways.map(({ text, code, take }) => (
            <button
              key={text}
              type="button"
              className="text-left text-muted underline"
              onClick={() => {
                take()
                searchInput.current?.focus()
              }}
            >
              {text}
              {code ? <span className="font-mono text-xs"> {code}</span> : null}
            </button>
          ))}
          {problem ? (
            <p id="search-problem" role="alert" data-problem={problem.code} className="text-bad">
              <TextWithCode text={problem.title} />{' '}
              <span className="text-muted">
                <TextWithCode text={problem.remedy} />
              </span>
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** The frame of the field: around all of it, on a phone around the text alone. */
const fieldClass = {
  sm: 'sm:rounded-md sm:border sm:border-edge/70 sm:bg-canvas sm:focus-within:outline-2 sm:focus-within:outline-focus sm:has-aria-invalid:border-bad',
  maxSm:
    'max-sm:rounded-md max-sm:border max-sm:border-edge/70 max-sm:bg-canvas max-sm:focus-within:outline-2 max-sm:focus-within:outline-focus max-sm:has-aria-invalid:border-bad',
}

const noMatch = 'No match'

/** Another search that finds something where this one found nothing. */
interface WayOn {
  readonly text: string
  /** The text that would be searched. */
  readonly code?: string
  readonly take: () => void
}

function listWaysOn(
  { panes, viewing: { view }, filters }: ShellTools,
  type: (text: string, caseSensitive: boolean) => void,
): WayOn[] {
  const others = panes.flatMap(({ search }) => search.others)
  // Of one text, the search that minds the case comes first, and says all that the other would.
  const texts = [...new Set(others.map(({ text }) => text))]
  // A frame that the search finds and no box shows: its boxes were filtered out.
  const isHidden = panes.some(({ search: { frameMasks, typed } }) =>
    frameMasks?.some((mask) => ((mask >> typed) & 1) === 1),
  )
  const active = filters.list.filter(({ off }) => off !== true).length
  const turnOff = () => filters.change(filters.list.map((step) => ({ ...step, off: true })))
  return [
    ...texts.map((text) => {
      const { caseSensitive } = others.find((term) => term.text === text)!
      const way = caseSensitive === view.caseSensitive ? 'search' : 'ignore case, search'
      const take = () => type(text, caseSensitive)
      return text === view.search
        ? { text: 'Ignore case', take }
        : { text: `Looks like a regex: ${way}`, code: text, take }
    }),
    ...(isHidden && active > 0
      ? [{ text: active === 1 ? 'Hidden by a filter: turn it off' : 'Hidden by filters: turn them off', take: turnOff }]
      : []),
  ]
}

/** The boxes that are marked: those of the view, and callers above it. */
function countFound(shares: readonly SearchShare[]): string {
  const sum = (part: 'nodes' | 'callers' | 'nodesOfAll') => shares.reduce((total, share) => total + share[part], 0)
  const marked = sum('nodes') + sum('callers')
  const all = sum('nodesOfAll')
  if (all === 0) return noMatch
  if (marked === 0) return `none here, ${formatCount(all)} elsewhere`
  return formatCountOf(marked, 'frame')
}

/** Which match of a text to show when they are there: the next or previous one, or (null) the heaviest. */
interface WantedMatch {
  readonly text: string
  readonly step: 1 | -1 | null
}

/** A regular expression is answered late: a step to a match that is asked for before that is done then. */
function useWhenFound({ search, navigation, viewing }: Viewer): (wanted: WantedMatch) => void {
  const [wanted, setWanted] = useState<WantedMatch | null>(null)
  const shown = useRef<WantedMatch>(null)
  const isFound = wanted !== null && !search.isSearching && viewing.view.search === wanted.text
  const show = useEffectEvent(({ step }: WantedMatch) => {
    if (step !== null) navigation.stepToMatch(step)
    else navigation.revealHeaviestMatch(search.typed)
  })
  useEffect(() => {
    if (!isFound || shown.current === wanted) return
    shown.current = wanted
    show(wanted)
  }, [isFound, wanted])
  return setWanted
}

/** The way from one match of all searches to the next. */
function SearchSteps({ viewer: { resolved, navigation } }: { viewer: Viewer }) {
  if (!resolved.shares) return null
  const isOff = resolved.shares.all.nodes === 0
  const step = (by: 1 | -1) =>
    ({ size: 'small-icon', disabled: isOff, onClick: () => navigation.stepToMatch(by) }) as const
  return (
    <>
      <IconButton label="Previous match (N)" {...step(-1)} icon={ChevronUp} />
      <IconButton label="Next match (n)" {...step(1)} icon={ChevronDown} />
    </>
  )
}

/** How much of the weight the text being typed finds. Its share of the view is not shown where that is all. */
function FoundShares({ active: { model, search, resolved }, sharesOf }: ShellTools) {
  const { typed } = search
  if (typed >= 0 && sharesOf) return sharesOf(typed)
  const share = resolved.shares?.bySearch[typed]
  if (!share || share.nodesOfAll === 0) return null
  const isAllShown = resolved.zoomNode === 0 && !resolved.range
  return (
    <>
      <span data-testid="match-share-all" aria-live="polite" className="figures whitespace-nowrap">
        {formatShare(share.ofAll)} of {nameWhole(model)}
      </span>
      <span
        data-testid="match-share-view"
        aria-live="polite"
        className={classNames('figures whitespace-nowrap', isAllShown && 'sr-only')}
      >
        {formatShare(share.ofView)} of view
      </span>
    </>
  )
}

/** Ready-made searches: one click shows the cost of garbage collection, locks or JSON. */
function PresetsMenu({ onChoose }: { onChoose: (term: SearchTerm) => void }) {
  return (
    <Menu
      trigger={<IconButton label="Presets" size="small-icon" className="mr-px" icon={BookmarkPlus} iconSize={15} />}
    >
      {searchPresets.map(({ id, title, search }) => (
        <MenuItem key={id} title={search.text} onSelect={() => onChoose(search)}>
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}
