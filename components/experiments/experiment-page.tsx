'use client'
import { FlaskConical } from 'lucide-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { computeVariableEffects } from '../../lib/contract/experiment-effects.ts'
import {
  type Experiment,
  type ExperimentSummary,
  phaseLabels,
  stateAt,
  type VariableEffect,
} from '../../lib/contract/experiments.ts'
import { describeAllLeftOut, describeBusyHost } from '../../lib/contract/describe-effects.ts'
import { omissionTexts } from '../../lib/contract/load-formats.ts'
import { describeMeasuredPart } from '../../lib/contract/measured-part.ts'
import { computeRangeConfidence, listShownMeasures, selectWhole } from '../../lib/contract/summarise-runs.ts'
import {
  formatCount,
  formatCountOf,
  formatShare,
  formatTimeLeft,
  formatUptime,
} from '../../lib/profile/format/units.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { getMsLeft } from '../live/ms-left.ts'
import { Ago, useNow } from '../live/use-now.tsx'
import { usePageRefresh } from '../live/use-page-refresh.ts'
import { PageTitle } from '../shell/page.tsx'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { ConfigurationComparison } from './configuration-comparison.tsx'
import { ConfigurationMatrix } from './configuration-matrix.tsx'
import { DeleteExperiment } from './delete-experiment.tsx'
import { ExperimentState } from './experiment-state.tsx'
import { Conclusion } from './function-changes.tsx'
import { ExportExperiment } from './export-experiment.tsx'
import { RunChart } from './run-chart.tsx'
import { RunTable } from './run-table.tsx'
import { SeriesComparisonSection, withParameter } from './series-comparison.tsx'
import { noteClass } from './titled-table.tsx'
import { VariableEffects } from './variable-effects.tsx'

interface ExperimentPageProps {
  readonly experiment: Experiment
  /** Other series of the same experiment, newest first. */
  readonly others: readonly ExperimentSummary[]
  /** The one of them that the address names. */
  readonly other: Experiment | null
}

/** One experiment: its configurations side by side, two of them compared, another series, and all runs. */
export function ExperimentPage({ experiment, others, other }: ExperimentPageProps) {
  usePageRefresh()
  const [picked, pick] = usePicked(experiment)
  const [first, second] = picked.toSorted((a, b) => a - b)
  const { name, runs } = experiment
  const effects = useMemo(() => computeVariableEffects(experiment), [experiment])
  const countsAny = selectWhole(runs).length > 0
  return (
    <>
      <PageTitle
        above={<Link href="/experiments">Experiments</Link>}
        actions={
          <>
            {runs.length > 0 ? <ExportExperiment experimentId={experiment.id} /> : null}
            <DeleteExperiment experiment={experiment} />
          </>
        }
      >
        <Name text={name} />
      </PageTitle>
      <Progress experiment={experiment} />
      {countsAny ? (
        <Conclusions experiment={experiment} effects={effects.filter(({ pairs }) => pairs.length > 0)} />
      ) : (
        <AllLeftOut runs={runs} />
      )}
      {runs.length === 0 ? (
        <EmptyState icon={<FlaskConical size={24} aria-hidden />} title="No run has ended yet">
          <p className="text-muted">Each run appears here when it ends.</p>
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-8">
          <Section id="configurations" title="Configurations" count={experiment.configurations.length}>
            <ConfigurationMatrix experiment={experiment} picked={picked} onPick={pick} />
            <Picked first={first} second={second} />
            {countsAny ? <Notes experiment={experiment} /> : null}
          </Section>
          <RunChart experiment={experiment} />
          <VariableEffects experiment={experiment} effects={effects} />
          {first !== undefined && second !== undefined ? (
            <ConfigurationComparison experiment={experiment} pair={[first, second]} />
          ) : null}
          <SeriesComparisonSection experiment={experiment} others={others} other={other} />
          <Section id="runs" title="Runs" count={runs.length}>
            <RunTable experiment={experiment} />
          </Section>
        </div>
      )}
    </>
  )
}

/** The way to what the ticks show, which is below other tables. */
function Picked({ first, second }: { first: number | undefined; second: number | undefined }) {
  if (first === undefined) return null
  return (
    <BottomBar label="Selected configurations">
      <span role="status" className="text-sm font-medium">
        {second === undefined ? '1 selected: tick another one to compare' : '2 selected'}
      </span>
      {second === undefined ? null : (
        <a href="#configuration-comparison" className="finger-high rounded-md text-sm underline">
          Compare configurations {first} and {second}
        </a>
      )}
    </BottomBar>
  )
}

/** The configurations that are ticked, two at most. The address has them, `?compare=1,4`, for a reload and a link. */
function usePicked({ configurations }: Experiment): [readonly number[], (number: number) => void] {
  const inAddress = useSearchParams().get('compare') ?? ''
  // A state of its own: read from the address, a checkbox would change only after the router has answered.
  const [picked, setPicked] = useState(() => {
    const listed = new Set(inAddress.split(',').map(Number))
    const exists = (number: number) => configurations.some((configuration) => configuration.number === number)
    return [...listed].filter(exists).slice(-2)
  })
  const pick = (number: number) => {
    // A third tick takes the oldest away.
    const next = picked.includes(number) ? picked.filter((other) => other !== number) : [...picked, number].slice(-2)
    setPicked(next)
    window.history.replaceState(null, '', withParameter('compare', next.length > 0 ? next.join(',') : null))
  }
  return [picked, pick]
}

