import type { Share } from '../../lib/contract/shares.ts'
import { Badge } from '../ui/badge.tsx'

/** For whom a link is, and what it does beside opening a profile as it is. */
export function ShareMarks({ share: { audience, redaction, embeddable, baselineId } }: { share: Share }) {
  const hidden = redaction && [
    ...(redaction.keepPackages === null ? [] : ['method names']),
    ...(redaction.threads ? ['thread names'] : []),
    ...(redaction.places ? ['where it ran'] : []),
    'notes',
  ]
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Badge>{audience === 'public' ? 'public' : 'members'}</Badge>
      {baselineId === null ? null : <Badge>comparison</Badge>}
      {hidden === null ? null : <Badge title={`Hides ${hidden.join(', ')}`}>redacted</Badge>}
      {embeddable ? <Badge>embeddable</Badge> : null}
    </span>
  )
}
