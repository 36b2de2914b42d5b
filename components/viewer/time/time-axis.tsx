import type { TimeRange } from './heat-map-geometry.ts'
import { formatMoment, ticksOf } from './format-time.ts'

const labelPx = 90

/** When it was: moments below the picture of time, in the recording's own time. */
export function TimeAxis({ bounds: [from, to], widthPx }: { bounds: TimeRange; widthPx: number }) {
  const ticks = ticksOf(from, to, widthPx / labelPx)
  const tickMs = (ticks[1] ?? 1000) - (ticks[0] ?? 0)
  return (
    <div aria-hidden className="figures relative h-3.5 overflow-hidden text-[0.6875rem] leading-3.5 text-faint">
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute border-l border-edge pl-1"
          style={{ left: `${((tick - from) / (to - from)) * 100}%` }}
        >
          {formatMoment(tick, tickMs, to)}
        </span>
      ))}
    </div>
  )
}
