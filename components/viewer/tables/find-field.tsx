import type { RefObject } from 'react'
import { longestSearchText } from '../../../lib/profile/search/search.ts'
import { TextField } from '../../ui/text-field.tsx'

/**
 * The field above a RowList that selects its rows by a text. The down arrow and Escape go to the list, which is in
 * `container`; `onActive` gets the first row when the text changes.
 */
export function FindField({
  label,
  placeholder = label,
  className,
  container,
  text,
  onText,
  onActive,
  onEnter,
}: {
  label: string
  placeholder?: string
  className?: string
  container: RefObject<HTMLElement | null>
  text: string
  onText: (text: string) => void
  onActive: (row: number) => void
  onEnter?: () => void
}) {
  return (
    <TextField
      aria-label={label}
      placeholder={placeholder}
      className={className}
      maxLength={longestSearchText}
      value={text}
      onChange={(event) => {
        onText(event.target.value)
        onActive(0)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter) onEnter()
        // In a popover the Escape has closed that by now.
        else if (event.key === 'ArrowDown' || (event.key === 'Escape' && !event.defaultPrevented))
          container.current?.querySelector<HTMLElement>('[role="listbox"], [role="treegrid"]')?.focus()
        else return
        event.preventDefault()
      }}
    />
  )
}
