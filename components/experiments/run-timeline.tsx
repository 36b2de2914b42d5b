'use client'
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { useRef } from 'react'
import { formatMeasure } from '../../lib/contract/describe-effects.ts'
import type { ExperimentRun, RunTimeline } from '../../lib/contract/experiments.ts'
import { formatDuration, formatShare } from '../../lib/profile/format/units.ts'
import { useWidth } from '../ui/use-width.ts'
import { runTickPx } from './run-chart.tsx'

/** CSS pixels of a lane of the chart of a run, and of the title at its top. */
const laneHeight = 52
const laneTop = 18
/** CSS pixels around the lanes. */
const runTimelineMargin = { left: 8, right: 8, bottom: 22 }

type Step = RunTimeline['steps'][number]

interface Lane {
  readonly title: string
  readonly valueOf: (step: Step) => number | null
  readonly format: (value: number) => string
  /** The scale reaches at least so far, so that next to nothing looks like it. */
  readonly least: number
  readonly className: string
}

/**
 * A run under load: its throughput and p99, what else the host did, and how far garbage collections and CPU limits held
 * the service back.
 */
export function RunTimelineChart({ run }: { run: ExperimentRun & { timeline: RunTimeline } }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const lanes = listLanes(run.timeline)
  return (
    <figure className="max-w-3xl py-2" data-testid={`timeline-${run.number}`}>
      <div ref={box} style={{ height: lanes.length * laneHeight + runTimelineMargin.bottom }}>
        {width > 0 ? <Chart run={run} lanes={lanes} width={width} /> : null}
      </div>
      <figcaption className="mt-1 text-xs text-muted">{describe(run, lanes)}</figcaption>
    </figure>
  )
}

/** Lanes whose values were measured; without a CPU limit nothing is throttled. */
function listLanes({ steps, stepMs }: RunTimeline): Lane[] {
  const all: Lane[] = [
    {
      title: 'Throughput, requests/s',
      valueOf: ({ perSecond }) => perSecond,
      format: (value) => formatMeasure('perSecond', value),
      least: 1,
      className: 'text-spark',
    },
    {
      title: 'p99, ms',
      valueOf: ({ p99 }) => p99,
      format: (value) => formatMeasure('p99', value),
      least: 1,
      className: 'text-spark',
    },
    {
      title: 'Other work, share of the host’s CPUs',
      valueOf: ({ otherShare }) => otherShare,
      format: formatShare,
      least: 0.25,
      className: 'text-ember',
    },
  ]
  const collections: Lane = {
    title: 'GC pauses, share of time',
    // A pause counts where it ends, and may have begun before.
    valueOf: ({ gcMs }) => (gcMs === null ? null : Math.min(1, gcMs / stepMs)),
    format: formatShare,
    least: 0.05,
    className: 'text-ember',
  }
  const throttled: Lane = {
    title: 'Held back by CPU limits, CPUs',
    valueOf: ({ throttledMs }) => (throttledMs === null ? null : throttledMs / stepMs),
    format: (value) => value.toFixed(2),
    least: 0.1,
    className: 'text-ember',
  }
  const measured = [...all, collections].filter(({ valueOf }) => steps.some((step) => valueOf(step) !== null))
  return steps.some(({ throttledMs }) => (throttledMs ?? 0) > 0) ? [...measured, throttled] : measured
}

function highestOf(lane: Lane, steps: readonly Step[]): number {
  return Math.max(0, ...steps.map((step) => lane.valueOf(step) ?? 0))
}

function Chart({
  run: { timeline, times },
  lanes,
  width,
}: {
  run: ExperimentRun & { timeline: RunTimeline }
  lanes: readonly Lane[]
  width: number
}) {
  const { startAt, stepMs, steps } = timeline
  const x = scaleLinear([0, steps.length * stepMs], [runTimelineMargin.left, width - runTimelineMargin.right])
  const at = (time: number) => x(time - startAt)
  const bottom = lanes.length * laneHeight
  const { captureAt, captureEndedAt, warmUpEndedAt } = times
  return (
    <svg width={width} height={bottom + runTimelineMargin.bottom} aria-hidden className="block">
      {lanes.map((lane, index) => (
        <g key={lane.title} transform={`translate(0,${index * laneHeight})`} className={lane.className}>
          {captureAt === null || captureEndedAt === null ? null : (
            <rect
              x={at(captureAt)}
              y={laneTop}
              width={Math.max(1, at(captureEndedAt) - at(captureAt))}
              height={laneHeight - laneTop}
              className="fill-focus"
              fillOpacity="0.15"
            />
          )}
          {warmUpEndedAt === null ? null : (
            <line
              x1={at(warmUpEndedAt)}
              x2={at(warmUpEndedAt)}
              y1={laneTop}
              y2={laneHeight}
              className="stroke-muted"
              strokeDasharray="3 3"
            />
          )}
          <Curve lane={lane} steps={steps} x={(step) => x((step + 0.5) * stepMs)} />
          <line
            x1={runTimelineMargin.left}
            x2={width - runTimelineMargin.right}
            y1={laneHeight}
            y2={laneHeight}
            className="stroke-line"
          />
          <text x={runTimelineMargin.left} y="12" className="fill-muted text-xs">
            {lane.title}
          </text>
          <text x={width - runTimelineMargin.right} y="12" textAnchor="end" className="figures fill-muted text-xs">
            {`at most ${lane.format(highestOf(lane, steps))}`}
          </text>
        </g>
      ))}
      {x.ticks(Math.max(2, Math.floor(width / runTickPx))).map((ms) => (
        <text
          key={ms}
          x={x(ms)}
          y={bottom + 15}
          textAnchor={ms === 0 ? 'start' : 'middle'}
          className="fill-muted text-xs"
        >
          {ms === 0 ? '0 s' : formatDuration(ms)}
        </text>
      ))}
    </svg>
  )
}

function Curve({ lane, steps, x }: { lane: Lane; steps: readonly Step[]; x: (step: number) => number }) {
  const y = scaleLinear([0, Math.max(lane.least, highestOf(lane, steps))], [laneHeight - 1, laneTop + 2])
  const isMeasured = (step: Step) => lane.valueOf(step) !== null
  const xOf = (_: Step, index: number) => x(index)
  const yOf = (step: Step) => y(lane.valueOf(step) ?? 0)
  return (
    <>
      <path d={area(xOf, y(0), yOf).defined(isMeasured)(steps) ?? undefined} fill="currentColor" fillOpacity="0.12" />
      <path
        d={line(xOf, yOf).defined(isMeasured)(steps) ?? undefined}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </>
  )
}

/** The same in words. */
function describe(
  { timeline: { startAt, steps }, times }: ExperimentRun & { timeline: RunTimeline },
  lanes: readonly Lane[],
) {
  const { captureAt, captureEndedAt, warmUpEndedAt } = times
  const since = (time: number) => formatDuration(Math.max(0, time - startAt))
  const profiled =
    captureAt === null || captureEndedAt === null
      ? []
      : [`Shaded: the profile, from ${since(captureAt)} to ${since(captureEndedAt)} of the load.`]
  const warm = warmUpEndedAt === null ? [] : [`Dashed: the end of the warm-up, at ${since(warmUpEndedAt)}.`]
  const highest = lanes.map((lane) => `${lane.title}: at most ${lane.format(highestOf(lane, steps))}.`)
  return (
    <>
      {[...profiled, ...warm].join(' ')}
      <span className="sr-only"> {highest.join(' ')}</span>
    </>
  )
}
