import { intervalLevel } from '../../../lib/contract/interval-level.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import { DetailsFact, DetailsFacts } from '../details/frame-details.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Name } from '../../ui/name.tsx'
import {
  type DeltaDescription,
  describeDelta,
  formatDeltaLabel,
  hasOwnLevel,
  scaleSuffixes,
  withoutScale,
} from './format-delta.ts'
import type { ChosenGroup } from './marked-group.ts'
import type { Diff } from './use-diff.ts'

/** Shows how the selected frame changed, for `facts` of FrameDetails. */
export function NodeFacts({ node, diff }: { node: number; diff: Diff }) {
  const { sides, units } = diff
  // Without its test: only the change is shown.
  const other = describeDelta(sides, node, otherKind(diff), null, units)
  return <DeltaFacts description={diff.describe(node)} other={other} diff={diff} />
}

/** Shows a chosen package or class, as FrameDetails shows a frame. */
export function GroupDetails({ marked: { level, rows, row }, diff }: { marked: ChosenGroup; diff: Diff }) {
  const { sides, units, delta } = diff
  const name = getShownName(rows.names[row]!)
  const description = diff.describeRow(rows, row)
  const compared = { ...sides, before: rows.before, after: rows.after }
  // Without its test, as above.
  const other = describeDelta(compared, row, otherKind(diff), null, units)
  return (
    <>
      <p role="status" className="sr-only">
        {name} · {formatDeltaLabel(description, delta)}
      </p>
      <section aria-label={`Selected ${level}`} className="shrink-0 border-t border-line px-3 py-1">
        <div className="flex items-center gap-1">
          <p data-testid="selected-group" className="flex min-w-0 flex-1 items-baseline gap-2">
            <Name text={name} mono className="shrink-[1] text-ink" />
            <span className="shrink-0 text-xs text-muted">{level}</span>
          </p>
          <CopyButton text={name} label="Copy name" />
        </div>
        <DetailsFacts>
          <DeltaFacts description={description} other={other} diff={diff} />
        </DetailsFacts>
      </section>
    </>
  )
}

/**
 * Shows both sides, the change and its interval, adjusted as q is. The first label says what the
 * numbers are per.
 */
function DeltaFacts({
  description,
  other,
  diff,
}: {
  description: DeltaDescription
  /** Of the same node or row: by self where the view is by total, and the other way round. */
  other: DeltaDescription
  diff: Diff
}) {
  const { scale } = diff.sides
  const { before, after, delta, interval } = withoutScale(description, scale)
  return (
    <>
      <DetailsFact label={`${diff.delta}${scaleSuffixes[scale]} before`}>{before}</DetailsFact>
      <DetailsFact label="after">{after}</DetailsFact>
      <DetailsFact label="change">
        {delta} ({description.ratio})
      </DetailsFact>
      {interval === '' ? null : (
        <DetailsFact label={hasOwnLevel(interval) ? 'interval' : `${intervalLevel} interval`}>{interval}</DetailsFact>
      )}
      {description.significance === '' ? null : (
        <DetailsFact label="significance">{description.significance}</DetailsFact>
      )}
      <DetailsFact label={`${otherKind(diff)} change`}>{withoutScale(other, scale).delta}</DetailsFact>
      <DetailsFact label="weight">{description.weights}</DetailsFact>
    </>
  )
}

function otherKind({ delta }: Pick<Diff, 'delta'>): Diff['delta'] {
  return delta === 'total' ? 'self' : 'total'
}
