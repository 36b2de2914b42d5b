import { ChevronDown, ChevronUp } from 'lucide-react'
import type { SearchShare } from '../../../lib/profile/search-shares.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatShare } from '../../format/units.ts'

/** How much of the weight the text being typed finds, and the way from one match of all searches to the next. */
export function SearchSummary({
  typed,
  isAllShown,
  all,
  onStep,
}: {
  /** null when nothing is typed. */
  typed: SearchShare | null
  /** The view shows all: its share and that of all are the same. */
  isAllShown: boolean
  all: SearchShare
  onStep: (step: 1 | -1) => void
}) {
  return (
    <div className="flex items-center gap-1">
      {typed ? (
        <p className="figures flex items-center gap-x-1.5 whitespace-nowrap" aria-live="polite">
          <span data-testid="match-share-view" className={isAllShown ? 'sr-only' : ''}>
            {formatShare(typed.ofView)} of view
          </span>
          {isAllShown ? null : (
            <span aria-hidden className="text-faint">
              ·
            </span>
          )}
          <span data-testid="match-share-all">{formatShare(typed.ofAll)} of all</span>
        </p>
      ) : null}
      <IconButton label="Previous match (N)" size="small-icon" disabled={all.nodes === 0} onClick={() => onStep(-1)}>
        <ChevronUp size={14} aria-hidden />
      </IconButton>
      <IconButton label="Next match (n)" size="small-icon" disabled={all.nodes === 0} onClick={() => onStep(1)}>
        <ChevronDown size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
