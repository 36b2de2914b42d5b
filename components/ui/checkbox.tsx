import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'

/** A box to tick, with what it does below its label. */
export function Checkbox({
  label,
  about,
  isOn,
  isDisabled = false,
  onChange,
}: {
  label: string
  about: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  const aboutId = useId()
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        aria-label={label}
        aria-describedby={aboutId}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-3.5 shrink-0 accent-ink"
      />
      <span>
        {label}
        <span id={aboutId} className="block text-xs text-muted">
          {about}
        </span>
      </span>
    </label>
  )
}

/**
 * A box to tick whose text is elsewhere in its row. Around it 32 px belong to it, for fingers, which take no more room
 * than the box.
 */
export function RowCheckbox({
  label,
  className = '-m-2',
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'aria-label'> & { label: string }) {
  return (
    <label className={classNames('flex size-8 items-center justify-center select-none', className)}>
      <input type="checkbox" className="size-4 accent-ember" aria-label={label} {...rest} />
    </label>
  )
}
