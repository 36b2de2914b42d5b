import { boxTextPx, charShare, paddingPx } from '../../../lib/profile/layout/box-look.ts'
import type { Span } from '../../../lib/profile/time/time-span.ts'

interface ChartBoxes {
  /** The node after the last one below a node. */
  readonly end: Int32Array
  /** Of each box, in ms. */
  readonly widths: Float64Array
}

/** A name cut to fewer characters tells two frames of a stack apart no more. */
const readableChars = 8
const readablePx = readableChars * charShare * boxTextPx + 2 * paddingPx
/** Widths in one step of the count differ by less than a twelfth. */
const stepsPerDoubling = 8
/** A stretch begins at a multiple of its length by this. */
const slotsPerStretch = 8

/**
 * The time range in ms that a flame chart may show at most so that half of what is drawn of a thread are boxes with
 * space for a name; Infinity where nothing is drawn. `widthPx`: of the chart.
 */
export function findNamedSpan({ end, widths }: ChartBoxes, thread: number, widthPx: number): number {
  /** Time in boxes by the logarithm of their width: a chart has millions. */
  const msByStep = new Map<number, number>()
  let all = 0
  for (let node = thread + 1; node < end[thread]!; node++) {
    const ms = widths[node]!
    if (!(ms > 0)) continue
    const step = Math.floor(Math.log2(ms) * stepsPerDoubling)
    msByStep.set(step, (msByStep.get(step) ?? 0) + ms)
    all += ms
  }
  let named = 0
  for (const [step, ms] of [...msByStep].sort(([one], [other]) => other - one)) {
    named += ms
    if (named >= all / 2) return (2 ** (step / stepsPerDoubling) * widthPx) / readablePx
  }
  return Infinity
}

/**
 * The stretch of `spanMs` of a thread with the most time in boxes that have space for a name when it is as wide as the
 * chart, of those where that is half of what is drawn: within `visible`, or anywhere in the thread where nothing of it
 * is so. Units: ms, as `starts`.
 */
export function findNamedStretch(
  boxes: ChartBoxes & { readonly starts: ArrayLike<number> },
  thread: number,
  widthPx: number,
  spanMs: number,
  visible: Span,
): Span {
  const leastMs = ((spanMs * readablePx) / widthPx) * (1 - 1e-9) // findNamedSpan rounded once
  const start = boxes.starts[thread]!
  const whole: Span = [start, start + boxes.widths[thread]!]
  return (
    findStretch(boxes, thread, leastMs, spanMs, visible) ??
    findStretch(boxes, thread, leastMs, spanMs, whole) ??
    visible
  )
}

function findStretch(
  { starts, end, widths }: ChartBoxes & { readonly starts: ArrayLike<number> },
  thread: number,
  leastMs: number,
  spanMs: number,
  [from, to]: Span,
): Span | null {
  const count = Math.max(slotsPerStretch, Math.ceil(((to - from) / spanMs) * slotsPerStretch))
  const slotMs = (to - from) / count
  const slots = { named: new Float64Array(count), drawn: new Float64Array(count) }
  for (let node = thread + 1; node < end[thread]!; node++) {
    const left = Math.max(from, starts[node]!)
    const right = Math.min(to, starts[node]! + widths[node]!)
    for (let slot = Math.floor((left - from) / slotMs); slot < count && from + slot * slotMs < right; slot++) {
      const ms = Math.min(right, from + (slot + 1) * slotMs) - Math.max(left, from + slot * slotMs)
      slots.drawn[slot]! += ms
      if (widths[node]! >= leastMs) slots.named[slot]! += ms
    }
  }
  const sumOf = (values: Float64Array, first: number) =>
    values.subarray(first, first + slotsPerStretch).reduce((sum, ms) => sum + ms, 0)
  let most = 0
  /** The first and the last of the stretches beside each other that have the most. */
  let best: Span | null = null
  for (let first = 0; first + slotsPerStretch <= count; first++) {
    const named = sumOf(slots.named, first)
    if (named === 0 || named < most || named < sumOf(slots.drawn, first) / 2) continue
    best = best && named === most && best[1] === first - 1 ? [best[0], first] : named > most ? [first, first] : best
    most = named
  }
  if (!best) return null
  const stretchFrom = Math.max(from, Math.min(from + ((best[0] + best[1]) / 2) * slotMs, to - spanMs))
  return [stretchFrom, stretchFrom + spanMs]
}
