'use client'
import { CaseSensitive, Check, ChevronDown, Filter, Pencil, Trash2, X } from 'lucide-react'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { findSearchedGroup, getSearchTitle } from '../../../lib/profile/search/group-search.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import type { SearchShare } from '../../../lib/profile/search/search-shares.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { formatCountOf, formatShare } from '../../../lib/profile/format/units.ts'
import { nameWhole } from '../tree/describe-frame.ts'
import type { ShellTools } from './shell-tools.ts'
import { editChip, keepOnly, removeChip, switchCase } from '../search/search-changes.ts'

/** The searches that stay: each with its colour, the share that it finds, and the part of it that others find too. */
export function SearchChips({ searchInput, active, viewing, filters, sharesOf }: ShellTools) {
  const { model, resolved, search } = active
  const { view, change } = viewing
  const edit = (at: number) => {
    change(editChip(view, at), 'push')
    searchInput.current?.focus()
  }
  return (
    <ul aria-label="Searches" className="contents">
      {view.searches.map((term, at) => {
        const problem = search.problems[at] ?? null
        const remove = () => change(removeChip(view, at), 'push')
        return (
          <li
            key={`${term.caseSensitive} ${term.text}`}
            data-testid="chip"
            className="flex h-7 max-w-full min-w-0 items-center max-sm:shrink-0 rounded-md border border-line bg-canvas pl-1.5"
          >
            <button
              type="button"
              title={`Edit ${term.text}`}
              className="mr-1.5 flex h-6 min-w-6 items-center gap-1.5 rounded-[3px] hover:underline"
              onClick={() => edit(at)}
            >
              <span
                aria-hidden
                className="size-3 shrink-0 rounded-[3px] border border-line"
                style={{ background: searchColour(at) }}
              />
              <span className="sr-only">Edit search</span>
              <ChipName term={term} />
            </button>
            {problem ? (
              <span className="max-w-48 truncate text-xs text-bad" title={problem.message}>
                {problem.message}
              </span>
            ) : sharesOf ? (
              sharesOf(at)
            ) : (
              <ChipShares
                share={resolved.shares?.bySearch[at] ?? null}
                isAllShown={resolved.zoomNode === 0 && !resolved.range}
                whole={nameWhole(model)}
              />
            )}
            <ChipMenu
              term={term}
              onKeepOnly={() => {
                const { filters: list = filters.list, ...more } = keepOnly(view, at)
                filters.change(list, more)
              }}
              onCase={() => change(switchCase(view, at), 'push')}
              onEdit={() => edit(at)}
              onRemove={remove}
            />
            <IconButton label={`Remove ${getSearchTitle(term)}`} size="small-icon" onClick={remove} icon={X} />
          </li>
        )
      })}
    </ul>
  )
}

/** Presets go by their title, packages and classes by their name: their patterns are long, or hard to read. */
function ChipName({ term }: { term: SearchTerm }) {
  const group = findSearchedGroup(term)
  const title = getSearchTitle(term)
  if (!group) return title === term.text ? <Name text={title} mono className="max-w-48" /> : <span>{title}</span>
  return (
    <>
      <Name text={getShownName(group.name)} mono className="max-w-48" />
      <span className="text-xs text-muted">{group.level}</span>
    </>
  )
}

function ChipShares({ share, isAllShown, whole }: { share: SearchShare | null; isAllShown: boolean; whole: string }) {
  if (!share) return null
  const { ofView, ofAll, sharedOfView, nodes } = share
  return (
    <span className="figures flex shrink-0 gap-1.5" title={`${formatCountOf(nodes, 'frame')} in view`}>
      <span>
        {formatShare(ofView)}
        <span className="sr-only"> of view, </span>
      </span>
      <span className={isAllShown ? 'sr-only' : 'text-muted'}>
        {formatShare(ofAll)}
        <span className="font-sans"> of {whole}</span>
      </span>
      {sharedOfView > 0 ? (
        <span className="flex items-center gap-0.5 text-muted" title="Of the view, found by another search too">
          <span
            aria-hidden
            className="size-2.5 rounded-[2px] border border-line forced-color-adjust-none bg-[repeating-linear-gradient(45deg,var(--color-ink)_0_1px,transparent_1px_3px)]"
          />
          {formatShare(sharedOfView)}
          <span className="sr-only"> found by another search too</span>
        </span>
      ) : null}
    </span>
  )
}

function ChipMenu({
  term,
  onKeepOnly,
  onCase,
  onEdit,
  onRemove,
}: {
  term: SearchTerm
  onKeepOnly: () => void
  onCase: () => void
  onEdit: () => void
  onRemove: () => void
}) {
  return (
    <Menu
      align="start"
      trigger={<IconButton label={`More for ${getSearchTitle(term)}`} size="small-icon" icon={ChevronDown} />}
    >
      <MenuItem onSelect={onKeepOnly} icon={Filter}>
        Keep only these stacks
      </MenuItem>
      <MenuItem onSelect={onCase} icon={term.caseSensitive ? Check : CaseSensitive}>
        Match case
      </MenuItem>
      <MenuItem onSelect={onEdit} icon={Pencil}>
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onRemove} icon={Trash2}>
        Remove
      </MenuItem>
    </Menu>
  )
}
