'use client'
import { CaseSensitive, Check, ChevronDown, Filter, Pencil, Trash2, X } from 'lucide-react'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { readyTitle } from '../../../lib/profile/search/search-presets.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import type { SearchShare, SearchShares } from '../../../lib/profile/search/search-shares.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { formatCount, formatShare } from '../../format/units.ts'

/** What can be done with a chip; `at` is its place. */
export interface ChipEvents {
  readonly onEdit: (at: number) => void
  readonly onRemove: (at: number) => void
  readonly onCase: (at: number) => void
  readonly onKeepOnly: (at: number) => void
}

/** The searches that stay: each with its colour, what it finds, and how much of that others find too. */
export function SearchChips({
  terms,
  shares,
  isAllShown,
  problems,
  ...events
}: {
  terms: readonly SearchTerm[]
  /** null while they are being looked for. */
  shares: SearchShares | null
  /** The view shows all: its shares and those of all are the same. */
  isAllShown: boolean
  problems: readonly (Error | null)[]
} & ChipEvents) {
  return (
    <ul aria-label="Searches" className="contents">
      {terms.map((term, at) => (
        <li
          key={`${term.caseSensitive} ${term.text}`}
          data-testid="chip"
          className="flex h-7 max-w-full min-w-0 items-center max-sm:shrink-0 rounded-md border border-line bg-canvas pl-1.5"
        >
          <button
            type="button"
            title={`Edit ${term.text}`}
            className="flex min-w-0 items-center gap-1.5 rounded-[3px] hover:underline"
            onClick={() => events.onEdit(at)}
          >
            <span
              aria-hidden
              className="size-3 shrink-0 rounded-[3px] border border-line"
              style={{ background: searchColour(at) }}
            />
            <span className="sr-only">Edit search</span>
            <ChipName term={term} />
          </button>
          <ChipShares share={shares?.bySearch[at] ?? null} isAllShown={isAllShown} problem={problems[at] ?? null} />
          <ChipMenu term={term} at={at} {...events} />
          <IconButton label={`Remove ${term.text}`} size="small-icon" onClick={() => events.onRemove(at)}>
            <X size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Ready-made searches go by their title: their patterns are long. */
function ChipName({ term }: { term: SearchTerm }) {
  const title = readyTitle(term)
  return title === null ? <Name text={term.text} mono className="max-w-48" /> : <span>{title}</span>
}

function ChipShares({
  share,
  isAllShown,
  problem,
}: {
  share: SearchShare | null
  isAllShown: boolean
  problem: Error | null
}) {
  if (problem) {
    return (
      <span className="ml-1.5 max-w-48 truncate text-xs text-bad" title={problem.message}>
        {problem.message}
      </span>
    )
  }
  if (!share) return null
  const { ofView, ofAll, sharedOfView, nodes } = share
  return (
    <span className="figures ml-1.5 flex shrink-0 gap-1.5" title={`${formatCount(nodes)} matches in view`}>
      <span>
        {formatShare(ofView)}
        <span className="sr-only"> of view, </span>
      </span>
      <span className={isAllShown ? 'sr-only' : 'text-muted'}>
        {formatShare(ofAll)}
        <span className="font-sans"> of all</span>
      </span>
      {sharedOfView > 0 ? (
        <span className="flex items-center gap-0.5 text-muted" title="Of the view, found by another search too">
          <span
            aria-hidden
            className="size-2.5 rounded-[2px] border border-line bg-[repeating-linear-gradient(45deg,var(--color-ink)_0_1px,transparent_1px_3px)]"
          />
          {formatShare(sharedOfView)}
          <span className="sr-only"> found by another search too</span>
        </span>
      ) : null}
    </span>
  )
}

function ChipMenu({ term, at, onEdit, onRemove, onCase, onKeepOnly }: { term: SearchTerm; at: number } & ChipEvents) {
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label={`More for ${term.text}`} size="small-icon">
          <ChevronDown size={14} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => onKeepOnly(at)}>
        <Filter size={14} aria-hidden /> Keep only these stacks
      </MenuItem>
      <MenuItem onSelect={() => onCase(at)}>
        {term.caseSensitive ? <Check size={14} aria-hidden /> : <CaseSensitive size={14} aria-hidden />} Match case
      </MenuItem>
      <MenuItem onSelect={() => onEdit(at)}>
        <Pencil size={14} aria-hidden /> Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => onRemove(at)}>
        <Trash2 size={14} aria-hidden /> Remove
      </MenuItem>
    </Menu>
  )
}
