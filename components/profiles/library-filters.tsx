'use client'
import { ChevronDown, ChevronUp, Pin, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dayMs, hourMs, queryLimits } from '../../lib/contract/constants.ts'
import type { Facet, LibraryPage, LibraryQuery } from '../../lib/contract/library.ts'
import { isFiltered, listOfferedFacets, wholeLibrary } from '../../lib/contract/library-query.ts'
import { getEventLabel, getEngineLabel } from '../../lib/contract/engines.ts'
import { useStored } from '../ui/browser-storage.ts'
import { Button, ToggleButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { TextField } from '../ui/text-field.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { FacetMenu, FilterButton } from './facet-menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { formatDayInput, parseDayEnd, parseDayStart, formatDayRange } from './utc-days.ts'
import { shortDigest } from '../../lib/profile/names/short-names.ts'

const spans = [
  { text: 'Last hour', ms: hourMs },
  { text: 'Last 24 hours', ms: dayMs },
  { text: 'Last 7 days', ms: 7 * dayMs },
  { text: 'Last 30 days', ms: 30 * dayMs },
]

/** When a profile was taken: since some time ago, or from one day to another. */
function TimeMenu({
  from,
  to,
  onChange,
}: {
  from: number | null
  to: number | null
  onChange: (range: { from: number | null; to: number | null }) => void
}) {
  const isSet = from !== null || to !== null
  return (
    <Popover
      title="Time"
      align="start"
      className="flex w-64 flex-col gap-2"
      trigger={
        <FilterButton title="Time" isSet={isSet}>
          {formatDayRange(from, to)}
        </FilterButton>
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {spans.map(({ text, ms }) => (
          <Button key={text} size="small" onClick={() => onChange({ from: Date.now() - ms, to: null })}>
            {text}
          </Button>
        ))}
      </div>
      <DayField label="From" at={from} onChange={(day) => onChange({ from: parseDayStart(day), to })} />
      <DayField
        label="To"
        at={to === null ? null : to - 1}
        onChange={(day) => onChange({ from, to: parseDayEnd(day) })}
      />
      {isSet ? (
        <Button size="small" variant="ghost" onClick={() => onChange({ from: null, to: null })}>
          Any time
        </Button>
      ) : null}
    </Popover>
  )
}

const titles: Readonly<Record<Facet, string>> = {
  service: 'Service',
  image: 'Image',
  host: 'Host',
  container: 'Container',
  engine: 'Engine',
  event: 'Event',
  label: 'Label',
  person: 'Person',
}
const facetLabels: Partial<Record<Facet, (value: string) => string>> = {
  engine: getEngineLabel,
  event: getEventLabel,
  image: shortDigest,
}

/** One end of a range of days; `at` is a moment of its day. */
function DayField({ label, at, onChange }: { label: string; at: number | null; onChange: (day: string) => void }) {
  return (
    <label className="flex items-center gap-2">
      <span className="w-12 text-muted">{label}</span>
      <TextField
        type="date"
        className="flex-1"
        value={formatDayInput(at)}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
const order = ['service', 'image', 'host', 'container', 'event', 'engine', 'label', 'person'] as const
/** A question per letter would be asked in vain. */
const libraryTypingMs = 150

/** Filters by words and by choices. */
export function LibraryFilters({
  query,
  facets,
  offered: offeredAtFirst,
  onChange,
}: {
  query: LibraryQuery
  facets: LibraryPage['facets']
  /** Filters with several choices in the whole library, also where less is found at first. */
  offered: readonly Facet[]
  onChange: (more: Partial<LibraryQuery>) => void
}) {
  const [stored, store] = useStored('hearth.library.filters')
  const isOpen = stored === 'open'
  const chosen =
    order.reduce((sum, facet) => sum + query[facet].length, 0) +
    [query.from !== null || query.to !== null, query.pinned === true, query.deleted].filter(Boolean).length
  // A menu of one choice asks nothing; one that had several stays where it is, so that nothing moves when others are
  // chosen.
  const [offered, setOffered] = useState(offeredAtFirst)
  const missing = listOfferedFacets(facets).filter((facet) => !offered.includes(facet))
  if (missing.length > 0) setOffered([...offered, ...missing])
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 xl:flex-nowrap">
      <TextFilter query={query.q} onChange={(q) => onChange({ q })} />
      <Button
        className="sm:hidden"
        aria-expanded={isOpen}
        onClick={() => store(isOpen ? 'folded' : 'open')}
        icon={isOpen ? ChevronUp : ChevronDown}
      >
        Filters{chosen === 0 ? '' : ` (${chosen})`}
      </Button>
      <div
        className={classNames(
          'max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:gap-2 sm:contents',
          !isOpen && 'max-sm:hidden',
        )}
      >
        {order
          .filter((facet) => offered.includes(facet) || query[facet].length > 0)
          .map((facet) => (
            <FacetMenu
              key={facet}
              title={titles[facet]}
              choices={facets[facet]}
              chosen={query[facet]}
              labelOf={facetLabels[facet]}
              onChange={(chosen) => onChange({ [facet]: chosen })}
            />
          ))}
        <TimeMenu from={query.from} to={query.to} onChange={onChange} />
        <ToggleButton
          isOn={query.pinned === true}
          onClick={() => onChange({ pinned: query.pinned ? null : true })}
          icon={Pin}
        >
          Pinned
        </ToggleButton>
        <ToggleButton isOn={query.deleted} onClick={() => onChange({ deleted: !query.deleted })} icon={Trash2}>
          Trash
        </ToggleButton>
      </div>
    </div>
  )
}

/**
 * Takes every filter off, in the trash too; null where none is on. Beside the row of the filters, which has no room for
 * it.
 */
export function ResetFilters({
  query,
  onChange,
}: {
  query: LibraryQuery
  onChange: (more: Partial<LibraryQuery>) => void
}) {
  if (!isFiltered(query)) return null
  const { deleted, sort, order } = query
  return (
    <Button size="tiny" onClick={() => onChange({ ...wholeLibrary, deleted, sort, order })}>
      Reset
    </Button>
  )
}

/** A part of a query that leaves profiles out, and the query without it. */
interface ActiveFilter {
  readonly title: string
  readonly value: string
  readonly without: Partial<LibraryQuery>
}

function listActiveFilters(query: LibraryQuery): readonly ActiveFilter[] {
  const { q, id, from, to, pinned } = query
  const terms = q.trim().split(/\s+/).filter(Boolean)
  return [
    ...terms.map((term, at) => ({ title: '', value: `“${term}”`, without: { q: terms.toSpliced(at, 1).join(' ') } })),
    ...(id === null ? [] : [{ title: 'ID', value: id, without: { id: null } }]),
    ...order.flatMap((facet) =>
      query[facet].map((value) => ({
        title: titles[facet],
        value: facetLabels[facet]?.(value) ?? value,
        without: { [facet]: query[facet].filter((one) => one !== value) },
      })),
    ),
    ...(from === null && to === null
      ? []
      : [{ title: 'Time', value: formatDayRange(from, to), without: { from: null, to: null } }]),
    ...(pinned === null ? [] : [{ title: '', value: pinned ? 'Pinned' : 'Not pinned', without: { pinned: null } }]),
  ]
}

/** Each word and filter of the query, with a button that takes it off. */
export function ActiveFilters({
  query,
  onChange,
}: {
  query: LibraryQuery
  onChange: (more: Partial<LibraryQuery>) => void
}) {
  return (
    <ul aria-label="Words and filters" className="flex min-w-0 flex-wrap gap-2">
      {listActiveFilters(query).map(({ title, value, without }, at) => (
        <li key={`${at} ${title} ${value}`} className="flex min-w-0">
          <Button
            size="small"
            className="min-w-0 shrink!"
            aria-label={`Remove ${title} ${visibleText(value)}`.replace('  ', ' ')}
            onClick={() => onChange(without)}
          >
            {title === '' ? null : <span className="text-muted">{title}</span>}
            <Name text={value} />
            <X size={14} aria-hidden className="shrink-0" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Tells what was typed a moment later; words that it did not tell itself, of Reset for instance, take its place. */
function TextFilter({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const [text, setText] = useState(query)
  const [sentQuery, setSentQuery] = useState(query)
  if (query !== sentQuery) {
    setSentQuery(query)
    setText(query)
  }
  useEffect(() => {
    if (text === query) return
    const timer = setTimeout(() => {
      setSentQuery(text) // together with the change of `query`, so that letters typed since are not taken back
      onChange(text)
    }, libraryTypingMs)
    return () => clearTimeout(timer)
  }, [text, query, onChange])
  return (
    <TextField
      type="search"
      aria-label="Filter profiles"
      placeholder="Search profiles"
      title="Finds words in names, labels, notes and digests"
      className="w-64 max-sm:w-0 max-sm:flex-1 xl:min-w-32 xl:shrink"
      value={text}
      maxLength={queryLimits.search}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
