import { useId } from 'react'

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
