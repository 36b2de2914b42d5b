import type { Unit } from '../../../lib/profile/model/profile.ts'
import { Name } from '../../ui/name.tsx'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { type FrameDescription, formatRan, kindLabels } from '../tree/describe-frame.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'

/** Content of the hover card at the pointer, which has no delay: the name in full, then where the time goes. */
export function HoverDetails({ description, unit }: { description: FrameDescription; unit: Unit }) {
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={description.name} mono wrap />
      </p>
      <p className="mt-1 text-xs text-muted">
        {description.kind ? kindLabels[description.kind] : 'everything in this profile'}
        {description.module ? (
          <>
            &nbsp;· <Name text={description.module} />
          </>
        ) : null}
      </p>
      {description.ran ? <p className="figures mt-1">{formatRan(description.ran)}</p> : null}
      <p className="figures mt-1">
        {formatWeight(description.total, unit)}
        <span className="font-sans text-muted"> total, </span>
        {formatWeight(description.self, unit)}
        <span className="font-sans text-muted"> self</span>
      </p>
      <p className="figures">
        {formatShare(description.ofView)}
        <span className="font-sans text-muted"> of view, </span>
        {formatShare(description.ofAll)}
        <span className="font-sans text-muted"> of {description.whole}</span>
        {description.kind === null ? null : (
          <>
            <span className="font-sans text-muted">, </span>
            {formatShare(description.ofParent)}
            <span className="font-sans text-muted"> of caller</span>
          </>
        )}
      </p>
    </>
  )
}
