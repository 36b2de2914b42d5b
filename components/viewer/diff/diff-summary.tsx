'use client'
import { Info } from 'lucide-react'
import { Fragment, useEffect, useMemo } from 'react'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { describeTotals } from '../../../lib/contract/describe-totals.ts'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { type ComparisonLevel, computeScaledChange } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { findUnsureChange, isSurelyAbsent, notCertain } from '../../../lib/profile/compare/unsure-change.ts'
import { shortName } from '../../../lib/profile/names/names.ts'
import { ChangesMenu, showNode } from './changes-menu.tsx'
import { formatStep, scaleSuffixes, withoutScale } from './format-delta.ts'
import { describeFilter } from '../filters/filter-labels.ts'
import { Notice } from '../shell/viewer-notices.tsx'
import {
  chooseOpeningWidth,
  getRowStatus,
  listDifferences,
  listMainChanges,
  type MainChange,
  nameFunctions,
  nameGroups,
  type RowStatus,
} from './diff-rows.ts'
import { openGroup } from './marked-group.ts'
import type { FunctionDeltaRows, GroupDeltaRows } from './worker/comparison-messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { changeComparison } from '../view/view-changes.ts'

/** What these two can tell, how much of it is significant, and what is new or gone. */
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
  const isChanged = counts?.some(([, count]) => count > 0) ?? false
  const totals = describeTotals(sides.bases, [before.event, after.event])
  const isNothingChanged = view.comparison.width === 'changed' && viewer.model.tree.total[0] === 0
  return (
    <>
      <div className="flex min-h-7 items-center gap-x-3 border-b border-line bg-surface px-3 text-xs max-lg:flex-wrap max-lg:py-1">
        {totals === null ? null : (
          <span data-testid="comparison-totals" className="shrink-0 font-medium">
            {totals}
          </span>
        )}
        <span data-testid="significant-count" className="shrink-0 font-medium">
          {counts === null ? (
            'Testing for significance …'
          ) : !isChanged ? (
            <Unchanged viewer={viewer} diff={diff} />
          ) : (
            <>
              Significant:{' '}
              {counts
                .filter(([, count]) => count > 0)
                .map(([level, count], at) => (
                  <Fragment key={level}>
                    {at === 0 ? '' : ', '}
                    <button
                      type="button"
                      className="min-h-6 underline-offset-2 hover:underline"
                      onClick={() => {
                        onLevel(level)
                        change({ tab: 'table' }, 'push')
                      }}
                    >
                      {formatCount(count)} {count === 1 ? level : plurals[level]}
                    </button>
                  </Fragment>
                ))}
            </>
          )}
        </span>
        {packages && classes && functions ? (
          <MainChanges viewer={viewer} diff={diff} tables={{ packages, classes, functions }} />
        ) : null}
        <Power sentence={power?.sentence ?? null} isBesideChanges={isChanged} />
        <ChangesMenu viewer={viewer} diff={diff} />
      </div>
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

/** Where no change is significant: also where one is so large that it cannot be called none. */
function Unchanged({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  const { functions, sides, delta } = diff
  const row = useMemo(
    () => (functions === null ? -1 : findUnsureChange(functions, sides, delta)),
    [functions, sides, delta],
  )
  if (functions === null || row < 0) return 'No significant difference'
  const name = viewer.labelOf(functions.frame[row]!)
  const { before, after } = diff.describeRow(functions, row)
  return (
    <>
      {notCertain}
      <button
        type="button"
        title="Samples are too few, or vary too much, to tell it from chance. Record for longer, or once the program is warm."
        className="min-h-6 underline-offset-2 hover:underline"
        onClick={() => showNode(viewer, functions.widest[row]!, null)}
      >
        {shortName(name, nameChars)} {formatStep(before, after)}
      </button>
    </>
  )
}

/** Which change is too small to be detected. Where the line is full of changes, behind a button. */
function Power({ sentence, isBesideChanges }: { sentence: string | null; isBesideChanges: boolean }) {
  return (
    <>
      {sentence !== null && isBesideChanges ? (
        <Popover
          title={powerTitle}
          align="center"
          trigger={<IconButton label={powerTitle} size="small-icon" icon={Info} className="min-[1700px]:hidden" />}
        >
          <p className="max-w-sm text-xs">{sentence}</p>
        </Popover>
      ) : null}
      <p
        data-testid="comparison-power"
        title={sentence ?? undefined}
        className={classNames(
          'min-w-0 flex-1 text-muted max-lg:basis-64 lg:truncate',
          isBesideChanges && 'max-lg:hidden lg:max-[1700px]:invisible',
        )}
      >
        {sentence}
      </p>
    </>
  )
}

const powerTitle = 'The smallest change that can be detected'

const plurals: Record<ComparisonLevel, string> = { package: 'packages', class: 'classes', function: 'functions' }
const mostChanges = 3
/** Characters of the name of a function. */
const nameChars = 40

/** All of a comparison that are tested for significance. */
interface ComparedTables {
  readonly packages: GroupDeltaRows
  readonly classes: GroupDeltaRows
  readonly functions: FunctionDeltaRows
}

/** What people think in: a driver that vanished is one line. What no package explains is named by its class or method. */
function MainChanges({ viewer, diff, tables }: { viewer: Viewer; diff: Diff; tables: ComparedTables }) {
  const { view, change } = viewer.viewing
  const { labelOf } = viewer
  const { packages, classes, functions } = tables
  const { model } = viewer
  const changes = useMemo(
    () =>
      listMainChanges({
        package: nameGroups(packages),
        class: nameGroups(classes),
        function: nameFunctions(functions, model),
      }),
    [packages, classes, functions, model],
  )
  useEffect(() => {
    const [first] = changes
    const levels = { package: packages, class: classes, function: functions }
    const width = chooseOpeningWidth(view.comparison, first ? getRowStatus(levels[first.level], first.row) : null)
    if (width !== view.comparison.width) change(changeComparison(view, { width }), 'replace')
  }, [changes, packages, classes, functions, view, change])
  if (changes.length === 0) return null

  function open({ level, row }: MainChange): void {
    if (level !== 'function') {
      const rows = level === 'package' ? packages : classes
      return change(openGroup(view, diff, { level, rows, row }), 'push')
    }
    const status = getRowStatus(functions, row)
    showNode(viewer, functions.widest[row]!, status === 'new' ? 'before' : status === 'gone' ? 'after' : null)
  }

  const { scale } = diff.sides
  return (
    <>
      {scaleSuffixes[scale] === '' ? null : (
        <span className="-mr-2 shrink-0 text-muted">{scaleSuffixes[scale].trim()}:</span>
      )}
      <ul
        aria-label="Largest changes"
        // What does not fit on the line is hidden as a whole: half a name says nothing.
        className="flex min-w-0 flex-wrap gap-x-3 lg:h-7 lg:overflow-hidden"
      >
        {changes.slice(0, mostChanges).map((main) => {
          const { level, row } = main
          const rows = level === 'package' ? packages : level === 'class' ? classes : functions
          const whole = level === 'function' ? labelOf(functions.frame[row]!) : (rows as GroupDeltaRows).names[row]!
          const { before, after } = withoutScale(diff.describeRow(rows, row), scale)
          const isSure = isSurelyAbsent(
            [rows.low[row]!, rows.high[row]!],
            computeScaledChange(rows, diff.sides, diff.delta, row),
          )
          return (
            <li key={`${level} ${whole}`} className="flex max-w-full items-center lg:h-7">
              <button
                type="button"
                onClick={() => open(main)}
                className="grid min-h-6 min-w-0 grid-cols-[minmax(0,auto)_auto] content-center items-baseline gap-1.5 text-left underline-offset-2 hover:underline"
              >
                <Name text={level === 'function' ? shortName(whole, nameChars) : whole} whole={whole} mono />
                <span className="figures whitespace-nowrap text-muted">
                  {describeChange(isSure ? getRowStatus(rows, row) : 'changed', before, after)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function describeChange(status: RowStatus, before: string, after: string): string {
  if (status === 'new') return `is new: ${after}`
  return status === 'gone' ? `is gone: ${before}` : formatStep(before, after)
}

/** A frame that was chosen, and has no width by what boxes are wide by. */
function HiddenSelection({ viewer: { model, resolved, viewing } }: { viewer: Viewer }) {
  const { view, change } = viewing
  const { selected } = resolved
  if (view.tab !== 'graph' || selected <= 0 || model.tree.total[selected] !== 0) return null
  const { width } = view.comparison
  return (
    <Notice action={{ text: 'Widths of both', run: () => change(changeComparison(view, { width: 'union' }), 'push') }}>
      The selected frame has no width here: {width === 'changed' ? 'it did not change.' : `no sample ${width} has it.`}
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
