import type { Unit } from '../../../lib/profile/model/profile.ts'
import { Name } from '../../ui/name.tsx'
import { formatShare } from '../../format/units.ts'
import type { FrameWords } from './describe-frame.ts'
import { formatWeight } from '../../format/weight.ts'

/** What the card at the pointer says: the name in full, then where the time goes. */
export function HoverFacts({ words, unit }: { words: FrameWords; unit: Unit }) {
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={words.name} mono wrap />
      </p>
      <p className="mt-1 text-xs text-muted">
        {words.kind ?? 'everything in this profile'}
        {words.module ? (
          <>
            {' · '}
            <Name text={words.module} />
          </>
        ) : null}
      </p>
      <p className="figures mt-1">
        {formatWeight(words.total, unit)}
        <span className="font-sans text-muted"> total, </span>
        {formatWeight(words.self, unit)}
        <span className="font-sans text-muted"> self</span>
      </p>
      <p className="figures">
        {formatShare(words.ofView)}
        <span className="font-sans text-muted"> of view, </span>
        {formatShare(words.ofAll)}
        <span className="font-sans text-muted"> of all, </span>
        {formatShare(words.ofParent)}
        <span className="font-sans text-muted"> of caller</span>
      </p>
    </>
  )
}
