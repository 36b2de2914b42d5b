import { boxTextPx, paddingPx } from '../../../lib/profile/layout/box-look.ts'

interface ChartBoxes {
  /** The node after the last one below a node. */
  readonly end: Int32Array
  /** Of each box, in ms. */
  readonly widths: Float64Array
}

/** A name cut to fewer characters tells two frames of a stack apart no more. */
const readableChars = 8
/** Width of a character, as a share of the size of the text. */
const charShare = 0.6
const readablePx = readableChars * charShare * boxTextPx + 2 * paddingPx
/** Widths in one step of the count differ by less than a twelfth. */
const stepsPerDoubling = 8

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
