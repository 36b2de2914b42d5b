'use client'
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { HeatMap } from '../../../lib/profile/time/heat-map.ts'
import type { Mark } from '../../../lib/profile/model/profile.ts'
import { MarkProbes } from '../../flame-graph/scene/mark-probes.tsx'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { findCellAt, findCellOfTime, findTimeAt, type TimeRange } from './heat-map-geometry.ts'
import { countForPixels, paintTime } from './paint-time.ts'
import type { TimeLayout } from './time-layout.ts'
import { readTimeTheme, type TimeTheme } from './time-theme.ts'
import { layOutTicks } from './time-ticks.ts'

/** When it was: moments below the time chart, in the recording's own time. */
export function TimeAxis({ bounds, widthPx }: { bounds: TimeRange; widthPx: number }) {
  return (
    <div
      aria-hidden
      data-testid="time-axis"
      className="figures relative h-3.5 overflow-hidden text-[0.6875rem] leading-3.5 whitespace-nowrap text-faint"
    >
      {layOutTicks(bounds, widthPx).map(({ atMs, text, px, isBefore }) => (
        <span
          key={atMs}
          className={`absolute border-edge ${isBefore ? '-translate-x-full border-r pr-1' : 'border-l pl-1'}`}
          style={{ left: px }}
        >
          {text}
        </span>
      ))}
    </div>
  )
}

/** Events of the pointer, by cells of the heat map, from the line too. */
export interface CellEvents {
  /** -1: the pointer left. */
  readonly onHover: (cell: number) => void
  readonly onPress: (cell: number) => void
  /** Pressed, and on another cell than before. */
  readonly onDrag: (cell: number) => void
  readonly onRelease: (cell: number) => void
  readonly onCancel: () => void
}

/** The time chart, for the pointer. Without a pointer there are the two thumbs below it. */
export function TimeCanvas({
  map,
  pointed,
  layout,
  span,
  range,
  marks,
  onHover,
  onPress,
  onDrag,
  onRelease,
  onCancel,
}: {
  map: HeatMap
  /** Whose cells the pointer can tell apart, see mapToPoint. */
  pointed: HeatMap
  layout: TimeLayout
  span: TimeRange
  range: TimeRange | null
  marks: readonly Mark[]
} & CellEvents) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const probes = useRef<HTMLSpanElement>(null)
  const resolved = useResolvedTheme()
  const [theme, setTheme] = useState<TimeTheme | null>(null)

  useEffect(() => setTheme(readTimeTheme(probes.current!)), [resolved])

  const counts = useMemo(() => countForPixels(map, layout.line.width), [map, layout.line.width])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !theme || layout.widthPx === 0) return
    const ratio = devicePixelRatio || 1
    context.canvas.width = Math.round(layout.widthPx * ratio)
    context.canvas.height = Math.round(layout.heightPx * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    paintTime(context, { map, counts, layout, theme, span, range, marks })
  }, [map, counts, layout, theme, span, range, marks])

  const cellOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    const y = event.clientY - box.top
    // Merged cells have one row: the height of the pointer then chooses nothing.
    if (layout.heat && y >= layout.heat.y && pointed === map) return findCellAt(map, layout.heat, x, y)
    return Math.min(pointed.cells.length - 1, findCellOfTime(pointed, findTimeAt(map, layout.line, x)))
  }
  return (
    <>
      <span ref={probes} hidden className="forced-color-adjust-none border-line bg-canvas text-spark outline-ink">
        <MarkProbes />
      </span>
      <canvas
        ref={canvas}
        data-testid="heat-map"
        aria-hidden
        className="block w-full cursor-crosshair touch-pan-y"
        style={{ height: layout.heightPx }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          onPress(cellOf(event))
        }}
        onPointerMove={(event) => (event.buttons === 0 ? onHover(cellOf(event)) : onDrag(cellOf(event)))}
        onPointerUp={(event) => {
          if (event.button === 0) onRelease(cellOf(event))
        }}
        onPointerCancel={onCancel}
        onPointerLeave={() => onHover(-1)}
      />
    </>
  )
}
