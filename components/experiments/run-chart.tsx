'use client'
import { axisBottom, axisLeft } from 'd3-axis'
import { scaleLinear } from 'd3-scale'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatMeasure, formatValues, measureLabels } from '../../lib/contract/describe-effects.ts'
import type { Experiment } from '../../lib/contract/experiments.ts'
import { includesWarmUp } from '../../lib/contract/measured-part.ts'
import { measureRun, selectWhole } from '../../lib/contract/summarise-runs.ts'
import { formatCount, formatCountOf, formatMilliseconds } from '../../lib/profile/format/units.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { ChartAxes } from '../ui/chart-axes.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { getSeriesClass, mostSeries, SeriesKey, SeriesMark } from '../ui/series-mark.tsx'
import { useWidth } from '../ui/use-width.ts'
import { noteClass } from './titled-table.tsx'

const latencies = (['p50', 'p90', 'p99', 'p999'] as const).map((value) => ({ value, text: measureLabels[value].title }))
type Latency = (typeof latencies)[number]['value']

/** Height of the chart of throughput and latency of runs. */
const runChartHeightPx = 300
/** CSS pixels that a number below the chart of runs takes at least. */
export const runTickPx = 110
/** Space at either end of an axis, as a share of what the runs differ by. */
const axisSpaceShare = 0.05
const runChartMargin = { top: 22, right: 14, bottom: 38, left: 48 }

interface RunPoint {
  readonly number: number
  /** Index of its configuration: what it looks like. */
  readonly series: number
  readonly perSecond: number
  readonly latencyMs: number
  readonly text: string
}

/**
 * A point for each run that counts: requests a second to the right, how long they took upwards. The table of runs is
 * its text.
 */
export function RunChart({ experiment }: { experiment: Experiment }) {
  const [latency, setLatency] = useState<Latency>('p99')
  const [active, setActive] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { configurations, runs } = experiment
  const points = listPoints(experiment, latency)
  if (points.length < 2) return null
  const leftOut = runs.length - points.length
  const shown = points.find(({ number }) => number === active)
  return (
    <Section
      id="run-chart"
      title="Throughput and latency"
      actions={<Segmented label="Latency" value={latency} choices={latencies} onChange={setLatency} />}
    >
      <div ref={box} style={{ height: runChartHeightPx }} data-testid="run-chart">
        {width > 0 ? <Chart {...{ points, latency, width, active, setActive }} /> : null}
      </div>
      <p className="figures min-h-5 text-sm text-muted" aria-hidden data-testid="run-shown">
        {shown?.text ?? 'Point at a run, or walk through them with the arrow keys.'}
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-label="Configurations of the chart">
        {configurations.slice(0, mostSeries).map(({ number, values }, series) => (
          <li key={number} className="flex max-w-full min-w-0 items-center gap-1.5">
            <SeriesKey index={series} />
            <span className="figures">{number}</span> <Name text={formatValues(values)} mono />
          </li>
        ))}
      </ul>
      <p className={noteClass}>
        To the right is more throughput, below is less latency.
        {leftOut > 0
          ? ` Without a point for a mark or no results: ${formatCount(leftOut)} of ${formatCountOf(runs.length, 'run')}.`
          : ''}
        {configurations.length > mostSeries
          ? ` Configurations from ${mostSeries + 1} on look like earlier ones: point at a run to see which it is of.`
          : ''}
      </p>
    </Section>
  )
}

