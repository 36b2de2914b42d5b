import { classNames } from '../../ui/class-names.ts'

/** The number of a note, as on its pin in the graph. */
export function PinNumber({ label, className }: { label: string; className?: string }) {
  return (
    <span
      className={classNames(
        'figures inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center self-start rounded-full border border-edge bg-raised px-1 text-ink',
        className,
      )}
    >
      <span className="sr-only">Note </span>
      {label}
    </span>
  )
}
