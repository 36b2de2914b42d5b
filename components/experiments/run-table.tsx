import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import type { Experiment } from '../../lib/contract/experiments.ts'
import { includesWarmUp, warmUpIncluded } from '../../lib/contract/measured-part.ts'
import type { Measure } from '../../lib/contract/measures.ts'
import { listShownMeasures, summariseRuns } from '../../lib/contract/summarise-runs.ts'
import { formatCountOf, formatDuration, formatShare } from '../../lib/profile/format/units.ts'
import { Ago } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { Name } from '../ui/name.tsx'
import { ProfileLinks, titleOfMeasure } from './configuration-matrix.tsx'
import { formatMeasure, formatValues } from '../../lib/contract/describe-effects.ts'
import { markLabels } from './experiment-labels.ts'
import { RunTimelineChart } from './run-timeline.tsx'
import { Cell, cellClass, noteClass, TitledTable } from './titled-table.tsx'

const runMeasures: readonly Measure[] = ['perSecond', 'p99', 'cpuMs', 'allocated']

const isLeftOut = ({ marks }: Experiment['runs'][number]) => marks.length > 0

/** Every run that has ended, the last first, with why it is left out where one is. */
export function RunTable({ experiment: { configurations, runs } }: { experiment: Experiment }) {
  const valuesOf = new Map(configurations.map(({ number, values }) => [number, formatValues(values)]))
  const shown = listShownMeasures(runs)
  const shownMeasures = runMeasures.filter((measure) => shown.includes(measure))
  const measured = shownMeasures.map(titleOfMeasure)
  const hasLeftOut = runs.some(isLeftOut)
  const titles = [
    ...['Run', 'Configuration', 'Repetition', 'Started', ...measured],
    ...['Other work', 'Throttled', 'Flame graph', ...(hasLeftOut ? ['Left out'] : [])],
  ]
  return (
    <>
      <TitledTable label="Runs as a table" titles={titles}>
        {runs
          .toSorted((a, b) => b.number - a.number)
          .map((run) => (
            <Row
              key={run.number}
              run={run}
              values={valuesOf.get(run.configuration) ?? ''}
              shownMeasures={shownMeasures}
              columns={titles.length}
              hasLeftOut={hasLeftOut}
            />
          ))}
      </TitledTable>
      <p className={noteClass}>
        Other work is the share of the host’s CPU time that neither the service nor the load took while the run was
        measured.
      </p>
    </>
  )
}

interface RowProps {
  readonly run: Experiment['runs'][number]
  readonly values: string
  readonly shownMeasures: readonly Measure[]
  /** Columns of the table. */
  readonly columns: number
  readonly hasLeftOut: boolean
}

function Row({ run, values, shownMeasures, columns, hasLeftOut }: RowProps) {
  const { number, configuration, repetition, times, marks, captureId, profiles, disturbance, timeline } = run
  const [isOpen, setOpen] = useState(false)
  // A marked run has numbers too: they are shown, and count nowhere.
  const { spreads } = summariseRuns([{ ...run, marks: [] }])
  return (
    <>
      <tr role="row" className={isOpen ? '' : 'border-b border-line'} data-run={number}>
        <th role="rowheader" scope="row" className={`${cellClass} figures font-medium whitespace-nowrap`}>
          {timeline === null ? (
            number
          ) : (
            <button
              type="button"
              className="flex min-h-6 items-center gap-1 rounded-md"
              aria-expanded={isOpen}
              aria-label={`Time line of run ${number}`}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight size={14} aria-hidden className={isOpen ? 'rotate-90' : ''} />
              {number}
            </button>
          )}
        </th>
        <Cell title="Configuration" className="sm:max-w-72">
          <span className="figures">{configuration}</span> {values === '' ? null : <Name text={values} mono wrap />}
        </Cell>
        <Cell title="Repetition" className="figures">
          {repetition}
        </Cell>
        <Cell title="Started" className="text-muted">
          {times.startedAt === null ? '–' : <Ago at={times.startedAt} />}
        </Cell>
        {shownMeasures.map((measure) => (
          <Cell
            key={measure}
            title={titleOfMeasure(measure)}
            className={`figures ${isLeftOut(run) ? 'text-muted' : ''}`}
          >
            {spreads[measure] === null ? '–' : formatMeasure(measure, spreads[measure].median)}
            {measure === 'perSecond' && includesWarmUp(run) ? (
              <span className="block text-xs text-muted">{warmUpIncluded}</span>
            ) : null}
          </Cell>
        ))}
        <Cell title="Other work" className="figures">
          {disturbance === null ? '–' : formatShare(disturbance.otherShare)}
        </Cell>
        <Cell title="Throttled" className="figures whitespace-nowrap">
          <Throttled disturbance={disturbance} />
        </Cell>
        <Cell title="Flame graph">
          {profiles.length > 0 || captureId === null ? (
            <ProfileLinks run={run} />
          ) : (
            <Link href={`/captures/${captureId}`} prefetch={false} className="rounded-md underline">
              Capture
            </Link>
          )}
        </Cell>
        {hasLeftOut ? (
          <Cell title="Left out" className="min-w-56">
            {marks.map(({ mark, reason }) => (
              <span key={`${mark} ${reason}`} className="flex flex-wrap items-baseline gap-x-2">
                <Badge tone="warn">{markLabels[mark]}</Badge>
                <Name text={reason} wrap />
              </span>
            ))}
          </Cell>
        ) : null}
      </tr>
      {isOpen && timeline !== null ? (
        <tr role="row" className="border-b border-line">
          <td role="cell" colSpan={columns} className="px-2">
            <div className="max-w-[calc(100vw-3rem)]">
              <RunTimelineChart run={{ ...run, timeline }} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  )
}

function Throttled({ disturbance }: Pick<Experiment['runs'][number], 'disturbance'>) {
  const { throttledMs, throttledPeriods } = disturbance ?? {}
  if (throttledMs == null) return '–'
  if (throttledMs === 0) return '0 s'
  return (
    <>
      {formatDuration(throttledMs)}
      <span className="block text-xs text-muted">{formatCountOf(throttledPeriods ?? 0, 'period')}</span>
    </>
  )
}
