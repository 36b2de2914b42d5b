'use client'
import { Slider } from 'radix-ui'
import { classNames } from '../../ui/class-names.ts'
import { formatMoment } from './format-time.ts'
import type { TimeRange } from './heat-map-geometry.ts'

/** Two thumbs at the ends of what is chosen, over the line of samples: the same range as on the picture, for the keyboard too. */
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
  /** Of the line that it lies on. */
  heightPx: number
  /** The pointer chooses on the picture: thumbs that follow it must not come in between. */
  isPicking: boolean
  /** While a thumb moves. */
  onDraft: (range: TimeRange) => void
  onRange: (range: TimeRange) => void
}) {
  // A day has four million cells of 20 ms: nobody presses a key so often.
  const stepMs = Math.max(1, Math.ceil((max - min) / 500 / cellMs)) * cellMs
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
      // Between the thumbs the pointer belongs to the picture.
      className="pointer-events-none absolute inset-x-0 top-0 flex touch-none items-center select-none"
      style={{ height: heightPx }}
    >
      <Slider.Track className="h-full grow" />
      {(['From', 'To'] as const).map((label, thumb) => (
        <Slider.Thumb
          key={label}
          aria-label={`${label}, in the recording`}
          aria-valuetext={formatMoment(range[thumb]!, cellMs)}
          className={classNames(
            'block h-4 w-2 cursor-ew-resize rounded-[3px] border border-edge bg-canvas hover:bg-sunken',
            !isPicking && 'pointer-events-auto',
          )}
        />
      ))}
    </Slider.Root>
  )
}
