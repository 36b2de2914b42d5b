'use client'
import { Fragment, useMemo } from 'react'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { getEventLabel } from '../../../lib/contract/engines.ts'
import { describeTotals } from '../../../lib/contract/describe-totals.ts'
import { formatCount } from '../../../lib/profile/format/units.ts'
import type { ComparisonLevel } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { ChangesMenu } from './changes-menu.tsx'
import { describeFilter } from '../filters/filter-labels.ts'
import { Notice } from '../shell/viewer-notices.tsx'
import { listDifferences } from './diff-rows.ts'
import { openGroup } from './marked-group.ts'
import type { GroupDeltaRows } from './worker/comparison-messages.ts'
import { Name } from '../../ui/name.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { changeComparison } from '../state/view-changes.ts'

/** What these two can tell, how much of it is beyond noise, and what is new or gone. */
export function DiffSummary({
  viewer,
  diff,
  before,
  after,
  onLevel,
}: {
  viewer: Viewer
  diff: Diff
  before: ProfileSummary
  after: ProfileSummary
  /** What the table lists. */
  onLevel: (level: ComparisonLevel) => void
}) {
  const { packages, classes, functions, power, sides } = diff
  const { view, change } = viewer.viewing
  const counts = useMemo(
    () =>
      packages && classes && functions
        ? ([
            ['package', listDifferences(packages).length],
            ['class', listDifferences(classes).length],
            ['function', listDifferences(functions).length],
          ] as const)
        : null,
    [packages, classes, functions],
  )
  const isOfOneEvent = before.event === after.event
  const totals = describeTotals(sides.bases, [before.event, after.event])
  const isNothingChanged = view.comparison.width === 'changed' && viewer.model.tree.total[0] === 0
  return (
    <>
      <div className="flex min-h-7 items-center gap-x-3 border-b border-line bg-surface px-3 text-xs max-lg:flex-wrap">
        {totals === null ? null : (
          <span data-testid="comparison-totals" className="shrink-0 font-medium">
            {totals}
          </span>
        )}
        <span data-testid="significant-count" className="shrink-0 font-medium">
          {!isOfOneEvent ? (
            'Two events: no verdict'
          ) : counts === null ? (
            'Testing against noise …'
          ) : counts.every(([, count]) => count === 0) ? (
            'No difference beyond noise'
          ) : (
            <>
              {counts
                .filter(([, count]) => count > 0)
                .map(([level, count], at) => (
                  <Fragment key={level}>
                    {at === 0 ? '' : ', '}
                    <button
                      type="button"
                      className="underline-offset-2 hover:underline"
                      onClick={() => {
                        onLevel(level)
                        change({ tab: 'table' }, 'push')
                      }}
                    >
                      {formatCount(count)} {count === 1 ? level : plurals[level]}
                    </button>
                  </Fragment>
                ))}{' '}
              beyond noise
            </>
          )}
        </span>
        {packages && isOfOneEvent ? <PackageChanges viewer={viewer} diff={diff} packages={packages} /> : null}
        <p
          data-testid="comparison-power"
          title={isOfOneEvent ? power?.sentence : undefined}
          className="min-w-0 flex-1 text-muted max-lg:basis-64 lg:truncate"
        >
          {isOfOneEvent ? power?.sentence : null}
        </p>
        <ChangesMenu viewer={viewer} diff={diff} />
      </div>
      {isOfOneEvent ? null : (
        <Notice action={{ text: 'Side by side', run: () => change(changeComparison(view, { mode: 'side' }), 'push') }}>
          Before counts {getEventLabel(before.event)}, after {getEventLabel(after.event)}: a difference may come from
          the way of counting.
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

const plurals: Record<ComparisonLevel, string> = { package: 'packages', class: 'classes', function: 'functions' }
const mostPackages = 3

/** What people think in: a driver that vanished is one line. */
function PackageChanges({ viewer, diff, packages }: { viewer: Viewer; diff: Diff; packages: GroupDeltaRows }) {
  const { view, change } = viewer.viewing
  const rows = listDifferences(packages)
  if (rows.length === 0) return null
  return (
    <ul aria-label="Packages that changed" className="flex min-w-0 gap-x-3 max-lg:flex-wrap">
      {rows.slice(0, mostPackages).map((row) => {
        const { before, after } = diff.describeRow(packages, row)
        const chosen = { level: 'package', rows: packages, row } as const
        return (
          <li key={packages.names[row]} className="min-w-0">
            <button
              type="button"
              onClick={() => change(openGroup(view, diff.marked, chosen), 'push')}
              className="flex min-w-0 items-baseline gap-1.5 underline-offset-2 hover:underline"
            >
              <Name text={packages.names[row]!} mono />
              <span className="figures shrink-0 text-muted">
                {before} → {after}
              </span>
            </button>
          </li>
        )
      })}
      {rows.length > mostPackages ? <li className="text-muted">and {rows.length - mostPackages} more</li> : null}
    </ul>
  )
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
