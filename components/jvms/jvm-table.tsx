'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Target } from '../../lib/contract/target.ts'
import { classNames } from '../ui/class-names.ts'
import { GroupFold } from '../ui/group-fold.tsx'
import { Name } from '../ui/name.tsx'
import type { Folds } from '../ui/use-folds.ts'
import { useWindowRows } from '../ui/use-window-rows.ts'
import type { TargetGroup } from './group-targets.ts'
import { groupRowHeight, jvmColumns, jvmGrid, jvmRowHeights } from './jvm-columns.ts'
import { JvmRow } from './jvm-row.tsx'
import { meanCpuPercent, type Sort, type SortKey } from './select-targets.ts'
import { useHold } from './use-hold.ts'
import { formatCountOf, formatCpu } from '../../lib/profile/format/units.ts'

/** From so many rows on, the page has only those of the list of JVMs that are near the screen. */
const jvmsVirtualFrom = 60
/** Rows of the list of JVMs that the page has above and below the screen. */
const jvmsOverscan = 12
/** Height of a row in CSS pixels until the page has been measured. */
const unmeasuredRowPx = 40

type Row = { readonly group: TargetGroup } | { readonly target: Target }
const rowKey = (row: Row) => ('group' in row ? `group ${row.group.key}` : row.target.id)

/** The JVMs as a table, by group; of many, only the rows in sight exist. */
export function JvmTable({
  groups,
  folds,
  outdated,
  captures,
  sort,
  onSort,
  onHold,
}: {
  groups: readonly TargetGroup[]
  /** Groups that are folded, by their keys. */
  folds: Folds
  /** Collectors that do not answer: what they last reported may have changed. */
  outdated: ReadonlySet<string>
  /** Under way, by target. */
  captures: ReadonlyMap<string, Capture>
  sort: Sort
  onSort: (sort: Sort) => void
  /** Someone is about to press something in a row, or no longer: rows must not move away meanwhile. */
  onHold: (isHeld: boolean) => void
}) {
  const rows = useMemo(() => groups.flatMap((group) => listRows(group, folds.isFolded(group.key))), [groups, folds])
  const rowHeight = useRowHeightPx()
  const { bodyProps, shown, first, forgetHeights } = useWindowRows(rows, {
    keyOf: rowKey,
    heightOf: (row) => ('group' in row ? rowHeight.group : rowHeight.target),
    virtualFrom: jvmsVirtualFrom,
    overscan: jvmsOverscan,
  })
  useEffect(() => forgetHeights(), [forgetHeights, rowHeight, rows])
  const holding = useHold(onHold)

  return (
    <div role="table" aria-label="JVMs" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="sticky top-11 z-20 max-xl:hidden">
        <div role="row" className={classNames('grid border-b border-line bg-canvas px-2', jvmGrid)} aria-rowindex={1}>
          {jvmColumns.map((column) => (
            <ColumnHeader key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          <div role="columnheader">
            <span className="sr-only">Profile</span>
          </div>
        </div>
      </div>
      <div role="rowgroup" className="border-t border-line xl:border-t-0" {...bodyProps} {...holding}>
        {shown.map((row, offset) =>
          'group' in row ? (
            <GroupRow
              key={rowKey(row)}
              group={row.group}
              folds={folds}
              isOutdated={row.group.targets.every(({ collectorId }) => outdated.has(collectorId))}
              index={first + offset}
            />
          ) : (
            <JvmRow
              key={rowKey(row)}
              target={row.target}
              capture={captures.get(row.target.id)}
              isOutdated={outdated.has(row.target.collectorId)}
              index={first + offset}
            />
          ),
        )}
      </div>
    </div>
  )
}

function listRows(group: TargetGroup, isFolded: boolean): Row[] {
  const rows = group.targets.map((target) => ({ target }))
  if (group.name === '') return rows
  return isFolded ? [{ group }] : [{ group }, ...rows]
}

/** The line above the JVMs of one group: what they have in common, how many they are, and what they use. */
function GroupRow({
  group: { key, name, targets },
  folds,
  isOutdated,
  index,
}: {
  group: TargetGroup
  folds: Folds
  isOutdated: boolean
  index: number
}) {
  const cpuPercent = targets.reduce((sum, target) => sum + (meanCpuPercent(target) ?? 0), 0)
  return (
    <div role="row" aria-rowindex={index + 2} className={classNames('border-b border-line', groupRowHeight.className)}>
      <div role="cell" aria-colspan={jvmColumns.length + 1} data-group={key} className="h-full min-w-0">
        <GroupFold isFolded={folds.isFolded(key)} onToggle={() => folds.toggle(key)}>
          <Name text={name} className="font-medium" />
          <span className="figures shrink-0 text-xs text-muted">
            {formatCountOf(targets.length, 'JVM')}
            {isOutdated ? ', as last seen' : ` · CPU ${formatCpu(cpuPercent)}`}
          </span>
        </GroupFold>
      </div>
    </div>
  )
}

function subscribeToResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function useRowHeightPx(): { target: number; group: number } {
  const targetHeight = useSyncExternalStore(
    subscribeToResize,
    () => (jvmRowHeights.find(({ media }) => matchMedia(media).matches)?.quarterRems ?? 10) * quarterRemPx(),
    () => unmeasuredRowPx,
  )
  return useMemo(() => ({ target: targetHeight, group: groupRowHeight.quarterRems * quarterRemPx() }), [targetHeight])
}

const quarterRemPx = () =>
  typeof document === 'undefined' ? 4 : parseFloat(getComputedStyle(document.documentElement).fontSize) / 4

function ColumnHeader({
  column,
  sort,
  onSort,
}: {
  column: (typeof jvmColumns)[number]
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const isSorted = sort.key === column.key
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <div role="columnheader" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className="flex h-8 w-full items-center gap-1 rounded-md text-xs text-muted hover:text-ink"
        onClick={() => onSort(nextSort(sort, column.key, column.startsDescending ?? false))}
      >
        <span className={isSorted ? 'font-medium text-ink' : undefined}>{column.title}</span>
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </div>
  )
}

function nextSort(sort: Sort, key: SortKey, startsDescending: boolean): Sort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: startsDescending }
}
