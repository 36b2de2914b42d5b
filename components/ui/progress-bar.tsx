import { Progress } from 'radix-ui'

/** How far something is, 0 to 1; null while that is unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  const percent = share === null ? null : Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <Progress.Root aria-label={label} value={percent} className="h-1.5 w-full overflow-hidden rounded-full bg-sunken">
      <Progress.Indicator
        className="h-full rounded-full bg-ember transition-[width] duration-500 ease-linear data-[state=indeterminate]:w-1/3 data-[state=indeterminate]:opacity-60"
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Progress.Root>
  )
}
