import { Progress } from 'radix-ui'
import { classNames } from './class-names.ts'

/**
 * How far something is, 0 to 1; null while that is unknown. `label` is for screen readers. With `isLine` it is thin, to
 * lie on an edge of a card.
 */
export function ProgressBar({
  label,
  share,
  isLine = false,
}: {
  label: string
  share: number | null
  isLine?: boolean
}) {
  const percent = share === null ? null : Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <Progress.Root
      aria-label={label}
      value={percent}
      className={classNames('w-full overflow-hidden bg-sunken', isLine ? 'h-0.5' : 'h-1.5 rounded-full')}
    >
      <Progress.Indicator
        // A new element once the share is known: the bar would shrink from the full width of the unknown, a step back.
        key={percent === null ? 'unknown' : 'known'}
        className="h-full rounded-full bg-ember transition-[width] duration-500 ease-linear data-[state=indeterminate]:animate-pulse data-[state=indeterminate]:opacity-40"
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Progress.Root>
  )
}
