'use client'
import { Slider } from 'radix-ui'
import { useEffect, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { formatTimeOffset } from '../../../lib/profile/format/time-offset.ts'
import { getCellRange, type TimeRange } from './heat-map-geometry.ts'
import type { HeatMap } from '../../../lib/profile/time/heat-map.ts'
import type { CellEvents } from './time-canvas.tsx'

/** Presses of an arrow key that move a thumb over the whole range, at most: a day has four million cells of 20 ms. */
const mostThumbSteps = 500

interface RangePick extends CellEvents {
  /** The cell under the pointer, -1 for none. */
  readonly hovered: number
  /** The range that would be chosen now; null when nothing is under way. */
  readonly draft: TimeRange | null
  readonly isUnderWay: boolean
  /** The first of two clicks was made. */
  readonly isHalfDone: boolean
}

/** Choosing a stretch of time: by dragging, or by a click where it begins and one where it ends. Escape gives it up. */
export function useRangePick(map: HeatMap | null, onRange: (range: TimeRange) => void): RangePick {
  const [hovered, setHovered] = useState(-1)
  /** Where it began; `isClicked` when the pointer was let go again there. */
  const [start, setStart] = useState<{ cell: number; isClicked: boolean; hasMoved: boolean } | null>(null)
  const isUnderWay = start !== null

  useEffect(() => {
    if (!isUnderWay) return
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      setStart(null)
    }
    // Before the viewer's own Escape, which clears the search.
    window.addEventListener('keydown', giveUp, { capture: true })
    return () => window.removeEventListener('keydown', giveUp, { capture: true })
  }, [isUnderWay])

  const choose = (one: number, other: number) => {
    setStart(null)
    if (map) onRange(getCellRange(map, one, other))
  }
  return {
    hovered,
    draft: map && start && hovered >= 0 ? getCellRange(map, start.cell, hovered) : null,
    isUnderWay,
    isHalfDone: start?.isClicked ?? false,
    onHover: setHovered,
    onPress(cell) {
      setHovered(cell)
      if (!start) setStart({ cell, isClicked: false, hasMoved: false })
    },
    onDrag(cell) {
      setHovered(cell)
      if (start && !start.hasMoved && cell !== start.cell) setStart({ ...start, hasMoved: true })
    },
    onRelease(cell) {
      if (!start) return
      if (start.isClicked || start.hasMoved) choose(start.cell, cell)
      else setStart({ ...start, isClicked: true })
    },
    onCancel: () => setStart(null),
  }
}

/**
 * Two thumbs at the ends of the chosen range, over the line of samples: the same range as on the chart, for the
 * keyboard too.
 */
export function TimeRangeSlider({
  bounds: [min, max],
  cellMs,
  range,
  heightPx,
  isPicking,
  onDraft,
  onRange,
}: {
  bounds: TimeRange
  cellMs: number
  range: TimeRange
  /** Height of the line that it lies on. */
  heightPx: number
  /** The pointer chooses on the chart: thumbs that follow it must not come in between. */
  isPicking: boolean
  /** Called while a thumb moves. */
  onDraft: (range: TimeRange) => void
  onRange: (range: TimeRange) => void
}) {
  const stepMs = Math.max(1, Math.ceil((max - min) / mostThumbSteps / cellMs)) * cellMs
  const asRange = ([from, to]: number[]): TimeRange => [from ?? min, to ?? max]
  return (
    <Slider.Root
      min={min}
      max={max}
      step={stepMs}
      minStepsBetweenThumbs={1}
      value={[...range]}
      onValueChange={(value) => onDraft(asRange(value))}
      onValueCommit={(value) => onRange(asRange(value))}
      // Between the thumbs the pointer belongs to the chart.
      className="pointer-events-none absolute inset-x-0 top-0 flex touch-none items-center select-none"
      style={{ height: heightPx }}
    >
      <Slider.Track className="h-full grow" />
      {(['From', 'To'] as const).map((label, thumb) => (
        <Slider.Thumb
          key={label}
          aria-label={`${label}, in the recording`}
          aria-valuetext={formatTimeOffset(range[thumb]!, cellMs)}
          className={classNames(
            'block h-4 w-2 cursor-ew-resize rounded-[3px] border border-edge bg-canvas hover:bg-sunken',
            !isPicking && 'pointer-events-auto',
          )}
        />
      ))}
    </Slider.Root>
  )
}
