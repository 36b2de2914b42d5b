import { TextField } from './text-field.tsx'

/** Where people type what the rows of a list must contain. */
export function FilterField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextField
      type="search"
      aria-label={label}
      placeholder={placeholder}
      className="w-64 max-sm:w-full"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
