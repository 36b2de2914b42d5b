import { scaleLinear } from 'd3-scale'
import { cpuHistoryLength } from '../../lib/contract/constants.ts'

const width = 60
const height = 18

/**
 * The last minute of CPU, newest at the right. The scale reaches to one CPU at least, so that a bored JVM is a flat
 * line and two rows can be compared; a busier one fills its own height.
 */
export function Sparkline({ percents }: { percents: readonly number[] }) {
  const x = scaleLinear([cpuHistoryLength - 1, 0], [width - 1, 1])
  const y = scaleLinear([0, Math.max(100, ...percents)], [height - 1, 1])
  const newest = percents.length - 1
  const points = percents.map((percent, index) => {
    const age = newest - index
    return `${x(cpuHistoryLength - 1 - age).toFixed(1)},${y(percent).toFixed(1)}`
  })
  return (
    <svg width={width} height={height} aria-hidden className="shrink-0 text-spark">
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line" />
      {points.length > 1 ? (
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
        />
      ) : null}
    </svg>
  )
}
