'use client'
import { FlaskConical } from 'lucide-react'
import Link from 'next/link'
import type { ExperimentSummary } from '../../lib/contract/experiments.ts'
import { formatMoment } from '../../lib/contract/profile-title.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { Ago } from '../live/use-now.tsx'
import { usePageRefresh } from '../live/use-page-refresh.ts'
import { PageTitle } from '../shell/page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { GridTable } from '../ui/grid-table.tsx'
import { Name } from '../ui/name.tsx'
import { ExperimentDirectories } from './experiment-directories.tsx'
import { ExperimentState } from './experiment-state.tsx'

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_7rem_8rem_7rem_7rem] items-center'

/** Every experiment that was reported, the newest first. */
export function ExperimentsPage({ experiments }: { experiments: readonly ExperimentSummary[] }) {
  usePageRefresh()
  return (
    <>
      <PageTitle>Experiments</PageTitle>
      <ExperimentDirectories />
      {experiments.length === 0 ? (
        <EmptyState icon={<FlaskConical size={24} aria-hidden />} title="No experiment was run yet">
          <p className="max-w-prose text-muted">
            An experiment runs an application in several configurations under the same load, and profiles each. Describe
            it in an experiment.yaml beside the compose file of the application, and run it on this host. It appears
            here when its first run begins.
          </p>
          <code className="font-mono text-xs">npx hearth experiment run DIR</code>
        </EmptyState>
      ) : (
        <GridTable
          label="Experiments"
          grid={grid}
          titles={['Experiment', 'Service', 'Configurations', 'Runs', 'Started', 'State']}
          rowCount={experiments.length}
        >
          {experiments.map((experiment) => (
            <Row key={experiment.id} {...experiment} />
          ))}
        </GridTable>
      )}
    </>
  )
}

function Row({
  id,
  name,
  service,
  state,
  dueAt,
  startedAt,
  configurations,
  plannedRuns,
  endedRuns,
  markedRuns,
}: ExperimentSummary) {
  return (
    <div role="row" data-experiment={id} className={`${grid} min-h-9 border-b border-line py-1 hover:bg-surface`}>
      <div role="cell" className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Link href={`/experiments/${id}`} className="finger-high flex min-w-6 rounded-md font-medium hover:underline">
          <Name text={name} />
        </Link>
        <span className="figures shrink-0 text-xs text-muted">{formatMoment(startedAt)}</span>
      </div>
      <div role="cell" className="flex min-w-0 max-sm:hidden">
        <Name text={service} />
      </div>
      <div role="cell" className="figures max-sm:hidden">
        {formatCount(configurations)}
      </div>
      <div role="cell" className="figures max-sm:order-last max-sm:col-span-full max-sm:text-muted">
        {endedRuns === plannedRuns
          ? formatCount(endedRuns)
          : `${formatCount(endedRuns)} of ${formatCount(plannedRuns)}`}
        <span className="sm:sr-only"> runs</span>
        {markedRuns > 0 ? `, ${formatCount(markedRuns)} left out` : null}
      </div>
      <div role="cell" className="text-muted max-sm:hidden">
        <Ago at={startedAt} />
      </div>
      <div role="cell">
        <ExperimentState state={state} dueAt={dueAt} />
      </div>
    </div>
  )
}
