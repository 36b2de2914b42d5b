'use client'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatCount } from '../../lib/profile/format/units.ts'

interface Choice {
  readonly value: string
  readonly count: number
}

/** From so many on, a word finds one faster than the eye. */
const manyChoices = 9

/** Choices of a facet, with how many profiles each has; any of those that are chosen. */
export function FacetMenu({
  title,
  choices,
  chosen,
  labelOf = (value) => value,
  onChange,
}: {
  title: string
  choices: readonly Choice[]
  chosen: readonly string[]
  /** A value as people call it. */
  labelOf?: (value: string) => string
  onChange: (chosen: string[]) => void
}) {
  const [search, setSearch] = useState('')
  const id = useId()
  // What is chosen stays in sight, also where other choices leave nothing of it.
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  const all = [...missing.map((value) => ({ value, count: 0 })), ...choices]
  const shown = all.filter(({ value }) => labelOf(value).toLowerCase().includes(search.trim().toLowerCase()))

  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))
  return (
    <Popover
      title={title}
      align="start"
      className="w-72 p-2!"
      onOpenChange={() => setSearch('')}
      trigger={
        <FilterButton title={title} isSet={chosen.length > 0}>
          {chosen.length > 0 ? visibleText(labelOf(chosen[0]!)) : ''}
          {chosen.length > 1 ? ` +${chosen.length - 1}` : ''}
        </FilterButton>
      }
    >
      {all.length >= manyChoices ? (
        <TextField
          type="search"
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder="Find"
          className="mb-1 w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul className="max-h-80 overflow-y-auto" aria-label={title}>
        {shown.map(({ value, count }, index) => (
          <li key={value}>
            <label
              htmlFor={`${id}${index}`}
              className="flex min-h-8 items-center gap-2 rounded-md px-1.5 hover:bg-surface"
            >
              <input
                id={`${id}${index}`}
                type="checkbox"
                className="size-4 shrink-0 accent-ember"
                checked={chosen.includes(value)}
                onChange={(event) => toggle(value, event.target.checked)}
              />
              <Name text={labelOf(value)} whole={value} className="flex-1" />
              <span className="figures text-muted">{formatCount(count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className="px-1.5 py-1 text-muted">{all.length > 0 ? 'None of that name.' : 'None among these profiles.'}</p>
      ) : null}
      {chosen.length > 0 ? (
        <Button size="small" variant="ghost" className="mt-1" onClick={() => onChange([])}>
          Any {title.toLowerCase()}
        </Button>
      ) : null}
    </Popover>
  )
}
/** Opens the choices of a filter, and shows the chosen ones. */
export function FilterButton({
  title,
  isSet,
  children,
  ...rest
}: ComponentProps<typeof Button> & { title: string; isSet: boolean }) {
  return (
    <Button className={classNames('max-w-72', isSet && 'border-edge bg-sunken xl:min-w-28 xl:shrink')} {...rest}>
      <span className={classNames('shrink-0', isSet && 'text-muted')}>{title}</span>
      {isSet ? <span className="min-w-0 truncate">{children}</span> : null}
      <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
    </Button>
  )
}
