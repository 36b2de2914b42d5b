'use client'
import { useRouter } from 'next/navigation'
import { compareSeries, type ComparableSeries } from '../../lib/contract/compare-series.ts'
import { concludeEffects } from '../../lib/contract/describe-effects.ts'
import { listVariables } from '../../lib/contract/experiment-effects.ts'
import type { Experiment, ExperimentSummary } from '../../lib/contract/experiments.ts'
import type { Measure } from '../../lib/contract/measures.ts'
import { formatMoment } from '../../lib/contract/profile-title.ts'
import { listShownMeasures, type RunsSummary } from '../../lib/contract/summarise-runs.ts'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { MeasureCell, SpreadText, titleOfMeasure } from './configuration-matrix.tsx'
import { EffectText } from './effect-text.tsx'
import { Cell, cellClass, noteClass, TitledTable } from './titled-table.tsx'

interface SeriesProps {
  readonly experiment: Experiment
  /** Series of the same experiment. */
  readonly others: readonly ExperimentSummary[]
  readonly other: Experiment | null
}

/** Two series of one experiment, the earlier first: of last week and of today. Nothing where there is one alone. */
export function SeriesComparisonSection({ experiment, others, other }: SeriesProps) {
  const router = useRouter()
  if (others.length === 0) return null
  const textOf = (id: string) => {
    const named = others.find((one) => one.id === id)
    return named ? `${formatMoment(named.startedAt)}, ${named.endedRuns} of ${named.plannedRuns} runs` : 'none'
  }
  return (
    <Section
      id="series"
      title="Another series of this experiment"
      actions={
        <label className="flex items-center gap-2 text-sm">
          Compare with
          <Select
            value={other?.id ?? ''}
            choices={['', ...others.map(({ id }) => id)]}
            textOf={textOf}
            onChange={(id) => router.push(withParameter('with', id === '' ? null : id), { scroll: false })}
          />
        </label>
      }
    >
      {other === null ? (
        <p className="text-sm text-muted">Each time that the experiment is run is a series: of last week, of today.</p>
      ) : (
        <ComparedSeries sides={[experiment, other]} />
      )}
    </Section>
  )
}

function ComparedSeries({ sides }: { sides: readonly [Experiment, Experiment] }) {
  const [before, after] = sides.toSorted((a, b) => a.startedAt - b.startedAt) as [Experiment, Experiment]
  const { shared, effect, notes } = compareSeries(comparableOf(before, after), comparableOf(after, before))
  const measures = listShownMeasures(sides.flatMap(({ runs }) => runs))
  const variables = listVariables(shared.map(({ values }, at) => ({ number: at + 1, values })))
  return (
    <>
      <p className="mb-2 text-sm" data-testid="series-conclusion">
        {shared.length === 0
          ? 'No configuration of one has the values of one of the other'
          : concludeEffects(effect.measures)}
      </p>
      {shared.length === 0 ? null : (
        <TitledTable
          label="Series as a table"
          titles={['Series', ...variables, 'Runs', ...measures.map(titleOfMeasure)]}
        >
          {shared.map(({ values, before: one, after: other }, at) => (
            <Rows
              key={at}
              names={variables}
              values={variables.map((name) => values[name] ?? '–')}
              measures={measures}
              effect={effect}
              sides={[one, other]}
            />
          ))}
          <tr role="row" className="border-b border-line" data-series="change">
            <th role="rowheader" scope="row" colSpan={variables.length + 2} className={`${cellClass} font-medium`}>
              {shared.length === 1 ? 'Change of the median' : 'Change over all, median of pairs of runs'}
            </th>
            {measures.map((measure) => (
              <MeasureCell key={measure} measure={measure}>
                <EffectText measure={measure} effect={effect.measures[measure]} />
              </MeasureCell>
            ))}
          </tr>
        </TitledTable>
      )}
      <ul className={`flex list-inside list-disc flex-col gap-1 ${noteClass}`}>
        {notes.map((note) => (
          <li key={note}>
            <Name text={note} wrap />
          </li>
        ))}
      </ul>
    </>
  )
}

function Rows({
  names,
  values,
  measures,
  effect: { from, to },
  sides: [before, after],
}: {
  /** Of the variables. */
  names: readonly string[]
  values: readonly string[]
  measures: readonly Measure[]
  effect: { readonly from: string; readonly to: string }
  sides: readonly [RunsSummary, RunsSummary]
}) {
  return [
    { label: from, summary: before, isLast: false },
    { label: to, summary: after, isLast: true },
  ].map(({ label, summary: { whole, runs, spreads }, isLast }) => (
    <tr key={label} role="row" className={isLast ? 'border-b border-line' : ''} data-series={label}>
      <th role="rowheader" scope="row" className={`${cellClass} figures font-normal whitespace-nowrap`}>
        {label}
      </th>
      {values.map((value, at) => (
        <Cell key={at} title={names[at]!} className="sm:max-w-48">
          <Name text={value} mono wrap />
        </Cell>
      ))}
      <Cell title="Runs" className="figures whitespace-nowrap">
        {whole === runs ? runs : `${whole} of ${runs}`}
      </Cell>
      {measures.map((measure) => (
        <MeasureCell key={measure} measure={measure}>
          <SpreadText measure={measure} spread={spreads[measure]} />
        </MeasureCell>
      ))}
    </tr>
  ))
}

/** Labels of two that began within a minute have their ids. */
function comparableOf(experiment: Experiment, other: Experiment): ComparableSeries {
  const [label, otherLabel] = [experiment, other].map(({ startedAt }) => formatMoment(startedAt)) as [string, string]
  return { ...experiment, label: label === otherLabel ? `${label} (${experiment.id})` : label }
}

/** The page's address with this parameter in place of what it had. */
export function withParameter(name: 'compare' | 'with', value: string | null): string {
  const query = new URLSearchParams(window.location.search)
  if (value === null) query.delete(name)
  else query.set(name, value)
  const text = query.toString().replaceAll('%2C', ',')
  return `${window.location.pathname}${text === '' ? '' : `?${text}`}`
}
