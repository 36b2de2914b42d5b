import { createTicks, formatTimeOffset } from '../../../lib/profile/format/time-offset.ts'
import type { TimeRange } from './heat-map-geometry.ts'

/** How far labels are apart, in CSS pixels; the closer distances are for an axis that would have one label alone. */
const tickPx: readonly number[] = [90, 60, 30]
/** Labels that are fewer say no distance. */
const fewestTicks = 2
/** Width of a character of the axis, the space beside a label with the line at its tick, and the least gap. */
const characterPx = 6.6
const besidesTextPx = 5
const gapPx = 4

/** A moment that is labelled below a chart over time. */
export interface TimeTick {
  readonly atMs: number
  readonly text: string
  /** From the left edge, in CSS pixels. */
  readonly px: number
  /** The label is on the left of the tick: on its right it would be cut at the edge. */
  readonly isBefore: boolean
}

/** Moments to label on an axis of this width, two at least where they fit; no label lies over another. */
export function layOutTicks([fromMs, toMs]: TimeRange, widthPx: number): readonly TimeTick[] {
  const layouts = tickPx.map((px) => layOut(createTicks(fromMs, toMs, widthPx / px), [fromMs, toMs], widthPx))
  return layouts.find(({ length }) => length >= fewestTicks) ?? layouts[0]!
}

function layOut(moments: readonly number[], [fromMs, toMs]: TimeRange, widthPx: number): readonly TimeTick[] {
  const exactMs = (moments[1] ?? 1000) - (moments[0] ?? 0)
  const ticks: TimeTick[] = []
  let freeFromPx = 0
  for (const atMs of moments) {
    const text = formatTimeOffset(atMs, exactMs, toMs)
    const px = ((atMs - fromMs) / (toMs - fromMs)) * widthPx
    const textPx = text.length * characterPx + besidesTextPx
    const isBefore = px + textPx > widthPx
    const startPx = isBefore ? px - textPx : px
    if (startPx < freeFromPx) continue
    ticks.push({ atMs, text, px, isBefore })
    freeFromPx = startPx + textPx + gapPx
  }
  return ticks
}
