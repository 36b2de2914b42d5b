'use client'
import { axisBottom, axisLeft } from 'd3-axis'
import { scaleLinear, scaleUtc, type ScaleTime } from 'd3-scale'
import { line } from 'd3-shape'
import { useRef } from 'react'
import type { ServiceTimeline } from '../../lib/contract/library.ts'
import type { Trend, TrendPoint } from '../../lib/contract/trend.ts'
import { getEngineLabel } from '../../lib/contract/engines.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { ChartAxes } from '../ui/chart-axes.tsx'
import { getDash, getSeriesClass, SeriesMark } from '../ui/series-mark.tsx'
import { useWidth } from '../ui/use-width.ts'
import { ChartTargets, type GroupLink, type LinkedPoint } from './chart-targets.tsx'
import { createDateTicks } from './date-ticks.ts'
import { DeployMarks } from './deploy-marks.tsx'
import { datedHeadline } from '../../lib/contract/profile-title.ts'
import { createFunctionHref, type TrendView } from '../links/trend-view.ts'
import { groupNear } from './group-near.ts'
import { listEngines, listEqual, listSeries } from './trend-series.ts'

/** Height of the chart of a trend. */
const trendHeightPx = 240
const trendMargin = { top: 22, right: 12, bottom: 24, left: 44 }
/** Below this the axis would have two ticks of the same text. */
const minTop = 0.01
/** CSS pixels between the first and last point of a trend and the edges of its chart. */
const pointsSpacePx = 8
/** A trend of one moment shows so much time before and after it. */
const besideMomentMs = 1_800_000

interface TrendLineProps {
  readonly trend: Trend
  readonly view: Pick<TrendView, 'kind' | 'range'>
  readonly deploys: ServiceTimeline['deploys']
}

/** CSS pixels of the line of a function in a trend. */
const trendLinePx = 1.5
/** Points of series with equal shares must not hide each other: each is so many CSS pixels beside the last. */
const besidePx = 7
/** Lines of series with equal shares must not hide each other: each is so much wider than the one above it. */
const underPx = 3

/**
 * A line for each function and engine with the interval of each point, and a mark at each deploy. The table below it is
 * its text.
 */
export function TrendChart(props: TrendLineProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  return (
    <div ref={box} style={{ height: trendHeightPx }} data-testid="trend-chart">
      {width > 0 ? <Chart {...props} width={width} /> : null}
    </div>
  )
}

function Chart({ trend, view: { kind, range }, deploys, width }: TrendLineProps & { width: number }) {
  const { points } = trend
  const all = listSeries(trend)
  const engines = listEngines(trend)
  const x = scaleUtc(readTimes(points, range), [
    trendMargin.left + pointsSpacePx,
    width - trendMargin.right - pointsSpacePx,
  ])
  const highs = points.flatMap(({ shares }) => shares.map((share) => share?.[kind].high ?? 0))
  const y = scaleLinear(
    [0, Math.min(1, Math.max(minTop, ...highs))],
    [trendHeightPx - trendMargin.bottom, trendMargin.top],
  ).nice(4)
  const at = ({ profile }: TrendPoint) => x(profile.createdAt)
  const besideOf = (series: (typeof all)[number]) => besidePx * listEqual(all, series, kind).indexOf(series)
  const linked = all.flatMap((series) =>
    series.points
      .filter(({ shares }) => shares[series.index] != null)
      .map((point) => ({
        x: at(point) + besideOf(series),
        y: y(point.shares[series.index]![kind].share),
        ...linkPoint(point, series.name, series.index, kind),
      })),
  )
  return (
    <svg width={width} height={trendHeightPx} aria-hidden className="block overflow-visible">
      <Axes x={x} y={y} width={width} />
      <DeployMarks x={x} deploys={deploys} heightPx={trendHeightPx - trendMargin.bottom} />
      {all.map((series) => {
        const { name, index, engine } = series
        const equal = listEqual(all, series, kind)
        const before = equal.indexOf(series)
        const path = line<TrendPoint>(at, ({ shares }) => y(shares[index]![kind].share))
        return (
          <g
            key={`${name} ${engine}`}
            className={getSeriesClass(index)}
            transform={`translate(${besidePx * before},0)`}
            data-series={`${name} ${engine}`}
          >
            <path
              d={path.defined(({ shares }) => shares[index] != null)(series.points) ?? undefined}
              fill="none"
              strokeDasharray={getDash(engines.indexOf(engine))}
              stroke="currentColor"
              strokeWidth={trendLinePx + underPx * (equal.length - 1 - before)}
              strokeLinejoin="round"
            />
            {series.points.map((point) => (
              <Point
                key={point.profile.id}
                {...{ point, index, kind }}
                shape={engines.length > 1 ? engines.indexOf(engine) : index}
                x={at(point)}
                y={y}
              />
            ))}
          </g>
        )
      })}
      <ChartTargets groups={groupNear(linked)} linkOf={linkGroup} />
    </svg>
  )
}

/** The range that was chosen; of one moment an hour around it. */
function readTimes(points: readonly TrendPoint[], range: TrendView['range']): [number, number] {
  const [from, to] = range ?? [points[0]!.profile.createdAt, points.at(-1)!.profile.createdAt]
  return from < to ? [from, to] : [from - besideMomentMs, to + besideMomentMs]
}

function Point({
  point: { profile, shares },
  index,
  shape,
  kind,
  x,
  y,
}: {
  point: TrendPoint
  index: number
  /** Of the function, or, where there are several engines, of the engine. */
  shape: number
  kind: TrendView['kind']
  x: number
  y: (share: number) => number
}) {
  const estimate = shares[index]?.[kind]
  if (!estimate) return null
  const { share, low, high } = estimate
  return (
    <g data-point={profile.id}>
      <line x1={x} x2={x} y1={y(low)} y2={y(high)} stroke="currentColor" strokeOpacity="0.45" />
      <g transform={`translate(${x},${y(share)})`}>
        <SeriesMark index={shape} />
      </g>
    </g>
  )
}

function linkPoint({ profile, shares }: TrendPoint, name: string, index: number, kind: TrendView['kind']) {
  const { share, low, high } = shares[index]![kind]
  const said = `${visibleText(name)}: ${formatShare(share)} ${kind} (${formatShare(low)} to ${formatShare(high)})`
  return {
    href: createFunctionHref(profile.id, name),
    text: `${said}\n${visibleText(datedHeadline(profile))}, ${visibleText(getEngineLabel(profile.engine))}`,
  }
}

const linkGroup = (linked: readonly LinkedPoint[]): GroupLink => ({
  title: linked.length === 1 ? linked[0]!.text : `${linked.length} points: choose one`,
  all: null,
})

function Axes({
  x,
  y,
  width,
}: {
  x: ScaleTime<number, number>
  y: ReturnType<typeof scaleLinear<number>>
  width: number
}) {
  const { ticks, format } = createDateTicks(x, width)
  return (
    <ChartAxes
      below={axisBottom(x).tickValues(ticks).tickFormat(format).tickSizeOuter(0)}
      beside={axisLeft(y)
        .ticks(4)
        .tickSizeInner(-(width - trendMargin.left - trendMargin.right))
        .tickSizeOuter(0)
        .tickFormat((share) => formatShare(Number(share)))}
      bottomPx={trendHeightPx - trendMargin.bottom}
      leftPx={trendMargin.left}
    />
  )
}
