import type { ListedShare } from '../../lib/contract/shares.ts'
import { Badge } from '../ui/badge.tsx'
import { audienceLabels, describeHidden, formatHidden } from './share-labels.ts'

/** For whom a link is, and what it does beside opening a profile as it is. */
export function ShareMarks({
  share: { audience, redaction, embeddable, baselineName },
}: {
  share: Pick<ListedShare, 'audience' | 'redaction' | 'embeddable' | 'baselineName'>
}) {
  return (
    <span className="flex max-w-full min-w-0 flex-wrap items-center gap-1">
      <Badge>{audienceLabels[audience]}</Badge>
      {baselineName === null ? null : (
        <Badge title={baselineName}>
          <span className="truncate">compared with {baselineName}</span>
        </Badge>
      )}
      {redaction === null ? null : <Badge title={describeHidden(redaction)}>{formatHidden(redaction)}</Badge>}
      {embeddable ? <Badge>embeddable</Badge> : null}
    </span>
  )
}
