import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** The browser's own select, in our clothes. Give it a `<label>` or an `aria-label`. */
export function Select<Value extends string | number>({
  value,
  choices,
  textOf = String,
  isOff,
  onChange,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  value: Value
  choices: readonly Value[]
  textOf?: (choice: Value) => string
  isOff?: (choice: Value) => boolean
  onChange: (choice: Value) => void
}) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        className="h-8 w-full min-w-0 appearance-none truncate rounded-md border border-edge/60 bg-canvas pr-7 pl-2.5 text-sm text-ink hover:border-edge"
        value={value}
        onChange={({ target }) => onChange(choices[target.selectedIndex]!)}
        {...rest}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice} disabled={isOff?.(choice)}>
            {textOf(choice)}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute top-2 right-2 text-muted" />
    </span>
  )
}
