import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import type { Experiment } from '../../lib/contract/experiments.ts'
import { includesWarmUp, warmUpIncluded } from '../../lib/contract/measured-part.ts'
import type { Measure } from '../../lib/contract/measures.ts'
import { listShownMeasures, measureRun } from '../../lib/contract/summarise-runs.ts'
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

type Run = Experiment['runs'][number]

const isLeftOut = ({ marks }: Run) => marks.length > 0

/** Every run that has ended, the last first, with why it is left out where one is. */
export function RunTable({ experiment: { configurations, runs } }: { experiment: Experiment }) {
  const valuesOf = new Map(configurations.map(({ number, values }) => [number, formatValues(values)]))
  const shown = listShownMeasures(runs)
  const shownMeasures = runMeasures.filter((measure) => shown.includes(measure))
  const columns = [
    createConfigurationColumn(valuesOf),
    ...columnsBefore,
    ...shownMeasures.map(createMeasureColumn),
    ...columnsAfter,
    ...(runs.some(isLeftOut) ? [leftOutColumn] : []),
  ]
  return (
    <>
      <TitledTable label="Runs as a table" titles={['Run', ...columns.map(({ title }) => title)]}>
        {runs
          .toSorted((a, b) => b.number - a.number)
          .map((run) => (
            <Row key={run.number} run={run} columns={columns} />
          ))}
      </TitledTable>
      <p className={noteClass}>
        Other work is the share of the host’s CPU time that neither the service nor the load took while the run was
        measured.
      </p>
    </>
  )
}

/** A column behind the number of the run. */
interface Column {
  readonly title: string
  readonly className?: string
  readonly content: (run: Run) => ReactNode
}

const createConfigurationColumn = (valuesOf: ReadonlyMap<number, string>): Column => ({
  title: 'Configuration',
  className: 'sm:max-w-72',
  content: ({ configuration }) => {
    const values = valuesOf.get(configuration) ?? ''
    return (
      <>
        <span className="figures">{configuration}</span> {values === '' ? null : <Name text={values} mono wrap />}
      </>
    )
  },
})

const columnsBefore: readonly Column[] = [
  { title: 'Repetition', className: 'figures', content: ({ repetition }) => repetition },
  {
    title: 'Started',
    className: 'text-muted',
    content: ({ times: { startedAt } }) => (startedAt === null ? '–' : <Ago at={startedAt} />),
  },
]

const createMeasureColumn = (measure: Measure): Column => ({
  title: titleOfMeasure(measure),
  className: 'figures',
  content: (run) => {
    // A marked run has numbers too: they are shown, and count nowhere.
    const value = measureRun(run, measure)
    return (
      <span className={isLeftOut(run) ? 'text-muted' : ''}>
        {value === null ? '–' : formatMeasure(measure, value)}
        {measure === 'perSecond' && includesWarmUp(run) ? (
          <span className="block text-xs text-muted">{warmUpIncluded}</span>
        ) : null}
      </span>
    )
  },
})

const columnsAfter: readonly Column[] = [
  {
    title: 'Other work',
    className: 'figures',
    content: ({ disturbance }) => (disturbance === null ? '–' : formatShare(disturbance.otherShare)),
  },
  {
    title: 'Throttled',
    className: 'figures whitespace-nowrap',
    content: ({ disturbance }) => <Throttled disturbance={disturbance} />,
  },
  {
    title: 'Flame graph',
    content: (run) =>
      run.profiles.length > 0 || run.captureId === null ? (
        <ProfileLinks run={run} />
      ) : (
        <Link href={`/captures/${run.captureId}`} prefetch={false} className="finger-high rounded-md underline">
          Capture
        </Link>
      ),
  },
]

const leftOutColumn: Column = {
  title: 'Left out',
  className: 'min-w-56',
  content: ({ marks }) =>
    marks.map(({ mark, reason }) => (
      <span key={`${mark} ${reason}`} className="flex flex-wrap items-baseline gap-x-2">
        <Badge tone="warn">{markLabels[mark]}</Badge>
        <Name text={reason} wrap />
      </span>
    )),
}

function Row({ run, columns }: { run: Run; columns: readonly Column[] }) {
  const { number, timeline } = run
  const [isOpen, setOpen] = useState(false)
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
        {columns.map(({ title, className, content }) => (
          <Cell key={title} title={title} className={className}>
            {content(run)}
          </Cell>
        ))}
      </tr>
      {isOpen && timeline !== null ? (
        <tr role="row" className="border-b border-line">
          <td role="cell" colSpan={columns.length + 1} className="px-2">
            <div className="max-w-[calc(100vw-3rem)]">
              <RunTimelineChart run={{ ...run, timeline }} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  )
}

function Throttled({ disturbance }: Pick<Run, 'disturbance'>) {
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