function Progress({ experiment }: { experiment: Experiment }) {
  const { service, configurations, repetitions, runs, startedAt, updatedAt } = experiment
  const planned = configurations.length * repetitions
  return (
    <div className="-mt-3 mb-5 flex flex-col gap-2 text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ExperimentState {...experiment} />
        <span className="flex min-w-0 gap-1">
          service <Name text={service} />
        </span>
        <span className="figures" data-testid="runs-ended">
          {formatCount(runs.length)} of {formatCountOf(planned, 'run')} ended
        </span>
        <span>
          started <Ago at={startedAt} />
        </span>
        <span>
          last reported <Ago at={updatedAt} />
        </span>
      </p>
      <WhatItDoes experiment={experiment} planned={planned} />
    </div>
  )
}

/** Instead of conclusions, where no run counts. */
function AllLeftOut({ runs }: Pick<Experiment, 'runs'>) {
  const why = describeAllLeftOut(runs, '')
  if (why === null) return null
  const isBusy = runs.some(({ marks }) => marks.some(({ mark }) => mark === 'host-busy'))
  return (
    <p className="mb-5 text-sm [overflow-wrap:anywhere]" data-testid="all-left-out">
      <span className="font-medium text-warn">{visibleText(why)}.</span>{' '}
      {isBusy ? (
        <>
          End other programs and run it again, or raise <code>most_other_work_percent</code> in experiment.yaml: runs on
          a busy host show less.{' '}
        </>
      ) : (
        'Cure that and run it again. '
      )}
      <a href="#runs" className="underline">
        Why each run was left out
      </a>
    </p>
  )
}

/** Effects of variables that stand above the runs of an experiment; a link leads to the others below. */
const mostConclusions = 6

/** Says what each variable changes, before the tables that show it. */
function Conclusions({ experiment, effects }: { experiment: Experiment; effects: readonly VariableEffect[] }) {
  if (effects.length === 0) return null
  const busy = describeBusyHost(experiment.runs)
  return (
    <ul className="mb-5 flex flex-col gap-1 text-sm" aria-label="What the runs show">
      {effects.slice(0, mostConclusions).map(({ variable, from, to, measures }) => (
        <li key={`${variable} ${to}`} className="flex flex-wrap gap-x-2">
          <span className="flex min-w-0 items-baseline gap-1 text-muted">
            <Name text={variable} /> <Name text={from} mono /> to
            <span className="flex min-w-0 items-baseline">
              <Name text={to} mono />:
            </span>
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Conclusion experiment={experiment} query={{ variable, from, to }} effects={measures} />
          </span>
        </li>
      ))}
      {busy === null ? null : <li className="text-warn">{busy}</li>}
      {effects.length > mostConclusions ? (
        <li>
          <a href="#variable-effects" className="finger-high text-muted underline">
            {formatCount(effects.length - mostConclusions)} more below
          </a>
        </li>
      ) : null}
    </ul>
  )
}

/** `Run 4 of 12: load and warm-up, about 9 min left`; of an experiment that stopped early, how to resume it. */
function WhatItDoes({ experiment, planned }: { experiment: Experiment; planned: number }) {
  const { now, dueAt, updatedAt } = experiment
  const time = useNow()
  const state = stateAt(experiment, time)
  if (state === 'ended') return null
  if (state === 'under-way')
    return (
      <p data-testid="what-it-does">
        {now === null ? null : (
          <span className="text-ink">
            Run {formatCount(now.run)} of {formatCount(planned)}: {phaseLabels[now.phase]},{' '}
            {formatTimeLeft(getMsLeft(now.endsAt, time, now.endsAt - updatedAt))}.{' '}
          </span>
        )}
        {dueAt === null ? null : `Without a report for ${formatUptime(dueAt - updatedAt)} it counts as broken off.`}
      </p>
    )
  return (
    <p data-testid="what-it-does">
      {state === 'broken-off'
        ? `The command was killed, or does not reach this dashboard: nothing came for ${formatUptime(time - updatedAt)}. `
        : null}
      Go on with it: <code className="font-mono text-xs text-ink">npx hearth experiment resume DIR</code>
    </p>
  )
}

/** How to read the numbers, as far as it matters for these. */
function Notes({ experiment: { repetitions, runs } }: { experiment: Experiment }) {
  const omission = runs.map(({ load }) => load && omissionTexts[load.omission]).find((text) => text !== null)
  return (
    <div className={`flex flex-col gap-1 ${noteClass}`}>
      {repetitions === 1 ? (
        <p>
          One run of each configuration: there is no range, so no difference can be shown. <code>repetitions</code> in
          experiment.yaml says how many there are.
        </p>
      ) : (
        <p>
          Medians of the runs that are not left out, with the lowest and the highest run below. The range of{' '}
          {repetitions} runs holds the true median in {formatShare(computeRangeConfidence(repetitions))} of cases. Tick
          two configurations to compare them.
        </p>
      )}
      <p>
        {describeMeasuredPart(runs)} CPU is the time of the service’s container, divided by the requests.{' '}
        {listShownMeasures(runs).includes('allocated')
          ? 'Allocation is what the JVM allocated while it was profiled, by samples, divided by the requests that ended meanwhile. '
          : null}
        The flame graph is of the run whose throughput is in the middle.
      </p>
      {omission ? <p>{omission}</p> : null}
    </div>
  )
}
