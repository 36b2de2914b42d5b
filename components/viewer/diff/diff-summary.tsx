'use client'
import { Info } from 'lucide-react'
import { Fragment, useEffect, useMemo } from 'react'
import { describeEnginePair } from '../../../lib/profile/compare/engine-pair.ts'
import { eventOfBoth } from '../../../lib/profile/compare/merged-tree/comparison-scales.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import {
  describeNoDifference,
  describeTotals,
  engineCaution,
  explainShareAlone,
  introduceDifferences,
} from '../../../lib/contract/describe-totals.ts'
import { formatCount } from '../../../lib/profile/format/units.ts'
import {
  chooseOpeningWidth,
  type ComparisonLevel,
  computeScaledChange,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { findUnsureChange, isSurelyAbsent, notCertain } from '../../../lib/profile/compare/unsure-change.ts'
import { shortName } from '../../../lib/profile/names/names.ts'
import { nameCause } from '../../../lib/profile/names/thread-work.ts'
import { ChangesMenu, showNode } from './changes-menu.tsx'
import { formatStep, scaleSuffixes, withoutScale } from './format-delta.ts'
import { describeFilter } from '../filters/filter-labels.ts'
import { Notice, NoticeList } from '../shell/viewer-notices.tsx'
import {
  type ComparedTables,
  getRowStatus,
  isMostlyGone,
  listDifferences,
  listMainChanges,
  type MainChange,
  type NamedRows,
  nameTables,
  type RowStatus,
} from './diff-rows.ts'
import { describeFinding, type ExperimentFindings } from './experiment-findings.ts'
import { openGroup } from './marked-group.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { changeComparison } from '../view/view-changes.ts'

/** The smallest change that these two can show, how many changes are significant, and the new and gone frames. */
export function DiffSummary({
  viewer,
  diff,
  before,
  after,
  findings,
  onLevel,
}: {
  viewer: Viewer
  diff: Diff
  before: ProfileSummary
  after: ProfileSummary
  /** null until they are read. */
  findings: ExperimentFindings | null
  /** Chooses the level that the table lists. */
  onLevel: (level: ComparisonLevel) => void
}) {
  const { packages, classes, functions, power, sides, delta } = diff
  const { view, change } = viewer.viewing
  const tables = useMemo(
    () => packages && classes && functions && { packages, classes, functions },
    [packages, classes, functions],
  )
  const counts = useMemo(
    () =>
      tables &&
      ([
        ['package', listDifferences(tables.packages).length],
        ['class', listDifferences(tables.classes).length],
        ['function', listDifferences(tables.functions).length],
      ] as const),
    [tables],
  )
  const isChanged = counts?.some(([, count]) => count > 0) ?? false
  const unsureRow = useMemo(
    () => (functions === null || isChanged ? -1 : findUnsureChange(functions, sides, delta)),
    [functions, isChanged, sides, delta],
  )
  const isExperimentSure = findings !== null && findings.changes.length > 0
  const event = eventOfBoth(before, after)
  const engines = describeEnginePair(before, after)
  const totals = event === null ? null : describeTotals(sides.bases, event)
  const basis = totals ?? (event === null ? null : explainShareAlone(sides.bases, event))
  const isNothingChanged = view.comparison.width === 'changed' && viewer.model.tree.total[0] === 0
  return (
    <>
      <div className="flex min-h-7 items-center gap-x-3 border-b border-line bg-surface px-3 text-xs max-lg:flex-wrap max-lg:py-1">
        {basis === null ? null : (
          <span data-testid="comparison-totals" className="min-w-0 font-medium lg:shrink-0">
            {basis}
          </span>
        )}
        <span data-testid="significant-count" className="min-w-0 font-medium lg:shrink-0">
          {counts === null || findings === null ? (
            'Testing for significance …'
          ) : isExperimentSure ? (
            'The experiment found, median per request:'
          ) : !isChanged ? (
            <Unchanged {...{ viewer, diff, totals, engines, row: unsureRow }} />
          ) : (
            <>
              <span title={engines === null ? undefined : `${engineCaution}.`}>{introduceDifferences(engines)}</span>
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
        {tables && findings ? <MainChanges {...{ viewer, diff, tables, findings }} /> : null}
        <Power sentence={power?.sentence ?? null} isBesideChanges={isChanged || isExperimentSure} />
        <ChangesMenu viewer={viewer} diff={diff} />
      </div>
      <BaselineFilters viewer={viewer} />
      <HiddenSelection viewer={viewer} />
      <NoticeList
        always={engines !== null && (isChanged || unsureRow >= 0) ? [`${engineCaution}.`, ...sides.notes] : sides.notes}
        texts={sides.frameNotes}
      />
      {isNothingChanged ? (
        <Notice action={{ text: 'Show all', run: () => change(changeComparison(view, { width: 'after' }), 'push') }}>
          Nothing changed: both sides are the same, box by box.
        </Notice>
      ) : null}
    </>
  )
}

/** Says that no change is significant: also where one is so large that it cannot be called none. */
function Unchanged({
  viewer,
  diff,
  totals,
  engines,
  row,
}: {
  viewer: Viewer
  diff: Diff
  totals: string | null
  engines: string | null
  /** Of the function with that change; -1 for none. */
  row: number
}) {
  const { functions } = diff
  if (functions === null || row < 0) return describeNoDifference(totals, engines, diff.sides.lostCallers)
  const name = viewer.labelOf(functions.frame[row]!)
  const { before, after } = diff.describeRow(functions, row)
  return (
    <>
      {notCertain}
      <button
        type="button"
        title={diff.power?.uncertainty}
        className="min-h-6 underline-offset-2 hover:underline"
        onClick={() => showNode(viewer, functions.widest[row]!, null)} // null: the widths stay as they are
      >
        {shortName(name, summaryNameChars)} {formatStep(before, after)}
      </button>
    </>
  )
}

/**
 * Which change is too small to be detected. On a line that has no room for all of it, or is full of changes, it is
 * behind a button.
 */
function Power({ sentence, isBesideChanges }: { sentence: string | null; isBesideChanges: boolean }) {
  return (
    <>
      {sentence === null ? null : (
        <Popover
          title={powerTitle}
          align="center"
          trigger={
            <IconButton
              label={powerTitle}
              size="small-icon"
              icon={Info}
              className={classNames('min-[1700px]:hidden', !isBesideChanges && 'max-lg:hidden')}
            />
          }
        >
          <p className="max-w-sm text-xs">{sentence}</p>
        </Popover>
      )}
      <p
        data-testid="comparison-power"
        title={sentence ?? undefined}
        className={classNames(
          // A sentence that does not fit wraps out of sight, instead of being cut.
          'min-w-0 flex-1 text-muted lg:flex lg:h-4 lg:flex-wrap lg:gap-x-1 lg:overflow-clip',
          isBesideChanges ? 'max-lg:hidden lg:max-[1700px]:invisible' : 'max-lg:order-last max-lg:basis-full',
        )}
      >
        {sentence?.split(/(?<=\.) /).map((part) => (
          <Fragment key={part}>
            <span className="lg:max-w-full lg:truncate">{part}</span>{' '}
          </Fragment>
        ))}
      </p>
    </>
  )
}

const powerTitle = 'The smallest change that can be detected'

const plurals: Record<ComparisonLevel, string> = { package: 'packages', class: 'classes', function: 'functions' }
/** Changes that the summary of a comparison names, the first of the list. */
const mostChanges = 3
/** Characters of the name of a function in the summary of a comparison. */
const summaryNameChars = 40

/** -1 where it has no row. */
function findRow(rows: NamedRows, { name }: { readonly name: string }): number {
  return Array.from({ length: rows.length }, (_, at) => at).findIndex((at) => rows.strings[rows.nameOf(at)] === name)
}

/**
 * The changes by package, as people think: a driver that vanished is one line. A change that no package explains is
 * named by its class or method.
 */
function MainChanges({
  viewer,
  diff,
  tables,
  findings,
}: {
  viewer: Viewer
  diff: Diff
  tables: ComparedTables
  findings: ExperimentFindings
}) {
  const { view, change } = viewer.viewing
  const { labelOf } = viewer
  const { packages, classes, functions } = tables
  const { model } = viewer
  const levels = useMemo(() => nameTables(tables, model), [tables, model])
  const changes = useMemo(() => listMainChanges(levels), [levels])
  const found = useMemo(
    () =>
      findings.changes
        .slice(0, mostChanges)
        .map((finding) => ({ finding, row: findRow(levels[finding.level], finding) })),
    [levels, findings],
  )
  const nameOf = ({ level, row }: MainChange) => levels[level].strings[levels[level].nameOf(row)]!
  // Once tested, the graph takes widths by which the largest change can be seen, unless a person or a link chose some.
  useEffect(() => {
    const [first] = changes
    const isGone = first !== undefined && isMostlyGone(levels, first, diff.sides)
    const width = chooseOpeningWidth(view.comparison, isGone)
    if (width !== view.comparison.width) change(changeComparison(view, { width }), 'replace')
  }, [changes, levels, diff.sides, view, change])

  function open({ level, row }: MainChange): void {
    if (level !== 'function') {
      const rows = level === 'package' ? packages : classes
      return change(openGroup(view, diff, { level, rows, row }), 'push')
    }
    // A new function has no width by `before`, one that is gone none by `after`.
    const status = getRowStatus(functions, row)
    showNode(viewer, functions.widest[row]!, status === 'new' ? 'before' : status === 'gone' ? 'after' : null)
  }

  const { scale } = diff.sides
  // Changes that no finding of the experiment covers.
  const own = changes.filter(({ level, row }) => !levels[level].findings?.[row])
  const hasFindings = findings.changes.length > 0
  if (!hasFindings && own.length === 0) return null
  return (
    <>
      {hasFindings || scaleSuffixes[scale] === '' ? null : (
        <span className="-mr-2 shrink-0 text-muted">{scaleSuffixes[scale].trim()}:</span>
      )}
      <ul
        aria-label="Largest changes"
        // An item that does not fit on the line is hidden as a whole: half a name says nothing.
        className="flex min-w-0 flex-wrap gap-x-3 lg:h-7 lg:overflow-hidden"
      >
        {found.map(({ finding, row }) => (
          <ChangeItem
            key={`found ${finding.name}`}
            whole={finding.name}
            {...describeFinding(finding)}
            onOpen={row < 0 ? null : () => open({ level: finding.level, row })}
          />
        ))}
        {hasFindings && own.length > 0 ? <li className="flex items-center text-muted lg:h-7">Also here:</li> : null}
        {own.slice(0, mostChanges).map((main) => {
          const { level, row } = main
          const rows = levels[level]
          const whole = level === 'function' ? labelOf(functions.frame[row]!) : nameOf(main)
          const described = diff.describeRow(rows, row)
          const { before, after } = hasFindings ? described : withoutScale(described, scale)
          const isSure = isSurelyAbsent(
            [rows.low[row]!, rows.high[row]!],
            computeScaledChange(rows, diff.sides, diff.delta, row),
          )
          return (
            <ChangeItem
              key={`${level} ${whole}`}
              name={level === 'function' ? nameCause(whole, shortName(whole, summaryNameChars)) : whole}
              whole={whole}
              cost={describeChange(isSure ? getRowStatus(rows, row) : 'changed', before, after)}
              onOpen={() => open(main)}
            />
          )
        })}
      </ul>
    </>
  )
}

/** One change on the line. `onOpen`: null where this graph has nothing of it. */
function ChangeItem({
  name,
  whole,
  cost,
  onOpen,
}: {
  name: string
  whole: string
  cost: string
  onOpen: (() => void) | null
}) {
  const content = (
    <>
      <Name text={name} whole={whole} mono />
      <span className="figures whitespace-nowrap text-muted">{cost}</span>
    </>
  )
  const layout = 'grid min-h-6 min-w-0 grid-cols-[minmax(0,auto)_auto] content-center items-baseline gap-1.5 text-left'
  return (
    <li className="flex max-w-full items-center lg:h-7">
      {onOpen === null ? (
        <span className={layout}>{content}</span>
      ) : (
        <button type="button" onClick={onOpen} className={`${layout} underline-offset-2 hover:underline`}>
          {content}
        </button>
      )}
    </li>
  )
}

function describeChange(status: RowStatus, before: string, after: string): string {
  if (status === 'new') return `is new: ${after}`
  return status === 'gone' ? `is gone: ${before}` : formatStep(before, after)
}

/** Says that the selected frame has no width by the chosen kind of width. */
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
