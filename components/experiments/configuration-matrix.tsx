import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Experiment } from '../../lib/contract/experiments.ts'
import { getEventLabel } from '../../lib/contract/engines.ts'
import { listVariables } from '../../lib/contract/experiment-effects.ts'
import type { Measure } from '../../lib/contract/measures.ts'
import { findTypicalRun, listShownMeasures, type Spread, summariseRuns } from '../../lib/contract/summarise-runs.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { Name } from '../ui/name.tsx'
import { ScrollingRegion } from '../ui/scrolling-region.tsx'
import { formatMeasure, formatRange, formatValues, measureLabels } from '../../lib/contract/describe-effects.ts'
import { runsOf } from './experiment-labels.ts'
import { cardTableClass, Cell, cellClass } from './titled-table.tsx'

interface MatrixProps {
  readonly experiment: Experiment
  /** Numbers of the configurations that are compared, two at most. */
  readonly picked: readonly number[]
  readonly onPick: (configuration: number) => void
}

/**
 * A row for each configuration: the median of each measure, and its range over the repetitions. The roles are there
 * since rows are cards on a phone (cardTableClass), and browsers then take a table for none.
 */
export function ConfigurationMatrix({
  experiment: { configurations, repetitions, runs },
  picked,
  onPick,
}: MatrixProps) {
  const variables = listVariables(configurations)
  const measures = listShownMeasures(runs)
  return (
    <ScrollingRegion label="Configurations as a table">
      <table role="table" className={`${cardTableClass} card-pairs`}>
        <thead role="rowgroup">
          <tr role="row" className="border-b border-line text-xs text-muted">
            <Heading title="Compare" isHidden />
            <Heading title="#" />
            {variables.map((name) => (
              <th key={name} role="columnheader" scope="col" className={`${cellClass} font-medium`}>
                <Name text={name} />
              </th>
            ))}
            <Heading title="Runs" />
            {measures.map((measure) => (
              <Heading key={measure} {...measureLabels[measure]} />
            ))}
            <Heading title="Flame graph" />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {configurations.map(({ number, values }) => (
            <tr key={number} role="row" className="border-b border-line hover:bg-surface" data-configuration={number}>
              <Cell title="Compare">
                <RowCheckbox
                  className="-m-2 -mt-1.5"
                  label={`Compare configuration ${number} ${visibleText(formatValues(values))}`}
                  checked={picked.includes(number)}
                  onChange={() => onPick(number)}
                />
              </Cell>
              <th role="rowheader" scope="row" className={`${cellClass} figures font-medium`}>
                {number}
              </th>
              {variables.map((name) => (
                <Cell key={name} title={name} className="sm:max-w-48">
                  {values[name] === undefined ? <Missing /> : <Name text={values[name]} mono wrap />}
                </Cell>
              ))}
              <Measures measures={measures} runs={runsOf(runs, number)} repetitions={repetitions} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingRegion>
  )
}

/** `CPU, ms/request` */
export const titleOfMeasure = (measure: Measure) => `${measureLabels[measure].title}, ${measureLabels[measure].unit}`

function Heading({ title, unit, isHidden = false }: { title: string; unit?: string; isHidden?: boolean }) {
  return (
    <th role="columnheader" scope="col" className={`${cellClass} font-medium whitespace-nowrap`}>
      {isHidden ? <span className="sr-only">{title}</span> : title}
      {unit === undefined ? null : <span className="block font-normal text-faint">{unit}</span>}
    </th>
  )
}

interface MeasuresProps extends Pick<Experiment, 'runs' | 'repetitions'> {
  readonly measures: readonly Measure[]
}

function Measures({ measures, runs, repetitions }: MeasuresProps) {
  const { whole, spreads } = summariseRuns(runs)
  const leftOut = runs.length - whole
  const toCome = Math.max(0, repetitions - runs.length)
  const others = [...(leftOut > 0 ? [`${leftOut} left out`] : []), ...(toCome > 0 ? [`${toCome} not run yet`] : [])]
  return (
    <>
      <Cell title="Runs" className="figures whitespace-nowrap">
        {whole}
        {others.map((text) => (
          <span key={text} className="block text-xs text-muted">
            {text}
          </span>
        ))}
      </Cell>
      {measures.map((measure) => (
        <MeasureCell key={measure} measure={measure}>
          <SpreadText measure={measure} spread={spreads[measure]} />
        </MeasureCell>
      ))}
      <Cell title="Flame graph">
        <ProfileLinks run={findTypicalRun(runs)} />
      </Cell>
    </>
  )
}

/** Cell of the column of a measure. */
export function MeasureCell({ measure, children }: { measure: Measure; children: ReactNode }) {
  return (
    <Cell title={titleOfMeasure(measure)} className="figures whitespace-nowrap" data-measure={measure}>
      {children}
    </Cell>
  )
}

/**
 * The median, and below it the lowest and the highest run, or how many there are where all read the same; null: a dash.
 */
export function SpreadText({ measure, spread }: { measure: Measure; spread: Spread | null }) {
  if (spread === null) return <Missing />
  const { median, low, high, runs } = spread
  const all = runs === 1 ? '1 run' : `all ${runs} runs`
  return (
    <>
      {formatMeasure(measure, median)}
      <span className="block text-xs text-muted">{formatRange(measure, low, high) ?? all}</span>
    </>
  )
}

function Missing() {
  return <span className="text-muted">–</span>
}

/** A link for each event that a run was profiled for; a dash without any. */
export function ProfileLinks({ run }: { run: Experiment['runs'][number] | null }) {
  if (run === null || run.profiles.length === 0) return <Missing />
  return (
    <span className="flex flex-wrap gap-x-3">
      {run.profiles.map(({ event, profileId }) => (
        <Link
          key={profileId}
          href={`/profiles/${profileId}`}
          prefetch={false}
          className="finger-high rounded-md underline"
        >
          {getEventLabel(event)}
          <span className="sr-only"> flame graph of run {run.number}</span>
        </Link>
      ))}
    </span>
  )
}
