'use client'
import { ChevronDown, Eye, EyeOff, MoveLeft, MoveRight, Trash2, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { moveFilter, removeFilter, switchFilter } from './filter-changes.ts'
import { describeFilter } from './filter-labels.ts'

/** The filters in the order in which they work, each with the share it took away, on or off, moved by drag or menu. */
export function FilterList({
  filters,
  removed,
  onChange,
  onUndo,
}: {
  filters: readonly FilterStep[]
  /** Share of all weight (0 to 1) that each took away; null for those that are off, or not known yet. */
  removed: readonly (number | null)[]
  onChange: (filters: readonly FilterStep[]) => void
  onUndo: () => void
}) {
  const [dragged, setDragged] = useState(-1)
  return (
    <>
      <ol aria-label="Filters, in order" className="contents">
        {filters.map((filter, at) => (
          <li
            key={`${at} ${JSON.stringify(filter)}`}
            data-testid="filter"
            draggable
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(-1)}
            onDragOver={(event) => {
              if (dragged >= 0 && dragged !== at) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              onChange(moveFilter(filters, dragged, at))
              setDragged(-1) // the dragged filter is drawn anew elsewhere, and gets no event of the end
            }}
            className={classNames(
              'flex h-7 max-w-full min-w-0 items-center rounded-md max-sm:shrink-0 border border-line bg-canvas',
              dragged === at && 'opacity-50',
            )}
          >
            <FilterItem
              filter={filter}
              at={at}
              count={filters.length}
              removed={removed[at] ?? null}
              onChange={(change) => onChange(change(filters))}
            />
          </li>
        ))}
      </ol>
      <IconButton label="Undo the last change of filters (u)" size="small-icon" onClick={onUndo} icon={Undo2} />
      <Button variant="ghost" size="small" onClick={() => onChange([])}>
        Reset
      </Button>
    </>
  )
}

function FilterItem({
  filter,
  at,
  count,
  removed,
  onChange,
}: {
  filter: FilterStep
  at: number
  count: number
  removed: number | null
  onChange: (change: (filters: readonly FilterStep[]) => readonly FilterStep[]) => void
}) {
  const { action: does, subject: to } = describeFilter(filter)
  const label = to === '' ? does : `${does} ${to}`
  const isOff = filter.off === true
  const turn = () => onChange((filters) => switchFilter(filters, at))
  return (
    <>
      <Button
        variant="ghost"
        size="small-icon"
        // Gets the focus (keep-focus.ts) where the button that added the filter goes, such as Hide beside `idle`.
        data-autofocus
        aria-label={label}
        aria-pressed={!isOff}
        title={isOff ? 'Turn on' : 'Turn off'}
        onClick={turn}
        icon={isOff ? EyeOff : Eye}
      />
      <span className={classNames('flex min-w-0 cursor-grab items-center gap-1', isOff && 'text-faint line-through')}>
        <span className="shrink-0">{does}</span>
        {to === '' ? null : <Name text={to} mono className="max-w-64" />}
      </span>
      {removed !== null && removed > 0 ? (
        <span className="figures ml-1.5 shrink-0 text-muted" title="Share of all weight that this filter removed">
          <span className="font-sans">hides </span>
          {formatShare(removed)}
        </span>
      ) : null}
      <Menu
        align="start"
        trigger={
          <Button
            variant="ghost"
            size="small-icon"
            className="w-6!"
            title="Turn off, move, remove"
            aria-label={`Actions for ${label}`}
            icon={ChevronDown}
            iconSize={12}
          />
        }
      >
        <MenuItem onSelect={turn} icon={isOff ? Eye : EyeOff}>
          {isOff ? 'Turn on' : 'Turn off'}
        </MenuItem>
        <MenuItem
          disabled={at === 0}
          onSelect={() => onChange((filters) => moveFilter(filters, at, at - 1))}
          icon={MoveLeft}
        >
          Earlier
        </MenuItem>
        <MenuItem
          disabled={at === count - 1}
          onSelect={() => onChange((filters) => moveFilter(filters, at, at + 1))}
          icon={MoveRight}
        >
          Later
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => onChange((filters) => removeFilter(filters, at))} icon={Trash2}>
          Remove
        </MenuItem>
      </Menu>
      <IconButton
        label={`Remove ${label}`}
        size="small-icon"
        onClick={() => onChange((filters) => removeFilter(filters, at))}
        icon={X}
      />
    </>
  )
}
