import { Filter } from 'lucide-react'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { Button } from '../../ui/button.tsx'

/** From this share of the weight on, the header offers to hide idle threads. */
export const leastIdleShare = 0.2

/**
 * How much of a profile is threads that wait for work, and the way to the rest: they are the widest boxes of wall-clock
 * time.
 */
export function IdleThreads({ share, onHide }: { share: number; onHide: () => void }) {
  if (share < leastIdleShare) return null
  return (
    <p data-testid="idle-threads" data-crowds className="flex shrink-0 items-center gap-1.5 text-sm">
      <span className="text-muted">
        <span className="figures">{formatShare(share)}</span> idle
        <span className="max-wide:sr-only snug:sr-only full:sr-only"> threads</span>
      </span>
      <Button
        size="tiny"
        title="Hide idle threads: those that wait for work (l)"
        onClick={onHide}
        icon={Filter}
        iconSize={12}
      >
        <span className="sm:max-wide:sr-only snug:sr-only full:sr-only">Hide</span>
      </Button>
    </p>
  )
}
