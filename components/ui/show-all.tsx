import { formatCount } from '../../lib/profile/format/units.ts'
import { Button } from './button.tsx'

/** Unfolds a list of which the first few are shown, and folds it again; `count` is that of the whole list. */
export function ShowAll({
  isWhole,
  count,
  onToggle,
  className,
}: {
  isWhole: boolean
  count: number
  onToggle: () => void
  className?: string
}) {
  return (
    <Button size="small" variant="ghost" className={className} aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? 'Show fewer' : `Show all ${formatCount(count)}`}
    </Button>
  )
}
