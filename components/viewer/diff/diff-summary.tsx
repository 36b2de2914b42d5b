'use client'
import { useMemo } from 'react'
import { isSignificant } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { getEventLabel } from '../../capture/capture-labels.ts'
import { formatCount } from '../../format/units.ts'
import { ChangesMenu } from './changes-menu.tsx'
import { describeFilter } from '../filters/filter-labels.ts'
import { Notice } from '../shell/viewer-notices.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { changeComparison } from '../state/view-changes.ts'

/** What these two can tell, how much of it is beyond noise, and what is new or gone. */
export function DiffSummary({
  viewer,
  diff,
  before,
  after,
}: {
  viewer: Viewer
  diff: Diff
  before: ProfileSummary
  after: ProfileSummary
}) {
  const { functions, power, sides } = diff
  const { view, change } = viewer.viewing
  const significant = useMemo(() => {
    if (!functions) return null
    let count = 0
    for (let row = 0; row < functions.length; row++) if (isSignificant(functions, row)) count++
    return count
  }, [functions])
  const isNothingChanged = view.comparison.width === 'changed' && viewer.model.tree.total[0] === 0
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line bg-surface px-3 py-0.5 text-xs">
        <button
          type="button"
          data-testid="significant-count"
          className="font-medium underline-offset-2 enabled:hover:underline"
          disabled={significant === null}
          onClick={() => change({ tab: 'table' }, 'push')}
        >
          {significant === null ? 'Testing against noise …' : formatDifferenceCount(significant)}
        </button>
        <p data-testid="comparison-power" className="min-w-0 flex-1 basis-64 text-muted">
          {power?.sentence}
        </p>
        <ChangesMenu viewer={viewer} diff={diff} />
      </div>
      {before.event === after.event ? null : (
        <Notice>
          Before counts {getEventLabel(before.event)}, after {getEventLabel(after.event)}: their shares can be set side
          by side, but a difference may come from what was counted.
        </Notice>
      )}
      <BaselineFilters viewer={viewer} />
      <HiddenSelection viewer={viewer} />
      {sides.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      {isNothingChanged ? (
        <Notice action={{ text: 'Show all', run: () => change(changeComparison(view, { width: 'after' }), 'push') }}>
          Nothing changed: both sides are the same, box by box.
        </Notice>
      ) : null}
    </>
  )
}

function formatDifferenceCount(count: number): string {
  if (count === 0) return 'No difference beyond noise'
  return count === 1 ? '1 difference beyond noise' : `${formatCount(count)} differences beyond noise`
}

/** A frame that was chosen, and has no width by what boxes are wide by. */
function HiddenSelection({ viewer: { model, resolved, viewing } }: { viewer: Viewer }) {
  const { view, change } = viewing
  const { selected } = resolved
  if (view.tab !== 'graph' || selected <= 0 || model.tree.total[selected] !== 0) return null
  const { width } = view.comparison
  return (
    <Notice action={{ text: 'Widths of both', run: () => change(changeComparison(view, { width: 'union' }), 'push') }}>
      The selected frame has no width here:{' '}
      {width === 'after' ? 'it is gone.' : width === 'before' ? 'it is new.' : 'it did not change.'}
    </Notice>
  )
}

/** Filters that only the baseline has. */
function BaselineFilters({ viewer: { viewing } }: { viewer: Viewer }) {
  const { view, change } = viewing
  const { baselineFilters } = view.comparison
  if (baselineFilters === null) return null
  const description = baselineFilters.filter(({ off }) => off !== true).map((filter) => describeFilter(filter))
  return (
    <Notice
      action={{ text: 'Same as after', run: () => change(changeComparison(view, { baselineFilters: null }), 'push') }}
    >
      Before has filters of its own:{' '}
      {description.length === 0
        ? 'none'
        : description.map(({ action: does, subject: to }) => `${does} ${to}`).join(', ')}
      .
    </Notice>
  )
}