/** From left to right. */
function listPoints({ configurations, runs }: Experiment, latency: Latency): RunPoint[] {
  return selectWhole(runs)
    .flatMap((run): RunPoint[] => {
      const [perSecond, latencyMs] = [measureRun(run, 'perSecond'), measureRun(run, latency)]
      const series = configurations.findIndex(({ number }) => number === run.configuration)
      if (perSecond === null || latencyMs === null || series < 0) return []
      const values = visibleText(formatValues(configurations[series]!.values))
      const text = [
        `Run ${run.number}, configuration ${run.configuration}${values === '' ? '' : ` ${values}`}: `,
        `${formatMeasure('perSecond', perSecond)} requests/s, ${measureLabels[latency].title} ${formatMilliseconds(latencyMs)} ms`,
        includesWarmUp(run) ? ', warm-up included' : '',
      ].join('')
      return [{ number: run.number, series, perSecond, latencyMs, text }]
    })
    .sort((a, b) => a.perSecond - b.perSecond)
}

interface RunPointsProps {
  readonly points: readonly RunPoint[]
  readonly latency: Latency
  readonly width: number
  readonly active: number | null
  readonly setActive: (run: number | null) => void
}

function Chart({ points, latency, width, active, setActive }: RunPointsProps) {
  const x = scaleLinear(readExtent(points.map(({ perSecond }) => perSecond)), [
    runChartMargin.left,
    width - runChartMargin.right,
  ]).nice(5)
  const y = scaleLinear(readExtent(points.map(({ latencyMs }) => latencyMs)), [
    runChartHeightPx - runChartMargin.bottom,
    runChartMargin.top,
  ]).nice(4)
  const inTabOrder = points.some(({ number }) => number === active) ? active : points[0]!.number
  const move = (event: KeyboardEvent<SVGGElement>, from: number) => {
    const to = { ArrowRight: from + 1, ArrowDown: from + 1, ArrowLeft: from - 1, ArrowUp: from - 1 }[event.key]
    const target = to === undefined ? undefined : event.currentTarget.parentElement?.children[to]
    if (!(target instanceof SVGElement)) return
    event.preventDefault()
    target.focus()
  }
  const title = 'fill-muted text-xs'
  return (
    <svg width={width} height={runChartHeightPx} className="block overflow-visible">
      <g aria-hidden>
        <ChartAxes
          below={axisBottom(x)
            .ticks(Math.max(2, Math.floor(width / runTickPx)))
            .tickSizeInner(-(runChartHeightPx - runChartMargin.top - runChartMargin.bottom))
            .tickSizeOuter(0)
            .tickPadding(6)}
          beside={axisLeft(y)
            .ticks(4)
            .tickSizeInner(-(width - runChartMargin.left - runChartMargin.right))
            .tickSizeOuter(0)}
          bottomPx={runChartHeightPx - runChartMargin.bottom}
          leftPx={runChartMargin.left}
        />
        <text x={0} y={10} className={title}>
          {measureLabels[latency].title}, ms
        </text>
        <text x={width - runChartMargin.right} y={runChartHeightPx - 4} textAnchor="end" className={title}>
          Throughput, requests/s
        </text>
      </g>
      <g role="group" aria-label={`Runs by throughput and ${measureLabels[latency].title}`}>
        {points.map(({ number, series, perSecond, latencyMs, text }, at) => (
          <g
            key={number}
            role="img"
            aria-label={text}
            tabIndex={number === inTabOrder ? 0 : -1}
            data-point={number}
            transform={`translate(${x(perSecond)},${y(latencyMs)})`}
            className={`outline-none ${getSeriesClass(series)}`}
            onFocus={() => setActive(number)}
            onBlur={() => setActive(null)}
            onPointerEnter={() => setActive(number)}
            onPointerLeave={() => setActive(null)}
            onKeyDown={(event) => move(event, at)}
          >
            <circle r="12" fill="transparent" className={number === active ? 'stroke-ink' : ''} strokeWidth="1.5" />
            <SeriesMark index={series} />
          </g>
        ))}
      </g>
    </svg>
  )
}

/**
 * From the least to the most, with some space at both ends: from 0, runs that differ by percents would be one point.
 */
function readExtent(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const space = (most - least) * axisSpaceShare || Math.max(1, most * axisSpaceShare)
  return [Math.max(0, least - space), most + space]
}
