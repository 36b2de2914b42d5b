'use client'
import { Fragment, useState } from 'react'
import type { DoctorReport } from '../../lib/contract/doctor.ts'
import type { Target } from '../../lib/contract/target.ts'
import { engineTable, eventLabels } from '../../lib/contract/engines.ts'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { CellFindings } from './cell-findings.tsx'
import { findExpectedPlan, isBlocked, type MatrixCell, type MatrixRow, vantageLabel } from './doctor-cells.ts'
import { LevelMark } from '../capture/level-mark.tsx'

const keyOf = ({ engine, event }: MatrixCell) => `${engine} ${event}`

/**
 * Engines by events, as a table; a field opens to what the doctor found. On a phone each row is a block of its own, so
 * the roles are written out: a table that is laid out otherwise is none to a browser.
 */
export function DoctorMatrix({
  target,
  report,
  engines,
  rows,
}: {
  target: Target
  report: DoctorReport
  engines: readonly MatrixCell['engine'][]
  rows: readonly MatrixRow[]
}) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <table role="table" aria-label="Engines and events" className="w-full border-t border-line text-left max-lg:block">
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line text-xs text-muted">
          <ColumnHeader>Event</ColumnHeader>
          {engines.map((engine) => (
            <ColumnHeader key={engine}>{engineTable[engine].title}</ColumnHeader>
          ))}
          <ColumnHeader>Recommended</ColumnHeader>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:block">
        {rows.map((row) => {
          const opened = row.cells.find((cell) => keyOf(cell) === open && cell.readiness.length > 0)
          return (
            <Fragment key={row.event}>
              <tr
                role="row"
                data-event={row.event}
                className={classNames(
                  'max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-3 max-lg:py-2 max-sm:grid-cols-1',
                  opened === undefined && 'border-b border-line',
                )}
              >
                <th
                  role="rowheader"
                  scope="row"
                  title={eventLabels[row.event].about}
                  className="py-1 pr-3 pl-2 font-medium whitespace-nowrap max-lg:col-span-full"
                >
                  {eventLabels[row.event].title}
                </th>
                {row.cells.map((cell) => (
                  <td
                    key={cell.engine}
                    role="cell"
                    className={classNames('py-0.5 pr-2 max-lg:px-0', cell.readiness.length === 0 && 'max-lg:hidden')}
                  >
                    <MatrixButton
                      cell={cell}
                      isOpen={keyOf(cell) === open}
                      onToggle={() => setOpen(keyOf(cell) === open ? null : keyOf(cell))}
                    />
                  </td>
                ))}
                <td role="cell" className="max-w-64 px-2 py-1 max-lg:col-span-full max-lg:max-w-none">
                  <ExpectedPlanCell report={report} event={row.event} />
                </td>
              </tr>
              {opened ? (
                <tr role="row" className="border-b border-line max-lg:block">
                  <td role="cell" colSpan={engines.length + 2} className="pb-3 max-lg:block">
                    <CellFindings target={target} cell={opened} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function ColumnHeader({ children }: { children: string }) {
  return (
    <th role="columnheader" scope="col" className="h-8 pr-2 pl-2 font-normal">
      {children}
    </th>
  )
}

/** The levels of one engine for one event, one mark for each vantage. */
function MatrixButton({ cell, isOpen, onToggle }: { cell: MatrixCell; isOpen: boolean; onToggle: () => void }) {
  if (cell.readiness.length === 0) {
    return (
      <span className="px-2 text-faint">
        <span aria-hidden>–</span>
        <span className="sr-only">{engineTable[cell.engine].title} does not record this</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-8 w-full items-center gap-3 rounded-md border border-transparent px-2 hover:border-edge/60 aria-expanded:border-ink aria-expanded:bg-surface"
    >
      <span className="sr-only">{eventLabels[cell.event].title} by </span>
      <span className="w-28 text-left lg:sr-only">{engineTable[cell.engine].title}: </span>
      {cell.readiness.map(({ vantage, level }) => (
        <span key={vantage} className="flex items-center gap-1 text-xs text-muted" data-level={level}>
          <LevelMark level={level} isMuted={level === 'blocked' && !isBlocked(cell)} />
          {vantageLabel(vantage)} <span className="sr-only">{level},</span>
        </span>
      ))}
    </button>
  )
}

function ExpectedPlanCell({ report, event }: { report: DoctorReport; event: MatrixRow['event'] }) {
  const { plan, reason: why, fallbacks: then } = findExpectedPlan(report, event)
  return (
    <p className="leading-4" title={then.length > 0 ? `When that fails: ${then.join(', then ')}.` : undefined}>
      <span className={plan === null ? 'text-muted' : 'font-medium'}>{plan ?? 'No engine available'}</span>
      <span className="line-clamp-2 text-xs text-muted">
        <Name text={why} wrap />
      </span>
    </p>
  )
}
