import { Filter } from 'lucide-react'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { leastIdleShare } from '../../../lib/profile/quality/rated-finding.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { Button } from '../../ui/button.tsx'
import { addFilter } from '../filters/filter-changes.ts'

type Filters = ViewState['filters']

/** Whether there is enough to hide, and it is not hidden. */
export function isIdleOffered(share: number, filters: Filters): boolean {
  return share >= leastIdleShare && !filters.some(({ type, off }) => type === 'hide-idle' && off !== true)
}

/**
 * How much of a profile is threads that wait for work, and the way to the rest: they are the widest boxes of wall-clock
 * time.
 */
export function IdleThreads({
  share,
  filters,
  onFilters,
}: {
  share: number
  filters: Filters
  onFilters: (filters: Filters) => void
}) {
  if (!isIdleOffered(share, filters)) return null
  return (
    // `data-crowds`: globals.css then takes words from the buttons of the header.
    <p data-testid="idle-threads" data-crowds className="flex shrink-0 items-center gap-1.5 text-sm">
      <span className="text-muted">
        <span className="figures">{formatShare(share)}</span> idle
        <span className="max-wide:sr-only snug:sr-only full:sr-only"> threads</span>
      </span>
      <Button
        size="tiny"
        // The word says more than the icon.
        className="full:[&>svg]:hidden"
        title="Hide idle threads: those that wait for work (l)"
        onClick={() => onFilters(addFilter(filters, { type: 'hide-idle' }))}
        icon={Filter}
        iconSize={12}
      >
        Hide
      </Button>
    </p>
  )
}
