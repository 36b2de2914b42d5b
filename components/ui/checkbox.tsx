/** A box to tick, with what it does below its title. */
export function Checkbox({
  title,
  about,
  isOn,
  onChange,
}: {
  title: string
  about: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        aria-label={title}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-3.5 shrink-0 accent-ink"
      />
      <span>
        {title}
        <span className="block text-xs text-muted">{about}</span>
      </span>
    </label>
  )
}
